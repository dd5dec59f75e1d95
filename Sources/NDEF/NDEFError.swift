/// Why bytes are no NDEF message, or values cannot be written as one.
public struct NDEFError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case fieldTooLong = "a field is longer than its length allows"
    }

    public var code: Code

    public init(_ code: Code) { self.code = code }

    public var description: String { code.rawValue }
}
