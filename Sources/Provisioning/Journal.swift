public import Jobs
public import Tags

/// What is still to be done in a run.
public struct Backlog: Hashable, Sendable {
    /// Pending items bound to no UID.
    public var queued: Int
    /// Pending items bound to a UID.
    public var bound: Int
    /// Items in doubt.
    public var inDoubt: Int

    public init(queued: Int, bound: Int, inDoubt: Int) {
        self.queued = queued
        self.bound = bound
        self.inDoubt = inDoubt
    }
}

/// The answer to an intent.
public enum IntentAnswer: Hashable, Sendable {
    case accepted
    /// Another item of this run is in hand, in doubt, or ended on this UID.
    case uidTaken
    /// The item is no longer this station's.
    case leaseLost
}

/// The answer to an outcome.
public enum ConcludeAnswer: Hashable, Sendable {
    case accepted
    /// The item ended otherwise meanwhile, or the UID is another item's.
    case conflict
}

/// The durable record of runs.
///
/// Calls may be made from any thread, several at once. A call that says *flushed* returns only when what it recorded
/// survives a power cut; those that wait for a flush at the same moment may share it, and each is there whole or not at all.
///
/// A run is *held* by the object that opened or reopened it, until `end` or until the object goes. The calls from `claim` to
/// `end` that write throw `notHeld` for any other run: what comes late changes nothing.
public protocol Journal: AnyObject, Sendable {
    // MARK: Beginning

    /// Records a new run, its first execution and its items, and holds it; flushed. The items of `takeovers` are closed in
    /// their runs. Throws `failed` when the id is taken, `locked` when an earlier run is held elsewhere or another run took
    /// one of its items. An item that is to be in doubt on a tag that another run made since its write began is released.
    func open(_ run: RunRecord, _ opening: RunOpening) throws(JournalError)

    /// Goes on with a run, and holds it; flushed. Every intent without outcome becomes in doubt on its tag, with an outcome
    /// that says so, closes its attempt and notes a presentation. The run has not ended any more. Throws `locked` when it is
    /// held elsewhere. Items in doubt on a tag that another run made since are released: they are not there.
    /// - Parameter releasingInDoubt: every item in doubt is released: it becomes pending, and its tag stays named
    ///   (`ItemEntry.releasedFrom`).
    func reopen(run: String, _ execution: Execution, releasingInDoubt: Bool) throws(JournalError)

    // MARK: The run

    /// Hands out up to `count` pending items that are bound to no UID, in job order, each once until it is released.
    func claim(run: String, count: Int, station: String) throws(JournalError) -> [OpenItem]

    /// Gives a claimed item back.
    func release(run: String, item: ItemKey) throws(JournalError)

    /// How much is still to be done.
    func backlog(run: String) throws(JournalError) -> Backlog

    /// What is known of this UID, and of the message with these digests: what is on disk, not what waits for its flush. Items
    /// in `busy` are in hand on a reader and are passed over in `carries` and `sameMessage`.
    func find(
        run: String, uid: UID, digests: MessageDigests?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory

    /// Records that a write begins: the attempt (without outcome) and the message it brings, composed for the tag; flushed.
    func intend(
        run: String, item: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer

    /// Records how an attempt, or an item without one, ended; flushed.
    func conclude(run: String, item: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer

    /// Records a presentation; durable with the next flush, at the latest at the end.
    func note(run: String, presentation: Presentation) throws(JournalError)

    /// Records a reader that takes part; durable with the next flush. The same name again changes nothing.
    func note(run: String, reader: ReaderRecord) throws(JournalError)

    /// Records how the run and its execution ended, and holds it no more; flushed. An intent without outcome becomes in
    /// doubt, as when the run is reopened.
    func end(run: String, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError)

    // MARK: What is known

    /// The run's record.
    func record(run: String) throws(JournalError) -> RunRecord

    /// The run's record with its counts.
    func summary(run: String) throws(JournalError) -> RunSummary

    /// The executions of the run, in order.
    func executions(run: String) throws(JournalError) -> [Execution]

    /// The run's items in job order, one after another, without holding them all.
    func entries(run: String, _ body: (ItemEntry) -> Void) throws(JournalError)

    /// One of the run's items; nil where the run has none of this key.
    func entry(run: String, item: ItemKey) throws(JournalError) -> ItemEntry?

    /// The run's presentations in the order in which they were noted.
    func presentations(run: String, _ body: (Presentation) -> Void) throws(JournalError)

    /// The run's readers in the order in which they were noted.
    func readers(run: String) throws(JournalError) -> [ReaderRecord]

    /// Every run, the newest first.
    func runs() throws(JournalError) -> [RunSummary]

    /// What the tag is known to carry, over all runs; nil where no run wrote to it or found an item on it.
    func ledger(uid: UID) throws(JournalError) -> LedgerEntry?

    // MARK: What was rendered, and what is to be forgotten

    /// Keeps what a file that was rendered of a run hashes to; flushed. The run need not be held.
    func keep(run: String, report: KeptReport) throws(JournalError)

    /// Every file that was kept of the run, the oldest first.
    func reports(run: String) throws(JournalError) -> [KeptReport]

    /// Drops the cells, messages, summaries and faults of a run for good, and keeps ids, SKUs, UIDs, times and outcomes;
    /// flushed. Throws `locked` when the run is held.
    func forget(run: String, at: Timestamp) throws(JournalError)
}
