import Jobs
import Provisioning
import Tags

/// The journal of a process that dies: what comes later throws, and changes nothing.
final class MortalJournal: Journal {
    private let base: any Journal
    private let death: Death

    init(_ base: any Journal, _ death: Death) {
        self.base = base
        self.death = death
    }

    private static let dead = JournalError(.gone, context: "the process died")

    /// What is flushed.
    private func write<Result>(_ body: () throws(JournalError) -> Result) throws(JournalError) -> Result {
        guard let after = death.writeBegins() else { throw Self.dead }
        let result = try body()
        guard !death.dies(after) else { throw Self.dead }
        return result
    }

    private func live() throws(JournalError) {
        guard death.isAlive() else { throw Self.dead }
    }

    func open(_ run: RunRecord, _ opening: RunOpening) throws(JournalError) {
        try write { () throws(JournalError) in try base.open(run, opening) }
    }

    func reopen(run: String, _ execution: Execution, releasingInDoubt: Bool) throws(JournalError) {
        try write { () throws(JournalError) in
            try base.reopen(run: run, execution, releasingInDoubt: releasingInDoubt)
        }
    }

    func intend(
        run: String, item: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer {
        try write { () throws(JournalError) in
            try base.intend(run: run, item: item, attempt: attempt, message: message)
        }
    }

    func conclude(run: String, item: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        try write { () throws(JournalError) in try base.conclude(run: run, item: item, outcome: outcome) }
    }

    func end(run: String, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError) {
        try write { () throws(JournalError) in try base.end(run: run, how: how, exitCode: exitCode, at: at) }
    }

    func keep(run: String, report: KeptReport) throws(JournalError) {
        try write { () throws(JournalError) in try base.keep(run: run, report: report) }
    }

    func forget(run: String, at: Timestamp) throws(JournalError) {
        try write { () throws(JournalError) in try base.forget(run: run, at: at) }
    }

    func claim(run: String, count: Int, station: String) throws(JournalError) -> [OpenItem] {
        try live()
        return try base.claim(run: run, count: count, station: station)
    }

    func release(run: String, item: ItemKey) throws(JournalError) {
        try live()
        try base.release(run: run, item: item)
    }

    func backlog(run: String) throws(JournalError) -> Backlog {
        try live()
        return try base.backlog(run: run)
    }

    func find(
        run: String, uid: UID, digests: MessageDigests?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        try live()
        return try base.find(run: run, uid: uid, digests: digests, busy: busy)
    }

    func note(run: String, presentation: Presentation) throws(JournalError) {
        try live()
        try base.note(run: run, presentation: presentation)
    }

    func note(run: String, reader: ReaderRecord) throws(JournalError) {
        try live()
        try base.note(run: run, reader: reader)
    }

    func record(run: String) throws(JournalError) -> RunRecord { try base.record(run: run) }
    func summary(run: String) throws(JournalError) -> RunSummary { try base.summary(run: run) }
    func executions(run: String) throws(JournalError) -> [Execution] { try base.executions(run: run) }
    func entry(run: String, item: ItemKey) throws(JournalError) -> ItemEntry? { try base.entry(run: run, item: item) }
    func entries(run: String, _ body: (ItemEntry) -> Void) throws(JournalError) { try base.entries(run: run, body) }

    func presentations(run: String, _ body: (Presentation) -> Void) throws(JournalError) {
        try base.presentations(run: run, body)
    }

    func readers(run: String) throws(JournalError) -> [ReaderRecord] { try base.readers(run: run) }
    func runs() throws(JournalError) -> [RunSummary] { try base.runs() }
    func ledger(uid: UID) throws(JournalError) -> LedgerEntry? { try base.ledger(uid: uid) }
    func reports(run: String) throws(JournalError) -> [KeptReport] { try base.reports(run: run) }
}
