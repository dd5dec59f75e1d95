import Jobs
import Provisioning
import Reports

/// What `runs show` prints of a run before its items.
struct RunListing {
    let summary: RunSummary
    /// Of the items that are shown.
    let totals: [ItemStatus: Int]
    let executions: [Execution]
    let readers: [ReaderTally.Line]

    private var record: RunRecord { summary.record }

    // MARK: For a person

    var text: String {
        var parts = [header]
        if !executions.isEmpty { parts.append(executionLines) }
        if !readers.isEmpty { parts.append(readerLines) }
        return parts.joined(separator: "\n\n")
    }

    private var header: String {
        let fields: [(String, String?)] = [
            ("run", record.id),
            ("state", state),
            ("job", record.job),
            ("file", record.jobPath),
            ("digest", record.jobSHA256),
            ("settings", Self.differing(record.settings)),
            ("pairing", record.pairing == .queue ? nil : record.pairing.rawValue),
            ("again", record.again ? "tags of earlier runs are taken" : nil),
            ("rerun of", record.rerunOf),
            ("station", record.station),
            ("operator", record.operatorName),
            ("version", record.version),
            ("folder", record.folder),
            ("items", RunsListing.words(totals) + (summary.open > 0 ? "; \(summary.open) open" : "")),
            ("tags", "\(summary.tags) \(summary.tags == 1 ? "carries" : "carry") an item of this run now"),
        ]
        return fields.compactMap { name, value in
            value.map { VisibleText.fit(name, to: 10) + VisibleText.escaped($0) }
        }.joined(separator: "\n")
    }

    private var state: String {
        let exit = record.exitCode.map { ", exit \($0)" } ?? ""
        let forgotten = record.forgottenAt.map { "; forgotten at \($0): cells and messages are gone" } ?? ""
        return RunState(summary).word + exit + forgotten
    }

    /// The settings of a run that are not as they are without any: `overwrite "always", attempts 5`.
    static func differing(_ settings: JSONValue) -> String {
        guard case .object(let members) = settings else { return "none" }
        let defaults = Settings().json
        let differing = members.filter { $0.value != defaults[$0.name] }
        if differing.isEmpty { return "as they are by default" }
        return differing.map { "\($0.name) \($0.value.compact)" }.joined(separator: ", ")
    }

    private var executionLines: String {
        var columns = TextColumns(["execution", "started", "ended", "how", "station", "operator", "version"])
        for (index, execution) in executions.enumerated() {
            columns.add([
                String(index + 1), execution.startedAt.description, execution.finishedAt?.description ?? "-",
                how(execution, isLast: index == executions.count - 1), execution.station,
                execution.operatorName ?? "-", execution.version,
            ])
        }
        return columns.text
    }

    /// One that has no end died, but for the last of a run that is in use.
    private func how(_ execution: Execution, isLast: Bool) -> String {
        if let ended = execution.ended { return ended.rawValue }
        return (isLast && RunState(summary) == .running ? RunState.running : .died).word
    }

    private var readerLines: String {
        var columns = TextColumns(["reader", "model", "tags", "failures", "median ms"])
        for reader in readers {
            columns.add([
                reader.name, reader.model ?? "-", String(reader.tags), String(reader.failures),
                reader.medianMilliseconds.map { String($0) } ?? "-",
            ])
        }
        return columns.text
    }

    // MARK: JSON

    static let schema = "tagmill.run/1"

    /// The document up to the bracket before its first item; the items are on lines of their own, `closing` ends it.
    /// Documented in README.md, "The journal".
    var jsonOpening: String {
        """
        {"schema":\(JSONValue.string(Self.schema).compact),
        "run":\(run.compact),
        "totals":\(RunsListing.json(totals).compact),
        "executions":\(JSONValue.array(executions.map { Self.json($0) }).compact),
        "readers":[\(readers.map { ReportJSON.reader($0) }.joined(separator: ","))],
        "items":[
        """
    }

    static let jsonClosing = "]}"

    /// The run as in report.json, and what the journal knows beyond that.
    private var run: JSONValue {
        guard case .object(let members) = ReportJSON.object(of: record) else { return .null }
        return .object(
            members + [
                .init("state", .string(RunState(summary).word)),
                .init("open", .int(Int64(summary.open))),
                .init("tags", .int(Int64(summary.tags))),
                .init("job_file", .string(record.jobPath)),
                .init("folder", .string(record.folder)),
                .init("forgotten_at", record.forgottenAt.map { .string($0.description) } ?? .null),
            ])
    }

    private static func json(_ execution: Execution) -> JSONValue {
        .object([
            .init("started_at", .string(execution.startedAt.description)),
            .init("finished_at", execution.finishedAt.map { .string($0.description) } ?? .null),
            .init("ended", execution.ended.map { .string($0.rawValue) } ?? .null),
            .init("station", .string(execution.station)),
            .init("operator", execution.operatorName.map { .string($0) } ?? .null),
            .init("version", .string(execution.version)),
        ])
    }
}
