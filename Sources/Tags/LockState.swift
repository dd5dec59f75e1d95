/// How writable a tag is, told from its bits alone (contract, section 5).
public enum LockState: String, Hashable, Sendable, CaseIterable {
    case writable
    /// Some page of the data area is locked, not all.
    case partlyLocked = "partly-locked"
    /// Every page of the data area is locked.
    case locked
    /// The capability container says so; the lock bits do not.
    case readOnly = "read-only"
    case passwordWrite = "password-write"
    case passwordReadWrite = "password-read-write"
    case notNDEF = "not-ndef"
    case unknown
}
