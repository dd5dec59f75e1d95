import Jobs
import SQLiteJournal

/// `tagmill rerun`: a new run over the items of an earlier report, or run, that did not succeed.
struct RerunCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let jobRun = try JobRun(context)
        return try run(jobRun) { (journal) throws(CommandError) in
            try context.rerunInput(
                context.arguments.operands[0], journal: journal,
                journalPath: FilePath.absolute(jobRun.journalOptions.path))
        }
    }

    /// Makes a report that stands in place of a job.
    func run(_ file: JobFile, _ jobRun: JobRun) throws(CommandError) -> ExitCode {
        try run(jobRun) { (_) throws(CommandError) in try RerunInput(file) }
    }

    private func run(
        _ jobRun: JobRun, _ input: (SQLiteJournal?) throws(CommandError) -> RerunInput
    ) throws(CommandError) -> ExitCode {
        let options = jobRun.options
        let (input, prepared) = try prepare(jobRun, input)
        guard let prepared else { return nothingToDo(input, options) }
        if options.isDryRun {
            return try context.showPlan(
                of: prepared.job, path: prepared.linesOf ?? input.path, skipsBadRows: options.skipsBadRows)
        }
        return try jobRun.run(prepared)
    }

    /// The journal is read through a connection of its own, which is closed behind this: the run's must be the last one, for
    /// that takes the log into the file.
    private func prepare(
        _ jobRun: JobRun, _ input: (SQLiteJournal?) throws(CommandError) -> RerunInput
    ) throws(CommandError) -> (RerunInput, PreparedRun?) {
        let journal = try JournalOpening.forReading(jobRun.journalOptions)
        let input = try input(journal)
        let preparation = RerunPreparation(
            context: context, options: jobRun.options, input: input, journal: journal,
            journalPath: FilePath.absolute(jobRun.journalOptions.path))
        return (input, try preparation.prepare())
    }

    private func nothingToDo(_ input: RerunInput, _ options: RunOptions) -> ExitCode {
        if let only = options.only {
            let words = ItemStatus.allCases.filter { only.contains($0) }.map(\.rawValue).joined(separator: " or ")
            context.console.note("\(input.name): no item is \(words); nothing is to do")
        } else {
            context.console.note("\(input.name): every item succeeded; nothing is left to do")
        }
        if context.wantsJSON {
            context.console.printResult(RunEnding.jsonOfNoRun.compact)
        }
        return .success
    }
}
