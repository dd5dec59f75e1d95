import Jobs
import Provisioning
import Tags

/// What a `MemoryJournal` knows of one tag over all its runs.
struct StoredTag: Sendable {
    var state: LedgerEntry.State
    /// The run's index.
    var run: Int
    var item: ItemKey
    var since: Timestamp
    var station: String
    /// Of the message that it carries.
    var digest: [UInt8]?
    /// The runs that made something on it, in the order in which they did.
    private(set) var makers: [Int] = []

    init(
        state: LedgerEntry.State, run: Int, item: ItemKey, since: Timestamp, station: String, digest: [UInt8]? = nil
    ) {
        self.state = state
        self.run = run
        self.item = item
        self.since = since
        self.station = station
        self.digest = digest
    }

    func isOf(run: Int, _ item: ItemKey) -> Bool { self.run == run && self.item == item }

    /// The run of whose items it carries one.
    var carriedRun: Int? { state == .carries ? run : nil }

    /// What is known from now on; who made something on it before stays known.
    func following(_ earlier: StoredTag?) -> StoredTag {
        var tag = self
        if let earlier { tag.makers = earlier.makers }
        return tag
    }

    /// The same of a tag that holds the message of the item. It may have held it before: then since then.
    func carried(since earlier: StoredTag?, madeBy maker: Int?) -> StoredTag {
        var tag = following(earlier)
        if let earlier, earlier.state == .carries, earlier.digest == digest { tag.since = earlier.since }
        if let maker { tag.makers.append(maker) }
        return tag
    }
}

/// What one run of a `MemoryJournal` knows of a tag.
struct StoredRunTag: Sendable {
    /// The item that is in hand, in doubt or ended on it, and for which it takes no other of the run.
    var held: Int?
    /// The items whose rows are bound to it, in job order.
    var bound: [Int] = []
    /// How many attempts on it ended for a reason that speaks against the tag.
    var failures = 0
}
