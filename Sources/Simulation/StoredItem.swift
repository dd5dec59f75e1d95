import Jobs
import Provisioning
import Tags

/// An item of a run in a `MemoryJournal`.
struct StoredItem: Sendable {
    enum State {
        case pending, inHand, inDoubt, final
    }

    var entry: ItemEntry
    /// Of its message; nil: nobody asked for it yet.
    var digest: [UInt8]?
    var state: State
    /// The tag on which it is in hand, in doubt or ended, and that may take no other item of the run.
    var heldUID: UID?
    /// It was handed out, and is handed out no more.
    var isClaimed = false

    init(_ item: Item) {
        entry = ItemEntry(item: item)
        state = .pending
    }

    var key: ItemKey { entry.item.key }
    var open: OpenItem { OpenItem(item: entry.item, attempts: entry.attempts.count) }
    /// Neither ended nor taken: these two never change back.
    var isLive: Bool { state != .final && entry.takenBy == nil }
    var isPending: Bool { state == .pending && entry.takenBy == nil }
    var isQueued: Bool { isPending && entry.item.boundUID == nil }

    mutating func closeAttempt(_ outcome: Outcome) {
        entry.attempts[entry.attempts.count - 1].outcome = outcome
    }

    /// Nothing comes of what was in hand any more.
    mutating func leaveInDoubt() {
        guard let attempt = entry.attempts.last else { return }
        let outcome = Outcome(leftBy: attempt)
        closeAttempt(outcome)
        (entry.outcome, state) = (outcome, .inDoubt)
    }

    /// An item that a later run took stays as it is.
    mutating func releaseInDoubt() {
        guard isLive, state == .inDoubt, let uid = heldUID else { return }
        entry.releasedFrom.append(uid)
        (entry.outcome, state, heldUID) = (nil, .pending, nil)
    }

    mutating func forget() {
        (entry.item.cells, entry.item.message, entry.item.summary, digest) = ([], [], "", [])
        entry.item.uidPlaces = []
        guard entry.item.fault != nil else { return }
        let fault = "what was wrong with this row was forgotten"
        entry.item.fault = fault
        entry.outcome?.detail = fault
    }

    var status: ItemStatus {
        switch state {
        case .pending: .pending
        case .inHand, .inDoubt: .inDoubt
        case .final: entry.outcome?.status ?? .invalid
        }
    }
}
