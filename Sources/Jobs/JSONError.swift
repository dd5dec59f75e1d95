/// Why a text is no JSON: the rule that it broke and where. Shows none of the text. Equal when the codes are.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case endOfText = "json-end"
        case unexpected = "json-unexpected"
        /// A control character, an open end or an unknown escape in a string.
        case badString = "json-string"
        /// Bytes that are no UTF-8, or half a surrogate pair.
        case badUnicode = "json-unicode"
        /// Malformed or too large.
        case badNumber = "json-number"
        case nameTwice = "json-name-twice"
        case tooDeep = "json-too-deep"
        /// Something follows the value.
        case trailing = "json-trailing"
    }

    public var code: Code
    public var place: TextPlace
    /// One sentence, without the place.
    public var context: String

    public init(_ code: Code, at place: TextPlace, context: String) {
        self.code = code
        self.place = place
        self.context = context
    }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { "\(place): \(context)" }
}
