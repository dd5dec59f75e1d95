import Jobs

/// `tagmill rerun`: a new run over the items of an earlier report that did not succeed.
struct RerunCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let jobRun = try JobRun(context)
        let file = try context.jobFile(at: context.arguments.operands[0])
        guard file.isReport else {
            let reason = file.fault.map { "\($0)" } ?? "this is no report of a run; 'tagmill run' makes a job"
            throw .refusedFile(path: file.path, reason: reason)
        }
        return try run(file, jobRun)
    }

    func run(_ file: JobFile, _ jobRun: JobRun) throws(CommandError) -> ExitCode {
        let options = jobRun.options
        let preparation = RerunPreparation(
            context: context, options: options, file: file,
            journal: try JournalOpening.forReading(jobRun.journalOptions),
            journalPath: FilePath.absolute(jobRun.journalOptions.path))
        guard let prepared = try preparation.prepare() else { return nothingToDo(file) }
        if options.isDryRun {
            return try context.showPlan(of: prepared.job, path: file.path, skipsBadRows: options.skipsBadRows)
        }
        return try jobRun.run(prepared)
    }

    private func nothingToDo(_ file: JobFile) -> ExitCode {
        context.console.note("\(file.path): every item succeeded; nothing is left to do")
        if context.wantsJSON {
            context.console.printResult(RunEnding.jsonOfNoRun.compact)
        }
        return .success
    }
}
