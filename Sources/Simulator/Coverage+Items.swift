import Jobs
import Provisioning
import Tags

extension Coverage {
    /// What becomes of items.
    enum ItemTransition: Int, CaseIterable, CoveredState {
        case beginsPending
        case beginsInvalid
        /// Taken over from an earlier run, where it did not succeed.
        case takenOver
        case takenOverInDoubt
        /// Taken over from an earlier run, where it was in doubt, and given to a new tag.
        case takenOverReleased
        case pendingToInHand
        /// The tag that it waits for is rejected before it is in hand.
        case pendingToFailed
        case inHandToWritten
        case inHandToUnchanged
        /// Its tag was rejected.
        case inHandToPending
        /// A write began and failed.
        case attemptToPending
        /// Its tag or reader was lost before the tag could hold it.
        case lossToPending
        /// It waits for this very tag, which was rejected.
        case rejectionToFailed
        case attemptsUsedToFailed
        case halfDoneToFailed
        /// Its tag or reader was lost.
        case lossToInDoubt
        /// The reader does not answer any more.
        case stuckToInDoubt
        /// The process died, or the journal failed, after its write had begun.
        case deathToInDoubt
        /// The process died, or the journal failed, before its write had begun.
        case deathToPending
        case inDoubtToInHand
        /// The tag that it is in doubt on is rejected before it is in hand.
        case inDoubtToFailed
        /// It was on the tag, as it is to be.
        case settledAsFound
        case settledByWrite
        case settledToFailed
        case settledHalfDone
        /// Its tag was rejected for a reason that passes.
        case rejectionToInDoubtAgain
        case attemptToInDoubtAgain
        case deathToInDoubtAgain
        /// In doubt, and given to a new tag when the run was resumed.
        case released

        static let kind = Kind.itemTransitions
    }
}

/// Where the items of a run are, as the journal was told.
struct ItemPlaces {
    enum Place: UInt8 {
        case pending
        case inHand
        case writing
        case inDoubt
        case settling
        case rewriting
        case ended
    }

    private var keys: [ItemKey] = []
    private var places: [Place] = []

    init() {}

    init(_ opening: RunOpening) {
        keys = opening.items.map(\.key)
        places = opening.items.map { item in
            if item.fault != nil { return .ended }
            return opening.inDoubt[item.key] == nil ? .pending : .inDoubt
        }
    }

    private func index(of key: ItemKey) -> Int? { keys.firstIndex(of: key) }

    mutating func take(_ key: ItemKey, settles: Bool) -> Coverage.ItemTransition? {
        guard let index = index(of: key) else { return nil }
        places[index] = settles ? .settling : .inHand
        return settles ? .inDoubtToInHand : .pendingToInHand
    }

    mutating func intend(_ key: ItemKey) {
        guard let index = index(of: key) else { return }
        places[index] = places[index] == .settling ? .rewriting : .writing
    }

    mutating func conclude(_ key: ItemKey, _ outcome: Outcome) -> Coverage.ItemTransition? {
        guard let index = index(of: key) else { return nil }
        let place = places[index]
        places[index] =
            switch outcome.status {
            case .pending: .pending
            case .inDoubt: .inDoubt
            case .written, .unchanged, .failed, .invalid: .ended
            }
        return Coverage.ItemTransition(from: place, to: outcome)
    }

    /// The tag was let go, and nothing becomes of the item.
    mutating func letGo(_ key: ItemKey) -> Coverage.ItemTransition? {
        guard let index = index(of: key) else { return nil }
        switch places[index] {
        case .inHand, .writing:
            places[index] = .pending
            return .inHandToPending
        case .settling, .rewriting:
            places[index] = .inDoubt
            return .rejectionToInDoubtAgain
        case .pending, .inDoubt, .ended: return nil
        }
    }

    /// A process has ended: what it left in the middle is told one by one.
    mutating func leave(_ told: (Coverage.ItemTransition) -> Void) {
        for index in places.indices {
            switch places[index] {
            case .inHand:
                places[index] = .pending
                told(.deathToPending)
            case .writing:
                places[index] = .inDoubt
                told(.deathToInDoubt)
            case .settling, .rewriting:
                places[index] = .inDoubt
                told(.deathToInDoubtAgain)
            case .pending, .inDoubt, .ended: break
            }
        }
    }

    /// Gives free what is in doubt; how many items that are.
    mutating func release() -> Int {
        var count = 0
        for index in places.indices where places[index] == .inDoubt {
            places[index] = .pending
            count += 1
        }
        return count
    }
}

extension Coverage.ItemTransition {
    /// Nil: no such thing happens.
    fileprivate init?(from place: ItemPlaces.Place, to outcome: Outcome) {
        let isHalfDone = outcome.reason?.isHalfDone == true
        switch (place, outcome.status) {
        case (.pending, .failed): self = .pendingToFailed
        case (.inDoubt, .failed): self = .inDoubtToFailed
        case (.inHand, .written), (.writing, .written): self = .inHandToWritten
        case (.inHand, .unchanged), (.writing, .unchanged): self = .inHandToUnchanged
        case (.inHand, .failed): self = isHalfDone ? .halfDoneToFailed : .rejectionToFailed
        case (.writing, .failed): self = isHalfDone ? .halfDoneToFailed : .attemptsUsedToFailed
        case (.inHand, .pending), (.writing, .pending):
            self = outcome.reason?.isLoss == true ? .lossToPending : .attemptToPending
        case (.inHand, .inDoubt), (.writing, .inDoubt):
            self = outcome.reason == .readerError ? .stuckToInDoubt : .lossToInDoubt
        case (.settling, .written): self = .settledAsFound
        case (.rewriting, .written): self = .settledByWrite
        case (.settling, .failed), (.rewriting, .failed): self = isHalfDone ? .settledHalfDone : .settledToFailed
        case (.settling, .inDoubt), (.rewriting, .inDoubt): self = .attemptToInDoubtAgain
        default: return nil
        }
    }
}

extension Reason {
    /// Tag or reader went away.
    fileprivate var isLoss: Bool { self == .tagRemoved || self == .tagChanged || self == .readerLost }
}
