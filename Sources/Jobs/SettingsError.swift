/// Why settings were refused. Two errors are equal when code and key are.
public struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case notAnObject = "settings-not-an-object"
        case unknownKey = "settings-unknown-key"
        case wrongType = "settings-wrong-type"
        /// A value that is not one of those allowed, or out of range.
        case badValue = "settings-bad-value"
    }

    public var code: Code
    /// The key, with a path where it lies deeper: `duplicates.sku`, `records[2].type`.
    public var key: String
    /// One sentence that says what is wrong and what is allowed.
    public var context: String

    public init(_ code: Code, key: String, context: String) {
        self.code = code
        self.key = key
        self.context = context
    }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code && left.key == right.key }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(key)
    }

    public var description: String { context }
}
