import Jobs
import Provisioning
import Reports

/// `tagmill report`: renders a run out of the journal again, or tells whether a file of it was changed.
struct ReportCommand {
    let context: CommandContext

    private var console: Console { context.console }

    func run() throws(CommandError) -> ExitCode {
        let options = try ReportOptions(context.arguments)
        let journal = try OpenedJournal(
            reading: try JournalOptions(context.arguments, in: context.surroundings))
        let summary = try journal.run(context.arguments)
        if let file = options.check { return try check(file, of: summary.record.id, journal) }
        try refuse(summary.record)
        return try render(summary, options, journal)
    }

    // MARK: Rendering

    private func refuse(_ record: RunRecord) throws(CommandError) {
        if let forgottenAt = record.forgottenAt {
            throw .refusedRun(
                record.id,
                "was forgotten at \(forgottenAt): its cells and messages are gone, so that no report can be made of it; "
                    + "what is kept is shown by: \(context.arguments.nextCommand("runs", "show", record.id))")
        }
        // The id names a folder; tagmill makes no other ids.
        guard RunID.isPlain(record.id) else { throw .refusedRun(record.id, "its id is no name of a folder") }
    }

    private func render(
        _ summary: RunSummary, _ options: ReportOptions, _ journal: OpenedJournal
    ) throws(CommandError) -> ExitCode {
        let run = summary.record.id
        let folder = options.outputFolder.map { "\(FilePath.absolute($0))/\(run)" } ?? summary.record.folder
        let report: RenderedReport
        do throws(RenderingError<JournalError>) {
            report = try RunRendering(run: run, journal: journal.journal).render(into: folder, formats: options.formats)
        } catch {
            throw .noReport(error, run: run, journal: journal.path)
        }
        keep(report, journalPath: journal.path)
        say(summary, report)
        console.printResult(
            context.wantsJSON ? RunEnding.json(report.record, report.totals, report.paths).compact : folder)
        return .success
    }

    /// What is read is never waited for; only to keep the digests the journal is opened for writing, and where it cannot
    /// be, the report is there.
    private func keep(_ report: RenderedReport, journalPath: String) {
        do throws(JournalError) {
            report.keep(in: try JournalOpening.forChange(at: journalPath, console: console), console: console)
        } catch {
            RenderedReport.warnNotKept(error, console)
        }
    }

    private func say(_ summary: RunSummary, _ report: RenderedReport) {
        let counts = RunsListing.words(report.totals)
        let resume = context.arguments.nextCommand("resume", report.record.id)
        let cure = summary.canGoOn ? "go on with: \(resume)" : "later runs took what was left"
        switch RunState(summary) {
        case .running: console.note("run \(report.record.id) is not over, this is how it stands now: \(counts)")
        case .died:
            console.note("run \(report.record.id) died before its end: \(counts); \(cure)")
        case .ended(let end): console.note("\(end.rawValue): \(counts)")
        }
    }

    // MARK: Checking

    private func check(_ file: String, of run: String, _ journal: OpenedJournal) throws(CommandError) -> ExitCode {
        let kept = try journal.read { (journal) throws(JournalError) in try journal.reports(run: run) }
        let check = try ReportCheck(file: file, run: run, kept: kept)
        console.printResult(context.wantsJSON ? check.json.compact : VisibleText.escaped(check.sentence))
        return check.isUnchanged ? .success : .notAchieved
    }
}
