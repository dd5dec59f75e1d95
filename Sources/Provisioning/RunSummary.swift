public import Jobs

/// A line of `tagmill runs`.
public struct RunSummary: Hashable, Sendable {
    public var record: RunRecord
    /// How many items are in each status, those that a later run took included.
    public var counts: StatusCounts
    /// Items that have not ended (pending, in hand, in doubt) and that no later run took.
    public var open: Int
    /// How many tags carry an item of this run now, by the ledger.
    public var tags: Int
    /// A process holds the run at this moment.
    public var isInUse: Bool

    public init(record: RunRecord, totals: StatusCounts, open: Int = 0, tags: Int = 0, isInUse: Bool = false) {
        self.record = record
        counts = totals
        self.open = open
        self.tags = tags
        self.isInUse = isInUse
    }

    public var totals: [ItemStatus: Int] { counts.totals }
}
