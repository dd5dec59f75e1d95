import Jobs
import SQLiteJournal

/// `tagmill rerun`: a new run over the items of an earlier report, or run, that did not succeed.
struct RerunCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let jobRun = try JobRun(context)
        let journal = try JournalOpening.forReading(jobRun.journalOptions)
        let input = try context.rerunInput(
            context.arguments.operands[0], journal: journal,
            journalPath: FilePath.absolute(jobRun.journalOptions.path))
        return try run(input, jobRun, journal)
    }

    /// Makes a report that stands in place of a job.
    func run(_ file: JobFile, _ jobRun: JobRun) throws(CommandError) -> ExitCode {
        try run(try RerunInput(file), jobRun, try JournalOpening.forReading(jobRun.journalOptions))
    }

    private func run(
        _ input: RerunInput, _ jobRun: JobRun, _ journal: SQLiteJournal?
    ) throws(CommandError) -> ExitCode {
        let options = jobRun.options
        let preparation = RerunPreparation(
            context: context, options: options, input: input, journal: journal,
            journalPath: FilePath.absolute(jobRun.journalOptions.path))
        guard let prepared = try preparation.prepare() else { return nothingToDo(input, options) }
        if options.isDryRun {
            return try context.showPlan(of: prepared.job, path: input.path, skipsBadRows: options.skipsBadRows)
        }
        return try jobRun.run(prepared)
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
