import Jobs

/// `tagmill rerun`: a new run over the items of an earlier report that did not succeed.
struct RerunCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let options = try RunOptions(context.arguments)
        // Refused here, a wrong value ends the command before anything is made, with --dry-run too.
        _ = try ReaderOptions(context.arguments)
        let file = try context.jobFile(at: context.arguments.operands[0])
        guard file.isReport else {
            let reason = file.fault.map { "\($0)" } ?? "this is no report of a run; 'tagmill run' makes a job"
            throw .refusedFile(path: file.path, reason: reason)
        }
        return try run(file, options: options)
    }

    func run(_ file: JobFile, options: RunOptions) throws(CommandError) -> ExitCode {
        let journal = try JournalOptions(context.arguments, in: context.surroundings)
        let preparation = RerunPreparation(
            context: context, options: options, file: file, journal: try JournalOpening.forReading(journal),
            journalPath: FilePath.absolute(journal.path))
        guard let prepared = try preparation.prepare() else { return nothingToDo(file) }
        if options.isDryRun {
            return try context.showPlan(of: prepared.job, path: file.path, skipsBadRows: options.skipsBadRows)
        }
        return try JobRun(context: context, options: options).run(prepared)
    }

    private func nothingToDo(_ file: JobFile) -> ExitCode {
        context.console.note("\(file.path): every item succeeded; nothing is left to do")
        if context.wantsJSON {
            let nothing = JSONValue.object([
                .init("run", .null), .init("totals", RunsListing.json([:])), .init("reports", .array([])),
            ])
            context.console.printResult(nothing.compact)
        }
        return .success
    }
}
