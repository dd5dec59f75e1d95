public import Jobs
public import Tags

/// Where the procedure gets the password of a tag from. Called from any reader's thread.
///
/// A tag may count wrong passwords and close for ever: so it is asked with a wrong one at most once in a run, whatever
/// reader it is laid on.
public protocol PasswordSource: AnyObject, Sendable {
    /// Nil where none was given for this tag, or this tag has refused it.
    func password(of uid: UID) -> TagPassword?

    /// The tag refused its password: it is not tried again.
    func wasRefused(by uid: UID)
}

extension Presentation {
    /// The words of a detail that say that the tag refused its password.
    static let passwordRefused = "it refused the password given for it"

    /// Whether the tag refused its password, or may have: it is not asked with it again in this run.
    public var mayHaveRefusedPassword: Bool {
        reason == .protectIncomplete || reason == .tagPassword && detail.contains(Self.passwordRefused)
    }
}
