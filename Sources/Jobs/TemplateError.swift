/// Why a template cannot be used. Two errors are equal when their codes are.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case unclosed = "template-unclosed"
        case strayBrace = "template-brace"
        case emptyName = "template-name"
        /// A form behind a colon that is not known, or that this place does not take.
        case badFormat = "template-format"
        /// A text behind a bar that cannot be used.
        case badFallback = "template-fallback"
    }

    public var code: Code
    public var context: String

    public init(_ code: Code, context: String) {
        self.code = code
        self.context = context
    }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { context }
}
