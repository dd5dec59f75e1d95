public import Jobs
public import Tags

/// Why the journal cannot go on. Nothing that was not acknowledged is on disk.
public struct JournalError: PortError {
    public enum Code: String, Hashable, Sendable {
        case notThere = "there is no journal"
        case cannotOpen = "the journal cannot be opened"
        case full = "no room left on the journal's disk"
        case readOnly = "the journal is read-only"
        case corrupt = "the journal is damaged"
        /// Made by a later version of tagmill.
        case newer = "the journal was made by a newer version of tagmill"
        /// Another process holds the run.
        case locked = "the run is in use by another process"
        case noSuchRun = "there is no such run"
        case failed = "the journal failed"
    }

    public var code: Code
    public var context: String

    public init(_ code: Code, context: String = "") {
        self.code = code
        self.context = context
    }

    public var description: String { context.isEmpty ? code.rawValue : "\(code.rawValue): \(context)" }
}

/// SHA-256: bytes -> 32 bytes. By Crypto, handed down as a value.
public typealias Digest = @Sendable ([UInt8]) -> [UInt8]

/// A pending item, and how many attempts at it began before.
public struct OpenItem: Hashable, Sendable {
    public var item: Item
    public var attempts: Int

    public init(item: Item, attempts: Int = 0) {
        self.item = item
        self.attempts = attempts
    }
}

/// What a new run takes over from an earlier one.
public struct Takeover: Hashable, Sendable {
    public var run: String
    public var items: [ItemKey]

    public init(run: String, items: [ItemKey]) {
        self.run = run
        self.items = items
    }
}

/// Everything that the journal knows of a tag, seen from one run: what decides which item the tag gets.
public struct TagHistory: Hashable, Sendable {
    /// (1) The item of this run that is in doubt on this UID.
    public var inDoubt: OpenItem?
    /// (2) An intent of this run on this UID has no outcome yet.
    public var inHand: Bool = false
    /// (2) The item of this run that ended on this UID: written, unchanged, or failed with a half-done lock.
    public var endedHere: ItemKey?
    /// (3) The pending item of this run whose row is bound to this UID.
    public var bound: OpenItem?
    /// (3) The item bound to this UID that has ended already.
    public var boundEnded: ItemKey?
    /// (4) The pending item of this run that the journal says this UID carries, from an earlier run of the job.
    public var carries: OpenItem?
    /// (5) The earlier run of this job that made this UID.
    public var madeByRun: String?
    /// (6) The first pending item, in job order, bound to no UID, whose message has the digest that was asked for.
    public var sameMessage: OpenItem?
    /// The SKU of the item that was last made on this UID, by any run.
    public var carriedSKU: String?

    public init() {}
}

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
/// Calls may be made from any thread; an implementation serialises them. A call that says *flushed* returns only when
/// what it recorded survives a power cut.
public protocol Journal: AnyObject, Sendable {
    /// Records a new run and its items, those with a fault as `invalid`; flushed. `inDoubt` items begin in doubt on that
    /// UID. The items of `takeover` are closed in their run. Throws `failed` when the id is taken, `locked` when another run has the
    /// earlier one or took one of its items.
    func open(
        _ run: RunRecord, items: [Item], inDoubt: [ItemKey: UID], takeover: Takeover?
    ) throws(JournalError)

    /// Hands out up to `count` pending items that are bound to no UID, in job order, each once until it is released.
    func claim(run: String, count: Int, station: String) throws(JournalError) -> [OpenItem]

    /// Gives a claimed item back.
    func release(run: String, item: ItemKey) throws(JournalError)

    /// How much is still to be done.
    func backlog(run: String) throws(JournalError) -> Backlog

    /// What is known of this UID, and of the message with this digest. Items in `busy` are in hand on a reader and are
    /// passed over in `carries` and `sameMessage`.
    func find(run: String, uid: UID, digest: [UInt8]?, busy: Set<ItemKey>) throws(JournalError) -> TagHistory

    /// Records that a write begins: the attempt (without outcome) and the message it brings; flushed.
    func intend(
        run: String, item: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer

    /// Records how an attempt, or an item without one, ended; flushed.
    func conclude(run: String, item: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer

    /// Records a presentation; durable with the next flush, at the latest at the end.
    func note(run: String, presentation: Presentation) throws(JournalError)

    /// Records a reader that takes part; durable with the next flush. The same name again changes nothing.
    func note(run: String, reader: ReaderRecord) throws(JournalError)

    /// Records how the run ended; flushed.
    func end(run: String, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError)

    /// The run's record.
    func record(run: String) throws(JournalError) -> RunRecord

    /// The run's items in job order, one after another, without holding them all.
    func entries(run: String, _ body: (ItemEntry) -> Void) throws(JournalError)

    /// The run's presentations in the order in which they were noted.
    func presentations(run: String, _ body: (Presentation) -> Void) throws(JournalError)

    /// The run's readers in the order in which they were noted.
    func readers(run: String) throws(JournalError) -> [ReaderRecord]

    /// Every run, the newest first, with how many items are in each status.
    func runs() throws(JournalError) -> [RunSummary]
}

/// A line of `tagmill runs`.
public struct RunSummary: Hashable, Sendable {
    public var record: RunRecord
    public var totals: [ItemStatus: Int]

    public init(record: RunRecord, totals: [ItemStatus: Int]) {
        self.record = record
        self.totals = totals
    }
}
