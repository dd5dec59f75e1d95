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
            console.note("once the journal can be written again, go on with: \(resumeCommand)")
        }
        let report: RenderedReport
        do throws(RenderingError<JournalError>) {
            report = try RunRendering(run: run, journal: journal).render(into: folder)
        } catch {
            throw .noReport(error, run: run, journal: journalPath)
        }
        report.keep(in: journal, console: console)
        for line in ChipListing(report.chips).lines { console.note(line) }
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
        let failures = "\(folder)/\(RunReports.failuresCSV)"
        if invalid > 0 {
            console.note(
                "\(invalid == 1 ? "1 row is" : "\(invalid) rows are") bad: correct them in \(FilePath.shellWord(failures)) "
                    + "before that file is run again")
        }
        let hasFailures = result.totals[.failed, default: 0] + invalid > 0
        switch (result.ended, hasFailures) {
        case (.complete, true):
            let command = context.arguments.nextCommand("rerun", failures)
            console.note("\(how): \(counts); what is left is made by: \(command)")
        case (.complete, false), (.error, _): console.note("\(how): \(counts)")
        default: console.note("\(how): \(counts); go on with: \(resumeCommand)")
        }
    }

    private var resumeCommand: String { context.arguments.nextCommand("resume", run) }

    private func tellTagsInDoubt(_ record: RunRecord) {
        // The report was rendered from these entries a moment ago; where they cannot be read any more, it says the same.
        guard let tags = try? TagsInDoubt(of: record, in: journal), tags.count > 0 else { return }
        console.note(
            "keep these tags: their items are in doubt until they are laid again, with: \(resumeCommand)\n"
                + tags.lines.joined(separator: "\n"))
    }

    /// - Parameters:
    ///   - record: nil where there was nothing to do.
    ///   - inDoubt: of a look at what is left, the tags that are to be laid again.
    static func json(
        _ record: RunRecord?, _ totals: [ItemStatus: Int], _ paths: [String], inDoubt: TagsInDoubt? = nil
    ) -> JSONValue {
        .object(
            [
                .init("run", record.map { ReportJSON.object(of: $0) } ?? .null),
                .init("totals", RunsListing.json(totals)),
                .init("reports", .array(paths.map { .string($0) })),
            ] + (inDoubt.map { [.init("in_doubt", .array($0.items))] } ?? []))
    }

    /// Where there was nothing to do.
    static let jsonOfNoRun = json(nil, [:], [])
}
