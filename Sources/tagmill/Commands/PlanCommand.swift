import Jobs

/// `tagmill plan`
struct PlanCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let options = try ContentOptions(context.arguments)
        let path = context.arguments.operands[0]
        let source = try JobSource(path: path, settings: options.settings, overrides: options.overrides)
        if try source.isReport() {
            throw .refusedFile(
                path: path, reason: "is the report of a run, not a job; 'tagmill rerun' makes what failed")
        }
        let job = Job.resolve(table: source.table, settings: source.settings, name: source.fileName)
        let listing = PlanListing(job: job)
        context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
        if !context.wantsJSON { context.console.issues(job.issues, path: path) }
        let errors = job.issues.count { $0.severity == .error }
        if errors > 0 { throw .refusedJob(path: path, errors: errors) }
        return .success
    }
}
