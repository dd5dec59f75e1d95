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
        try wake(&channel)
        return .refused
    }
}
