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

    func isOf(run: Int, _ item: ItemKey) -> Bool { self.run == run && self.item == item }
}
