import Jobs
import Provisioning

/// What `runs` prints of a journal, newest first.
struct RunsListing {
    let runs: [RunSummary]

    /// An array (contract, section 7).
    var json: JSONValue {
        .array(
            runs.map { run in
                .object([
                    .init("id", .string(run.record.id)),
                    .init("job", .string(run.record.job)),
                    .init("started_at", .string(run.record.startedAt.description)),
                    .init("finished_at", run.record.finishedAt.map { .string($0.description) } ?? .null),
                    .init("ended", run.record.ended.map { .string($0.rawValue) } ?? .null),
                    .init("totals", Self.json(run.totals)),
                ])
            })
    }

    /// Every status, in the order of the contract, zeros too.
    static func json(_ totals: [ItemStatus: Int]) -> JSONValue {
        .object(ItemStatus.allCases.map { .init($0.rawValue, .int(Int64(totals[$0, default: 0]))) })
    }

    var text: String {
        guard !runs.isEmpty else { return "no runs" }
        var columns = TextColumns(["run", "job", "started", "state", "open", "tags", "items"])
        for run in runs {
            columns.add([
                run.record.id, run.record.job, run.record.startedAt.description, Self.state(run), String(run.open),
                String(run.tags), Self.words(run.totals),
            ])
        }
        return columns.text
    }

    /// How the run stands, and whether it is only half there.
    static func state(_ run: RunSummary) -> String {
        RunState(run).word + (run.record.forgottenAt == nil ? "" : ", forgotten")
    }

    /// `23 written, 1 failed`.
    static func words(_ totals: [ItemStatus: Int]) -> String {
        let parts = ItemStatus.allCases.compactMap { status in
            totals[status, default: 0] > 0 ? "\(totals[status, default: 0]) \(status.rawValue)" : nil
        }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
}
