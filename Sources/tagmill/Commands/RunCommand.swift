import Jobs

/// `tagmill run`: check a job, write and verify its tags, report. A report in place of the job is run again.
struct RunCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let jobRun = try JobRun(context)
        let options = jobRun.options
        let file = try context.jobFile(at: context.arguments.operands[0])
        if file.isReport {
            context.console.note(
                "\(file.path) is a report: what did not succeed is made again, as by 'tagmill rerun'")
            return try RerunCommand(context: context).run(file, jobRun)
        }
        let pairing = options.pairing ?? .queue
        let checked = try context.checkedJob(
            file, settings: options.content.settings, overrides: options.overrides, pairing: pairing)
        if options.isDryRun {
            return try context.showPlan(of: checked.job, path: file.path, skipsBadRows: options.skipsBadRows)
        }
        try context.refuseBadRows(checked.job, path: file.path, skipsBadRows: options.skipsBadRows)
        let prepared = PreparedRun(
            job: checked.job, sha256: checked.digest, path: FilePath.absolute(file.path), pairing: pairing,
            passwords: checked.passwords)
        return try jobRun.run(prepared)
    }
}

extension CommandContext {
    /// Says what is wrong with a job, and refuses it.
    func refuseBadRows(_ job: Job, path: String, skipsBadRows: Bool) throws(CommandError) {
        console.issues(job.issues, path: path)
        try refuse(job, path: path, skipsBadRows: skipsBadRows)
    }

    /// What is in a job and what is wrong with it, as `plan` tells it: the dry run of others.
    func showPlan(
        of job: Job, path: String, skipsBadRows: Bool = false
    ) throws(CommandError) -> ExitCode {
        var listing = PlanListing(job, path: path, console: console, asJSON: wantsJSON)
        let planned = job.planned
        listing.add(planned.issues)
        for row in planned.rows { listing.add(row) }
        listing.finish(isWhole: planned.issues.allSatisfy { $0.severity != .error }, time: nil)
        try refuse(job, path: path, skipsBadRows: skipsBadRows)
        return .success
    }

    /// Bad rows end the command before any tag, unless they are to be skipped; a fault of the file as a whole ends it
    /// always.
    private func refuse(_ job: Job, path: String, skipsBadRows: Bool) throws(CommandError) {
        let errors = job.issues.filter { $0.severity == .error }
        let isWhole = errors.contains { $0.row == nil }
        if errors.isEmpty || (skipsBadRows && !isWhole) { return }
        // `plan` has no such option.
        if !isWhole, arguments.takes("skip-bad-rows") {
            console.note("--skip-bad-rows makes the other rows and reports these as invalid")
        }
        throw .refusedJob(path: path, errors: errors.count)
    }
}
