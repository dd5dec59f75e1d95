import Jobs
import Tags

/// Readers on which tag after tag fails while the others go well: they are put aside, and what they offered goes to another
/// (Documentation/Decisions/quarantine.md).
extension Coordinator {
    /// The tags that failed in a row on one reader, and what the other readers came to in that time.
    struct Streak: Hashable, Sendable {
        var tags: Set<UID> = []
        /// Failures of what gave no UID; none is known to be the same as another.
        var unnamed = 0
        var madeByOthers = 0
        var failedByOthers = 0

        var length: Int { tags.count + unnamed }
    }

    /// Why a reader is in quarantine, in a sentence; nil for one that is not.
    public func quarantine(of reader: String) -> String? {
        place(of: reader).flatMap { quarantine(at: $0) }
    }

    /// As above, of the reader at this place in the order of their names.
    package func quarantine(at place: Int) -> String? { readers[place].quarantine }

    package func isInQuarantine(at place: Int) -> Bool { readers[place].quarantine != nil }

    /// Takes into account what came of a tag: whether it is one more failure of its reader, and what it says of the others'.
    mutating func weigh(_ presentation: Presentation, at place: Int?) {
        switch presentation.result {
        case .written, .unchanged:
            if let place { readers[place].streak = Streak() }
            for other in readers.indices where other != place { readers[other].streak.madeByOthers += 1 }
        case .failed, .inDoubt, .rejected:
            // What is laid on a reader in quarantine is turned away unseen: that is no failure of anybody.
            let isAside = place.map { readers[$0].quarantine != nil } ?? false
            guard presentation.reason?.mayBeTheReaders == true, !isAside else { return }
            for other in readers.indices where other != place && readers[other].streak.length > 0 {
                readers[other].streak.failedByOthers += 1
            }
            guard let place else { return }
            if readers[place].streak.length == 0 { readers[place].streak = Streak() }
            if let uid = presentation.uid {
                readers[place].streak.tags.insert(uid)
            } else {
                readers[place].streak.unnamed += 1
            }
            isolate(place)
        case .ignored: break
        }
    }

    /// Puts the reader aside where enough tags in a row failed on it, while the others made as many and failed on one in four
    /// of theirs at most, and one of them can be used.
    private mutating func isolate(_ place: Int) {
        guard let limit = policy.quarantine, readers[place].streak.length >= limit else { return }
        let streak = readers[place].streak
        guard
            streak.madeByOthers >= limit, streak.failedByOthers * 4 <= streak.madeByOthers,
            readers.indices.contains(where: { $0 != place && readers[$0].isUsable })
        else { return }
        let tags = streak.length == 1 ? "a tag failed on it" : "\(streak.length) tags in a row failed on it"
        readers[place].quarantine = "\(tags) while the other readers made \(streak.madeByOthers)"
        readers[place].offer = nil
    }

    /// A reader that fails is better than none: where no other can be used any more, those in quarantine are taken back.
    mutating func takeBackFromQuarantine() {
        guard !readers.indices.contains(where: { readers[$0].isUsable }) else { return }
        for place in readers.indices where readers[place].quarantine != nil {
            readers[place].quarantine = nil
            readers[place].streak = Streak()
        }
    }
}

extension Reason {
    /// Whether a tag that failed for this reason may have failed by its reader: an exchange or a write that went wrong. What a
    /// tag is by itself, and what a hand does that takes it away, says nothing of the reader.
    fileprivate var mayBeTheReaders: Bool {
        switch self {
        case .readerError, .writeFailed, .verifyMismatch, .lockIncomplete, .protectIncomplete: true
        default: false
        }
    }
}
