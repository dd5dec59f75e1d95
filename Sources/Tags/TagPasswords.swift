/// The passwords that were given: one for every tag, or one for each of some.
///
/// Shown nowhere, as `TagPassword`.
public enum TagPasswords: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    case one(TagPassword)
    case byUID([UID: TagPassword])

    /// Nil where none was given for this tag.
    public func password(of uid: UID) -> TagPassword? {
        switch self {
        case .one(let password): password
        case .byUID(let passwords): passwords[uid]
        }
    }

    /// Whether any of them is known to everybody.
    public var haveWidelyKnown: Bool {
        switch self {
        case .one(let password): password.isWidelyKnown
        case .byUID(let passwords): passwords.values.contains(where: \.isWidelyKnown)
        }
    }

    public var description: String {
        switch self {
        case .one: "a password"
        case .byUID(let passwords): "passwords of \(passwords.count) tags"
        }
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
