public import Jobs
public import Provisioning
public import Tags

/// Everything that a run is told before it begins.
public struct RunRequest: Sendable {
    /// The run's record; its id is taken already.
    public var record: RunRecord
    public var settings: Settings
    /// The items in job order, invalid ones included.
    public var items: [Item]
    /// Items that begin in doubt on a tag (a rerun of an item in doubt).
    public var inDoubt: [ItemKey: UID]
    public var takeover: Takeover?
    /// The run ends when no tag was newly presented for so long; nil: never.
    public var idleTimeoutSeconds: Int?
    /// Which readers take part.
    public var takesPart: @Sendable (ReaderInfo) -> Bool

    public init(
        record: RunRecord, settings: Settings, items: [Item], inDoubt: [ItemKey: UID] = [:],
        takeover: Takeover? = nil, idleTimeoutSeconds: Int? = nil,
        takesPart: @escaping @Sendable (ReaderInfo) -> Bool = { _ in true }
    ) {
        self.record = record
        self.settings = settings
        self.items = items
        self.inDoubt = inDoubt
        self.takeover = takeover
        self.idleTimeoutSeconds = idleTimeoutSeconds
        self.takesPart = takesPart
    }
}

/// How a run ended.
public struct RunResult: Hashable, Sendable {
    public var ended: RunEnd
    public var totals: [ItemStatus: Int]
    /// 0, 1 or 4 by the contract, section 3; 3 after `error`.
    public var exitCode: Int
    /// Why it ended with `error`, in a sentence.
    public var message: String?

    public init(ended: RunEnd, totals: [ItemStatus: Int], exitCode: Int, message: String? = nil) {
        self.ended = ended
        self.totals = totals
        self.exitCode = exitCode
        self.message = message
    }
}
