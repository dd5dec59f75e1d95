import ReaderModels
import Tags

/// What a tag said to a password.
enum PasswordAnswer: Hashable {
    /// The tag is open until its next activation.
    case accepted(acknowledgement: [UInt8])
    /// The tag refused it, or did not answer; it was activated again.
    case refused
    /// The reader does not pass the command.
    case notPassed
}

extension Type2Session {
    /// Whether a password opened the tag: pages from AUTH0 on are read and written like others.
    var isOpen: Bool { password != nil }

    /// PWD_AUTH (NXP NTAG213/215/216 data sheet rev. 3.2, 10.7). What was read stays known.
    ///
    /// A tag may count wrong passwords and close for ever: the caller asks once with one that was refused, and tells its
    /// `PasswordSource`.
    mutating func authenticate(
        with password: TagPassword, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> PasswordAnswer {
        guard model.passThrough != .none else { return .notPassed }
        if let acknowledgement = try passThrough(.passwordAuthentication(password.password), &channel) {
            return .accepted(acknowledgement: acknowledgement)
        }
        try wake(&channel, opening: false)
        return .refused
    }

    /// Opens the tag, and keeps it open when it has to be woken. Pages that were refused count as unread then.
    mutating func open(
        with password: TagPassword, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> PasswordAnswer {
        let answer = try authenticate(with: password, &channel)
        guard case .accepted(let acknowledgement) = answer else { return answer }
        self.password = password
        self.acknowledgement = acknowledgement
        usesPassThrough = versionAnswer != nil
        for page in 0..<memory.end where memory[state: page] == .refused { memory[state: page] = .unread }
        return answer
    }

    /// Gives the password that opened the tag before. It was right, so asking once more, should the answer get lost, is no
    /// guess.
    mutating func openAgain(
        with password: TagPassword, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        for _ in 0..<2 {
            if case .accepted = try authenticate(with: password, &channel) { return }
        }
        throw Rejection(.readerError, "the tag was opened by its password, and does not open again")
    }
}
