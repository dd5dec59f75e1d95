/// `tagmill plan`: the check of a job, without hardware.
struct PlanCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let checked = try context.checkedJob()
        return try context.showPlan(of: checked.job, path: checked.path)
    }
}
