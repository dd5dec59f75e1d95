import Tags

/// How a tag stands to an expectation.
struct TagComparison: Hashable, Sendable {
    /// In the order of `Difference.Kind`, then of the records; none where the tag is as expected.
    var differences: [Difference]
    /// What was not compared, in a sentence; nil where everything was.
    var note: String?
}

extension Expectation {
    /// Compares a tag, whatever it is.
    func comparison(with tag: ObservedTag, exactly: Bool) -> TagComparison {
        var differences = stateDifferences(of: tag)
        guard let expected = composed(for: tag.uid) else {
            switch tag.verdict {
            case .message, .empty: differences.append(.noUID(tag.uid))
            case .notNDEF, .damaged, .unreadable:
                differences += MessageComparison(of: self, exactly: exactly).differences(of: tag, holding: nil)
            }
            return TagComparison(differences: differences.inOrder)
        }
        let mirror = MirrorComparison(of: tag, with: expected)
        let forSDM = expected.bytesFilledBySDM(on: tag)
        let isHeld = expected.isHeldAsComposed(by: tag, exactly: exactly)
        if !isHeld {
            let held = mirror.leftOut ?? expected.leftOut(forSDM, of: tag)
            differences += MessageComparison(of: expected, exactly: exactly).differences(of: tag, holding: held)
        }
        differences += mirror.differences(isHeld: isHeld)
        return TagComparison(differences: differences.inOrder, note: forSDM?.note ?? mirror.note)
    }

    /// Whether the tag holds the message that is expected of a tag of its UID.
    func isHeld(by tag: ObservedTag, exactly: Bool) -> Bool {
        guard let expected = composed(for: tag.uid) else { return false }
        return expected.isHeldAsComposed(by: tag, exactly: exactly)
    }

    /// Whether the tag holds this message: as it is read, or with what the tag fills by itself left out.
    private func isHeldAsComposed(by tag: ObservedTag, exactly: Bool) -> Bool {
        let asRead = leftOut(bytesFilledBySDM(on: tag), of: tag)
        if holdsMessage(tag, as: asRead, exactly: exactly) { return true }
        guard tag.mirror != nil else { return false }
        // The mirror is also left out of a message that says the same in other bytes.
        let others = [MirrorComparison(of: tag, with: self).leftOut, WholeMirror(on: tag)?.unveiled]
        return others.contains { $0 != nil && holdsMessage(tag, as: $0, exactly: exactly) }
    }

    private func leftOut(_ filled: FilledBytes?, of tag: ObservedTag) -> [UInt8]? {
        tag.message.map { filled?.replaced(in: $0, by: message) ?? $0 }
    }

    private func stateDifferences(of tag: ObservedTag) -> [Difference] {
        var differences: [Difference] = []
        if let uid, uid != tag.uid { differences.append(.differs(.uid, uid, tag.uid, "the UID")) }
        if let chip, chip != tag.chip { differences.append(.differs(.chip, chip, tag.chip, "the chip")) }
        if let lockState, lockState != tag.lockState {
            differences.append(.differs(.lockState, lockState.rawValue, tag.lockState.rawValue, "the lock state"))
        }
        if let genuine, genuine != tag.genuine {
            differences.append(.differs(.genuine, genuine.rawValue, tag.genuine.rawValue, "genuine"))
        }
        return differences
    }

    /// Whether the tag's chip, lock state, signature and mirror are as expected; UID and message are not looked at.
    func permitsState(of tag: ObservedTag) -> Bool {
        (chip == nil || chip == tag.chip) && (lockState == nil || lockState == tag.lockState)
            && (genuine == nil || genuine == tag.genuine) && hasMirror(tag)
    }

    private func holdsMessage(_ tag: ObservedTag, as held: [UInt8]?, exactly: Bool) -> Bool {
        ComparedMessage(tag, holding: held, exactly: exactly) == ComparedMessage(self, exactly: exactly)
    }

    /// The bytes that Secure Dynamic Messaging fills, where the tag's message has as many bytes as this one; nil where there
    /// are none.
    private func bytesFilledBySDM(on tag: ObservedTag) -> FilledBytes? {
        guard tag.chip == .ntag424, let there = tag.message, there.count == message.count,
            let places = FilledBytes(placesForSDMIn: message), places.areHexDigits(in: there)
        else { return nil }
        // Zeros that are there as they are expected were not filled.
        return there == message ? nil : places
    }
}

extension Difference {
    fileprivate static func differs(
        _ kind: Kind, _ expected: some CustomStringConvertible, _ found: (some CustomStringConvertible)?, _ name: String
    ) -> Self {
        let there = found.map { "it is \($0)" } ?? "it is not known"
        return Self(kind, detail: "\(name) \(expected) is expected, and \(there)")
    }

    /// The UID has a place in the message, and the tag's does not go there.
    fileprivate static func noUID(_ uid: UID?) -> Self {
        let there = uid.map { "this one's has \($0.bytes.count * 2)" } ?? "this one's is not known"
        return Self(
            .uid, detail: "the message is expected to name its tag by a UID of \(UIDPlace.digits) digits, and \(there)")
    }
}
