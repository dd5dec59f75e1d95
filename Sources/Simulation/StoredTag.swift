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

    /// A tag of which nothing is known yet: it is entered with what comes to be known.
    static let unseen = StoredTag(
        state: .unknown, run: -1, item: ItemKey(row: 0, copy: 0), since: Timestamp(milliseconds: 0), station: "")

    /// This is known from now on; who made something on the tag before stays known.
    mutating func follow(with later: StoredTag) {
        (state, run, item) = (later.state, later.run, later.item)
        (since, station, digest) = (later.since, later.station, later.digest)
    }

    /// The same of a tag that holds the message of the item. It may have held it before: then since then.
    mutating func carry(as later: StoredTag, madeBy maker: Int?) {
        let earlierSince = state == .carries && digest == later.digest ? since : nil
        follow(with: later)
        if let earlierSince { since = earlierSince }
        if let maker { makers.append(maker) }
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
