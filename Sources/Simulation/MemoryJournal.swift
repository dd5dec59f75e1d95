public import Jobs
public import Provisioning
public import Tags

/// The journal in memory: the same answers as the one on disk, by the same conformance suite. Nothing survives it.
///
/// One lock; calls from any thread, one after another. Runs are in use by one object alone, so none is `locked`.
public final class MemoryJournal: Journal {
    private let store = Guarded(StoredRuns())
    private let digest: Digest

    /// - Parameter digest: of messages.
    public init(digest: @escaping Digest) { self.digest = digest }

    public func open(_ run: RunRecord, _ opening: RunOpening) throws(JournalError) {
        let opened = try StoredRun(
            run, items: opening.items, inDoubt: opening.inDoubt, since: opening.takeovers.first?.run, digest: digest)
        try store.withLock { (store) throws(JournalError) in
            try store.open(opened, takeovers: opening.takeovers)
        }
    }

    public func reopen(run: String, _ execution: Execution, releasingInDoubt: Bool) throws(JournalError) {
        throw JournalError(.failed, context: "STUB")
    }

    public func executions(run: String) throws(JournalError) -> [Execution] {
        throw JournalError(.failed, context: "STUB")
    }

    public func ledger(uid: UID) throws(JournalError) -> LedgerEntry? { nil }

    public func keep(run: String, report: KeptReport) throws(JournalError) {}

    public func reports(run: String) throws(JournalError) -> [KeptReport] { [] }

    public func forget(run: String, at: Timestamp) throws(JournalError) {
        throw JournalError(.failed, context: "STUB")
    }

    public func summary(run: String) throws(JournalError) -> RunSummary {
        guard let summary = try runs().first(where: { $0.record.id == run }) else {
            throw JournalError(.noSuchRun, context: run)
        }
        return summary
    }

    public func claim(run: String, count: Int, station: String) throws(JournalError) -> [OpenItem] {
        try change(run) { (run) throws(JournalError) in run.claim(count: count) }
    }

    public func release(run: String, item: ItemKey) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in _ = run.claimed.remove(item) }
    }

    public func backlog(run: String) throws(JournalError) -> Backlog {
        try change(run) { (run) throws(JournalError) in run.backlog }
    }

    public func find(
        run: String, uid: UID, digest: [UInt8]?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        try store.withLock { (store) throws(JournalError) in
            try store.find(run: try store.index(run), uid: uid, digest: digest, busy: busy)
        }
    }

    public func intend(
        run: String, item: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer {
        try change(run) { (run) throws(JournalError) in try run.intend(item, attempt) }
    }

    public func conclude(run: String, item: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        try store.withLock { (store) throws(JournalError) in
            let run = try store.index(run)
            let answer = try store.runs[run].conclude(item, outcome)
            if answer == .accepted, outcome.status.isSuccess { store.recordMade(run: run, item: item) }
            return answer
        }
    }

    public func note(run: String, presentation: Presentation) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in run.presentations.append(presentation) }
    }

    public func note(run: String, reader: ReaderRecord) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in
            if !run.readers.contains(where: { $0.name == reader.name }) { run.readers.append(reader) }
        }
    }

    public func end(run: String, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in
            (run.record.ended, run.record.exitCode, run.record.finishedAt) = (how, exitCode, at)
            run.claimed = []
        }
    }

    public func record(run: String) throws(JournalError) -> RunRecord {
        try change(run) { (run) throws(JournalError) in run.record }
    }

    /// The run as it was at the call; `body` may call the journal.
    public func entries(run: String, _ body: (ItemEntry) -> Void) throws(JournalError) {
        for item in try change(run, { (run) throws(JournalError) in run.items }) { body(item.entry) }
    }

    public func presentations(run: String, _ body: (Presentation) -> Void) throws(JournalError) {
        for presentation in try change(run, { (run) throws(JournalError) in run.presentations }) { body(presentation) }
    }

    public func readers(run: String) throws(JournalError) -> [ReaderRecord] {
        try change(run) { (run) throws(JournalError) in run.readers }
    }

    public func runs() throws(JournalError) -> [RunSummary] {
        store.withLock { store in
            store.runs.reversed().map { run in
                let totals = run.items.reduce(into: [ItemStatus: Int]()) { $0[$1.status, default: 0] += 1 }
                return RunSummary(record: run.record, totals: totals)
            }
        }
    }

    private func change<Result: Sendable>(
        _ id: String, _ body: (inout StoredRun) throws(JournalError) -> Result
    ) throws(JournalError) -> Result {
        try store.withLock { (store) throws(JournalError) in try body(&store.runs[try store.index(id)]) }
    }
}
