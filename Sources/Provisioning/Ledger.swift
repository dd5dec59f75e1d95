public import Jobs
public import Tags

/// What the journal knows of one tag, over all its runs: the last item whose write on it began, or that it was found to hold.
public struct LedgerEntry: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        /// It held the item's message when it was last seen.
        case carries
        /// A write of the item began and was not settled: it may hold the item.
        case inDoubt = "in-doubt"
        /// A write of the item began and failed: what it holds is not known.
        case unknown
    }

    public var uid: UID
    public var state: State
    /// The run that last wrote to the tag or found the item on it.
    public var run: String
    public var job: String
    public var item: ItemKey
    public var sku: String?
    /// What the operator was shown of the item; empty once the run was forgotten.
    public var summary: String
    /// Since when it is so. A later run that finds the same message unchanged does not change this.
    public var since: Timestamp
    public var station: String

    public init(
        uid: UID, state: State, run: String, job: String, item: ItemKey, sku: String?, summary: String,
        since: Timestamp, station: String
    ) {
        self.uid = uid
        self.state = state
        self.run = run
        self.job = job
        self.item = item
        self.sku = sku
        self.summary = summary
        self.since = since
        self.station = station
    }
}
