public import Provisioning
public import Tags
import Threads

/// The passwords that a command was given, and what became of them: a tag that refused its password is not asked with it
/// again, whatever reader it is laid on.
public final class GivenPasswords: PasswordSource {
    private let passwords: TagPasswords
    private let refusals: Guarded<Set<UID>>

    /// - Parameter refusedBy: tags that refused their password in this run before.
    public init(_ passwords: TagPasswords, refusedBy tags: Set<UID> = []) {
        self.passwords = passwords
        refusals = Guarded(tags)
    }

    public func password(of uid: UID) -> TagPassword? {
        refusals.withLock { $0.contains(uid) } ? nil : passwords.password(of: uid)
    }

    public func wasRefused(by uid: UID) { refusals.withLock { _ = $0.insert(uid) } }
}
