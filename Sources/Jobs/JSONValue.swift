/// A JSON value whose objects keep the order of their members, so that what is written is the same byte for byte.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member of that name, of an object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Compact JSON on one line (RFC 8259). Control characters are escaped; U+2028 and U+2029 too.
    public var compact: String { text(JSONWriter()) }

    /// JSON over lines, indented by two blanks, without a final newline.
    public var indented: String { text(JSONWriter(isIndented: true)) }

    private func text(_ writer: JSONWriter) -> String {
        var writer = writer
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// A string, or null where there is none.
    package static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// A whole number, or null where there is none.
    package static func count(_ count: (some BinaryInteger)?) -> JSONValue {
        count.map { .int(Int64(clamping: $0)) } ?? .null
    }
}
