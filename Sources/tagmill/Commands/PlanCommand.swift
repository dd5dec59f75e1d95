import Jobs

/// `tagmill plan`
struct PlanCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let checked = try context.checkedJob()
        let listing = PlanListing(job: checked.job)
        if context.wantsJSON {
            context.console.printResult(listing.json.compact)
        } else {
            context.console.issues(checked.job.issues, path: checked.path)
            context.console.printResult(listing.text)
        }
        if checked.job.hasErrors { throw checked.refusal }
        return .success
    }
}
