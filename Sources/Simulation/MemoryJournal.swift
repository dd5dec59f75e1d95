public import Jobs
public import Provisioning
public import Tags
import Threads

/// The journal in memory: the same answers as the one on disk, by the same conformance suite. Nothing survives it.
///
/// One lock; calls from any thread, one after another. Its runs are held by this object alone: one that is held is `locked`
/// to `reopen` and `forget`.
public final class MemoryJournal: Journal {
    private let store: Guarded<StoredRuns>
    private let digest: Digest

    /// - Parameter digest: of messages.
    public init(digest: @escaping Digest) {
        store = Guarded(StoredRuns())
        self.digest = digest
    }

    /// What another process finds when the one that used `earlier` died at this moment: every run as it was, none held.
    public init(leftBy earlier: MemoryJournal) {
        store = Guarded(earlier.store.withLock { $0.left })
        digest = earlier.digest
    }

    // MARK: Beginning

    public func open(_ run: RunRecord, _ opening: RunOpening) throws(JournalError) {
        try store.withLock { (store) throws(JournalError) in try store.open(run, opening, digest: digest) }
    }

    public func reopen(run: String, _ execution: Execution, releasingInDoubt: Bool) throws(JournalError) {
        try store.withLock { (store) throws(JournalError) in
            try store.reopen(run: try store.index(run), execution, releasingInDoubt: releasingInDoubt)
        }
    }

    // MARK: The run

    public func claim(run: String, count: Int, station: String) throws(JournalError) -> [OpenItem] {
        try change(run) { (run) throws(JournalError) in run.claim(count: count) }
    }

    public func release(run: String, item: ItemKey) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in run.release(item) }
    }

    public func backlog(run: String) throws(JournalError) -> Backlog {
        try look(run) { (run) throws(JournalError) in run.backlog }
    }

    public func find(
        run: String, uid: UID, digests: MessageDigests?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        try store.withLock { (store) throws(JournalError) in
            try store.find(run: try store.index(run), uid: uid, digests: digests, busy: busy)
        }
    }

    public func intend(
        run: String, item: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer {
        try store.withLock { (store) throws(JournalError) in
            try store.intend(run: try store.held(run), item, attempt)
        }
    }

    public func conclude(run: String, item: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        try store.withLock { (store) throws(JournalError) in
            try store.conclude(run: try store.held(run), item, outcome)
        }
    }

    public func note(run: String, presentation: Presentation) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in run.presentations.append(presentation) }
    }

    public func note(run: String, reader: ReaderRecord) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in
            let isKnown = run.readers.indices.contains { run.readers[$0].name == reader.name }
            if !isKnown { run.readers.append(reader) }
        }
    }

    public func end(run: String, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError) {
        try store.withLock { (store) throws(JournalError) in
            store.end(run: try store.held(run), how, exitCode: exitCode, at: at)
        }
    }

    // MARK: What is known

    public func record(run: String) throws(JournalError) -> RunRecord {
        try look(run) { (run) throws(JournalError) in run.record }
    }

    public func summary(run: String) throws(JournalError) -> RunSummary {
        try store.withLock { (store) throws(JournalError) in store.summary(try store.index(run)) }
    }

    public func executions(run: String) throws(JournalError) -> [Execution] {
        try look(run) { (run) throws(JournalError) in run.executions }
    }

    /// The run as it was at the call; `body` may call the journal.
    public func entries(run: String, _ body: (ItemEntry) -> Void) throws(JournalError) {
        let items = try look(run) { (run) throws(JournalError) in run.items }
        for position in items.indices { body(items[position].entry) }
    }

    public func entry(run: String, item: ItemKey) throws(JournalError) -> ItemEntry? {
        try look(run) { (run) throws(JournalError) in run.items.first { $0.key == item }?.entry }
    }

    public func presentations(run: String, _ body: (Presentation) -> Void) throws(JournalError) {
        for presentation in try look(run, { (run) throws(JournalError) in run.presentations }) { body(presentation) }
    }

    public func readers(run: String) throws(JournalError) -> [ReaderRecord] {
        try look(run) { (run) throws(JournalError) in run.readers }
    }

    public func runs() throws(JournalError) -> [RunSummary] {
        store.withLock { store in store.runs.indices.reversed().map { store.summary($0) } }
    }

    public func ledger(uid: UID) throws(JournalError) -> LedgerEntry? {
        try store.withLock { (store) throws(JournalError) in try store.ledgerEntry(uid) }
    }

    // MARK: What was rendered, and what is to be forgotten

    public func keep(run: String, report: KeptReport) throws(JournalError) {
        try look(run) { (run) throws(JournalError) in run.reports.append(report) }
    }

    public func reports(run: String) throws(JournalError) -> [KeptReport] {
        try look(run) { (run) throws(JournalError) in run.reports }
    }

    public func forget(run: String, at: Timestamp) throws(JournalError) {
        try store.withLock { (store) throws(JournalError) in try store.forget(run: try store.index(run), at: at) }
    }

    /// A run that is held.
    private func change<Result: Sendable>(
        _ id: String, _ body: (inout StoredRun) throws(JournalError) -> Result
    ) throws(JournalError) -> Result {
        try store.withLock { (store) throws(JournalError) in try body(&store.runs[try store.held(id)]) }
    }

    /// A run, held or not.
    private func look<Result: Sendable>(
        _ id: String, _ body: (inout StoredRun) throws(JournalError) -> Result
    ) throws(JournalError) -> Result {
        try store.withLock { (store) throws(JournalError) in try body(&store.runs[try store.index(id)]) }
    }
}
