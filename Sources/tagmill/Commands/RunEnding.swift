import Jobs
import Operations
import Provisioning
import Reports
import SQLiteJournal
import Tags

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
        let requiresGenuine = (try? Settings(json: report.record.settings))?.requiresGenuine ?? false
        for line in ChipListing(report.chips, requiresGenuine: requiresGenuine).lines { console.note(line) }
        // The report was rendered from these presentations a moment ago.
        let rejected = try? RejectedTags(of: run, in: journal)
        say(result, report.record, folder, onlyRejected: rejected?.areAll == true)
        if let rejected { tellUnformatted(rejected.count(.tagUnformatted), result, report.record) }
        tellTagsInDoubt(report.record)
        tellTagsHalfDone(report.record, folder)
        console.printResult(
            context.wantsJSON ? Self.json(report.record, result.totals, report.paths).compact : folder)
        return ExitCode(rawValue: Int32(result.exitCode)) ?? .defect
    }

    /// How it ended, and what makes the rest.
    /// - Parameter onlyRejected: every tag was rejected, and would be again.
    private func say(_ result: RunResult, _ record: RunRecord, _ folder: String, onlyRejected: Bool) {
        let secured = try? TagsSecured(of: record, in: journal)
        let counts = RunsListing.words(result.totals) + (secured?.words ?? "")
        let how =
            switch result.ended {
            case .complete: "complete"
            case .stopped: "stopped"
            case .idle: "no more tags came"
            case .spoilage: "ended, because too many tags were at fault"
            case .error: "broken off"
            }
        guard result.ended != .complete || result.exitCode != 0 else { return console.note("\(how): \(counts)") }
        let steps = NextSteps(run: run, folder: folder, totals: result.totals, arguments: context.arguments)
        if let words = steps.badRows { console.note(words) }
        switch (result.ended, steps.hasFailures) {
        case (.complete, true): console.note("\(how): \(counts); what is left is made by: \(steps.rerunFailures)")
        case (.complete, false), (.error, _): console.note("\(how): \(counts)")
        default:
            let others = onlyRejected ? " other tags" : ""
            console.note("\(how): \(counts); go on with\(others): \(resumeCommand)")
        }
    }

    /// A run that goes on keeps its settings, so that the same tags would be rejected again. Where nothing is left for them, or
    /// the journal failed and comes first, nothing is said.
    private func tellUnformatted(_ count: Int, _ result: RunResult, _ record: RunRecord) {
        let formats = (try? Settings(json: record.settings))?.formatBlank ?? false
        let steps = NextSteps(run: run, folder: record.folder, totals: result.totals, arguments: context.arguments)
        guard count > 0, !formats, result.ended != .error, let command = steps.formatBlank else { return }
        let tags = count == 1 ? "1 tag has" : "\(count) tags have"
        console.note(
            "\(tags) no capability container (tag-unformatted); to give \(count == 1 ? "it" : "them") one, for ever, do this "
                + "instead: \(command)")
    }

    private var resumeCommand: String { context.arguments.nextCommand("resume", run) }

    private func tellTagsInDoubt(_ record: RunRecord) {
        // The report was rendered from these entries a moment ago; where they cannot be read any more, it says the same.
        guard let tags = try? TagsInDoubt(of: record, in: journal), tags.count > 0 else { return }
        console.note(
            "keep these tags: their items are in doubt until they are laid again, with: \(resumeCommand)\n"
                + tags.lines.joined(separator: "\n"))
    }

    private func tellTagsHalfDone(_ record: RunRecord, _ folder: String) {
        guard let tags = try? TagsHalfDone(of: record, in: journal) else { return }
        if !tags.failed.isEmpty {
            let command = context.arguments.nextCommand("rerun", "\(folder)/\(RunReports.failuresCSV)")
            console.note(
                "keep these tags: their lock or protection is incomplete, and their items go to no other tag; lay these "
                    + "very tags in: \(command)\n(or finish each alone with 'tagmill tag lock' or 'tagmill tag protect')\n"
                    + tags.failed.joined(separator: "\n"))
        }
        if !tags.waiting.isEmpty {
            console.note(
                "keep these tags: items left half done on them wait until they are laid again, with: \(resumeCommand)\n"
                    + tags.waiting.joined(separator: "\n"))
        }
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
