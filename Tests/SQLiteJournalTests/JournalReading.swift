import Jobs
import Provisioning
import TestSupport

/// Everything that can be read of a run.
struct JournalReading: Equatable {
    typealias Sample = JournalSample

    var record: RunRecord
    var entries: [ItemEntry]
    var presentations: [Presentation]
    var readers: [ReaderRecord]
    var backlog: Backlog
    var runs: [RunSummary]
    var executions: [Execution]
    var reports: [KeptReport]
    var tags: [TagHistory]
    var ledger: [LedgerEntry?]

    init(_ journal: any Journal) throws {
        record = try journal.record(run: Sample.run)
        entries = try journal.entries()
        presentations = try journal.presentations()
        readers = try journal.readers(run: Sample.run)
        backlog = try journal.backlog(run: Sample.run)
        // Whether the run is in use is no part of what is on disk.
        runs = try journal.runs().map { summary in
            var summary = summary
            summary.isInUse = false
            return summary
        }
        executions = try journal.executions(run: Sample.run)
        reports = try journal.reports(run: Sample.run)
        ledger = try (0...9).map { try journal.ledger(uid: Sample.uid($0)) }
        tags = try (0...9).map { try journal.find(Sample.uid($0), message: Sample.message(Int($0))) }
    }
}
