import Jobs
import Provisioning
import Tags

/// An item of a run in a `MemoryJournal`.
struct StoredItem: Sendable {
    enum State {
        case pending, inHand, inDoubt, final
    }

    var entry: ItemEntry
    var digest: [UInt8]
    var state: State
    /// The tag on which it is in hand, in doubt or ended, and that may take no other item of the run.
    var heldUID: UID?

    var open: OpenItem { OpenItem(item: entry.item, attempts: entry.attempts.count) }
    /// Neither ended nor taken: these two never change back.
    var isLive: Bool { state != .final && entry.takenBy == nil }
    var isPending: Bool { state == .pending && entry.takenBy == nil }
    var isQueued: Bool { isPending && entry.item.boundUID == nil }

    var status: ItemStatus {
        switch state {
        case .pending: .pending
        case .inHand, .inDoubt: .inDoubt
        case .final: entry.outcome?.status ?? .invalid
        }
    }
}
