import Jobs

/// `tagmill rerun`: a new run over the items of an earlier report that did not succeed.
struct RerunCommand {
    let context: CommandContext

    func execute() throws(CommandError) -> ExitCode {
        let options = try RunOptions(context.arguments)
        _ = try ReaderOptions(context.arguments)
        let file = try context.jobFile(at: context.arguments.operands[0])
        guard file.isReport else {
            let reason = file.fault.map { "\($0)" } ?? "this is no report of a run; 'tagmill run' makes a job"
            throw .refusedFile(path: file.path, reason: reason)
        }
        return try execute(file, options: options)
    }

    func execute(_ file: JobFile, options: RunOptions) throws(CommandError) -> ExitCode {
        let watch = SignalWatch()
        let journalOptions = try JournalOptions(context.arguments, in: context.surroundings)
        let journalPath = FilePath.absolute(journalOptions.path)
        let known = try JournalOpening.forReading(journalOptions)
        let preparation = RerunPreparation(
            context: context, options: options, file: file, journal: known, journalPath: journalPath)
        guard let prepared = try preparation.prepare() else { return nothingToDo(file) }
        if options.isDryRun { return try context.showPlan(of: prepared.job, path: file.path) }
        return try JobRun(context: context, options: options, watch: watch).execute(
            prepared, journal: journalOptions)
    }

    private func nothingToDo(_ file: JobFile) -> ExitCode {
        context.console.note("\(file.path): every item succeeded; nothing is left to do")
        if context.wantsJSON {
            let nothing = JSONValue.object([
                .init("run", .null), .init("totals", .object([])), .init("reports", .array([])),
            ])
            context.console.printResult(nothing.compact)
        }
        return .success
    }
}
