import Jobs
import Operations
import Provisioning
import Reports
import SQLiteJournal

/// What follows the last tag of a run: the report, and how it ended, in words and as JSON.
struct RunEnding {
    let context: CommandContext
    let run: String
    let journal: SQLiteJournal
    let journalPath: String

    private var console: Console { context.console }

    /// Renders the report into the run's folder and says where it is.
    func report(_ result: RunResult, into folder: String) throws(CommandError) -> ExitCode {
        if result.ended == .error {
            console.errorMessage("the run was broken off: \(result.message ?? "the journal failed")")
        }
        let report: RenderedReport
        do throws(RenderingError<JournalError>) {
            report = try RunRendering(run: run, journal: journal).render(into: folder)
        } catch {
            throw .noReport(error, run: run, journal: journalPath)
        }
        report.keep(in: journal, console: console)
        say(result, folder)
        tellTagsInDoubt(report.record)
        console.printResult(
            context.wantsJSON ? Self.json(report.record, result.totals, report.paths).compact : folder)
        return ExitCode(rawValue: Int32(result.exitCode)) ?? .defect
    }

    /// How it ended, and what makes the rest.
    private func say(_ result: RunResult, _ folder: String) {
        let counts = RunsListing.words(result.totals)
        let how =
            switch result.ended {
            case .complete: "complete"
            case .stopped: "stopped"
            case .idle: "no more tags came"
            case .spoilage: "ended, because too many tags were at fault"
            case .error: "broken off"
            }
        guard result.ended != .complete || result.exitCode != 0 else { return console.note("\(how): \(counts)") }
        let invalid = result.totals[.invalid, default: 0]
        if invalid > 0 {
            console.note(
                "\(invalid == 1 ? "1 row is" : "\(invalid) rows are") bad: correct them in "
                    + FilePath.shellWord("\(folder)/\(RunReports.failuresCSV)") + " before that file is run again")
        }
        // What was not reached stands in the report alone.
        let file = result.ended == .complete ? RunReports.failuresCSV : RunReports.reportCSV
        console.note(
            "\(how): \(counts); what is left is made by: tagmill rerun "
                + FilePath.shellWord("\(folder)/\(file)"))
    }

    /// The tags that are to be kept: each may hold its item, and a rerun settles it when the tag is laid again.
    private func tellTagsInDoubt(_ record: RunRecord) {
        var lines: [String] = []
        var count = 0
        // The report was rendered from these entries a moment ago; where they cannot be read any more, it says the same.
        try? journal.entries(run: run) { entry in
            let row = ReportRow(run: record, entry: entry, digest: { _ in [] })
            guard row.status == .inDoubt, let uid = row.uid else { return }
            count += 1
            if count <= Self.tagsNamed { lines.append("  \(uid)  \(ProgressState.label(entry.item))") }
        }
        guard count > 0 else { return }
        if count > Self.tagsNamed { lines.append("  and \(count - Self.tagsNamed) more, see the report") }
        console.note(
            "keep these tags: their items are in doubt until they are laid again\n" + lines.joined(separator: "\n"))
    }

    /// So many tags are named; more fill a screen.
    private static let tagsNamed = 10

    static func json(_ record: RunRecord, _ totals: [ItemStatus: Int], _ paths: [String]) -> JSONValue {
        .object([
            .init("run", ReportJSON.object(of: record)),
            .init("totals", RunsListing.json(totals)),
            .init("reports", .array(paths.map { .string($0) })),
        ])
    }
}
