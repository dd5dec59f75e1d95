/// Why a rack cannot be built or presented.
public struct RackError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case unknownKey = "unknown key"
        case missing = "missing value"
        case badValue = "bad value"
        /// More than is allowed.
        case tooMany = "too many"
        /// Two places of the file contradict each other.
        case conflict = "conflict"
        /// Known, and of a later version.
        case notBuilt = "not built yet"
        /// vpcd's driver is not installed.
        case noDriver = "no driver"
        case cannotWrite = "cannot write"
        /// No virtual reader of pcscd listens, or it hung up.
        case cannotConnect = "cannot connect"
    }

    public let code: Code
    /// A sentence that names the place; safe to log.
    public let context: String

    public init(_ code: Code, context: String) {
        self.code = code
        self.context = context
    }

    /// Errors are equal when their codes are.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { context }
}
