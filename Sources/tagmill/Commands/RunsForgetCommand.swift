import Jobs
import Provisioning

/// `tagmill runs forget`: drops the cells and messages of a run for good, and keeps its UIDs and outcomes.
struct RunsForgetCommand {
    let context: CommandContext
    /// Asks a person who sits at the terminal.
    let confirmation: Confirmation

    init(context: CommandContext) {
        self.context = context
        confirmation = Confirmation(console: context.console)
    }

    init(context: CommandContext, confirmation: Confirmation) {
        self.context = context
        self.confirmation = confirmation
    }

    func run() throws(CommandError) -> ExitCode {
        let options = try JournalOptions(context.arguments, in: context.surroundings)
        let summary = try OpenedJournal(reading: options).run(context.arguments)
        let run = summary.record.id
        let path = FilePath.absolute(options.path)
        if summary.isInUse { throw Self.inUse(run, path) }
        // One that was forgotten before is forgotten again: old bytes may have been left in the file.
        let wasForgotten = summary.record.forgottenAt != nil
        if !wasForgotten { try ask(summary) }
        let forgottenAt = try forget(run, in: path)
        if wasForgotten { context.console.note("run \(run) was forgotten before") }
        context.console.note("the report files of the run were not touched: \(summary.record.folder)")
        for copy in Self.olderCopies(of: path) {
            context.console.note("a copy of the journal from before it was migrated was not touched either: \(copy)")
        }
        return tell(run, forgottenAt)
    }

    /// What goes, what stays, and what cannot be done any more.
    private func ask(_ summary: RunSummary) throws(CommandError) {
        let run = summary.record.id
        if context.arguments.has("yes") { return }
        // What failed could be rerun.
        let left = summary.open + summary.totals[.failed, default: 0] + summary.totals[.invalid, default: 0]
        let isOpen = left > 0
        let open = "\(left) \(left == 1 ? "item is" : "items are") not made"
        guard Confirmation.isPossible(in: context.surroundings) else {
            guard isOpen else { return }
            throw .refusedRun(run, "\(open), and could not be any more; '--yes' forgets it all the same")
        }
        let sentence =
            "The cells and messages of run \(run) are dropped from the journal for good. Its UIDs, SKUs, times and "
            + "outcomes stay. Its report files are not touched: \(summary.record.folder). The run cannot be resumed, "
            + "rerun by its id or rendered any more" + (isOpen ? ", and \(open)." : ".")
        guard confirmation.isConfirmed(sentence) else { throw .declinedToForget(run: run) }
    }

    /// Since when the run is forgotten, as the journal says it afterwards.
    private func forget(_ run: String, in path: String) throws(CommandError) -> Timestamp {
        let forgottenAt: Timestamp?
        do throws(JournalError) {
            let journal = try JournalOpening.forChange(at: path, console: context.console)
            do throws(JournalError) {
                try journal.forget(run: run, at: SystemClock().now())
            } catch {
                guard error.code == .locked else { throw error }
                // It was taken up since it was looked at; or it is forgotten, and another program keeps old bytes of it
                // in the file.
                guard try journal.record(run: run).forgottenAt != nil else { throw error }
                throw JournalError(.failed, context: error.context)
            }
            forgottenAt = try journal.record(run: run).forgottenAt
        } catch {
            if error.code == .locked { throw Self.inUse(run, path) }
            throw .journal(error, path: path)
        }
        guard let forgottenAt else { throw .defect("run \(run) was forgotten and still is whole") }
        return forgottenAt
    }

    /// What migrations left beside the journal: cells of the run may stand there still.
    private static func olderCopies(of path: String) -> [String] {
        let copies = (1...9).map { "\(path)-version-\($0)" }
        return (copies + copies.flatMap { copy in (2...9).map { "\(copy)-\($0)" } }).filter { InputFile.exists($0) }
    }

    private static func inUse(_ run: String, _ path: String) -> CommandError {
        .journal(JournalError(.locked, context: run), path: path)
    }

    private func tell(_ run: String, _ forgottenAt: Timestamp) -> ExitCode {
        let json = JSONValue.object([
            .init("run", .string(run)), .init("forgotten_at", .string(forgottenAt.description)),
        ])
        let sentence = "run \(run): forgotten at \(forgottenAt); UIDs and outcomes are kept"
        context.console.printResult(context.wantsJSON ? json.compact : VisibleText.escaped(sentence))
        return .success
    }
}
