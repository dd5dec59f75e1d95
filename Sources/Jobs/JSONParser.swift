/// Why a text is no JSON: the rule that it broke and where. Shows none of the text.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case endOfText = "the text ends too early"
        case unexpected = "a byte that cannot stand here"
        case badString = "a control character or an unknown escape in a string"
        case badUnicode = "bytes that are no UTF-8, or half a surrogate pair"
        case badNumber = "a number that is malformed or too large"
        case tooDeep = "too many levels"
        case trailing = "something follows the value"
    }

    public var code: Code
    /// Bytes from the beginning of the text, from 0.
    public var offset: Int

    public init(_ code: Code, offset: Int) {
        self.code = code
        self.offset = offset
    }

    public var description: String { "\(code.rawValue) (byte \(offset))" }
}

extension JSONValue {
    /// How many arrays and objects may stand in one another. Nothing of ours nests deeper than 10; the stack of a
    /// reader's thread bears far more.
    public static let depthMaximum = 64

    /// Reads one JSON value (RFC 8259) with blanks around it and nothing after it.
    ///
    /// Members keep their order; a name that stands twice is kept twice. A number without fraction and exponent that
    /// fits 64 bits becomes `int`, any other `number`.
    public init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

    /// Reads one JSON value out of UTF-8 bytes.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(bytes: bytes)
        self = try parser.document()
    }
}

/// RFC 8259, by recursive descent over bytes. Time and memory are linear in the text; the depth is bounded.
private struct JSONParser {
    private let bytes: [UInt8]
    private var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONError) -> JSONValue {
        let result = try value(depth: 0)
        skipBlanks()
        guard offset == bytes.count else { throw JSONError(.trailing, offset: offset) }
        return result
    }

    /// RFC 8259, 3.
    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipBlanks()
        switch try peek() {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw JSONError(.unexpected, offset: offset)
        }
    }

    /// RFC 8259, 4.
    private mutating func members(depth: Int) throws(JSONError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        try list(closedBy: UInt8(ascii: "}"), depth: depth) { (parser) throws(JSONError) in
            guard try parser.peek() == UInt8(ascii: "\"") else {
                throw JSONError(.unexpected, offset: parser.offset)
            }
            let name = try parser.string()
            parser.skipBlanks()
            guard try parser.peek() == UInt8(ascii: ":") else {
                throw JSONError(.unexpected, offset: parser.offset)
            }
            parser.offset += 1
            members.append(JSONValue.Member(name, try parser.value(depth: depth + 1)))
        }
        return members
    }

    /// RFC 8259, 5.
    private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try list(closedBy: UInt8(ascii: "]"), depth: depth) { (parser) throws(JSONError) in
            elements.append(try parser.value(depth: depth + 1))
        }
        return elements
    }

    private mutating func list(
        closedBy end: UInt8, depth: Int, element: (inout JSONParser) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard depth < JSONValue.depthMaximum else { throw JSONError(.tooDeep, offset: offset) }
        offset += 1
        skipBlanks()
        if try peek() == end {
            offset += 1
            return
        }
        while true {
            skipBlanks()
            try element(&self)
            skipBlanks()
            let next = try peek()
            guard next == end || next == UInt8(ascii: ",") else { throw JSONError(.unexpected, offset: offset) }
            offset += 1
            if next == end { return }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard try peek() == word.utf8Start[index] else { throw JSONError(.unexpected, offset: offset) }
            offset += 1
        }
        return value
    }

    /// RFC 8259, 6: no leading zero, no plus sign, digits on both sides of the point.
    private mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        skip(UInt8(ascii: "-"))
        let first = offset
        try digits(from: start)
        if bytes[first] == UInt8(ascii: "0"), offset - first > 1 { throw JSONError(.badNumber, offset: start) }
        var isWhole = true
        if skip(UInt8(ascii: ".")) {
            isWhole = false
            try digits(from: start)
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isWhole = false
            if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
            try digits(from: start)
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let value = Int64(text) { return .int(value) }
        guard let value = Double(text), value.isFinite else { throw JSONError(.badNumber, offset: start) }
        return .number(value)
    }

    private mutating func digits(from start: Int) throws(JSONError) {
        let first = offset
        while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
        guard offset > first else { throw JSONError(offset < bytes.count ? .badNumber : .endOfText, offset: start) }
    }

    /// RFC 8259, 7.
    private mutating func string() throws(JSONError) -> String {
        let start = offset
        offset += 1
        var content: [UInt8] = []
        while true {
            let byte = try peek()
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw JSONError(.badUnicode, offset: start)
                }
                return text
            case UInt8(ascii: "\\"):
                offset += 1
                content.append(contentsOf: Array(String(try escaped()).utf8))
            case 0..<0x20:
                throw JSONError(.badString, offset: offset)
            default:
                content.append(byte)
                offset += 1
            }
        }
    }

    private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
        let byte = try peek()
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode()
        default: throw JSONError(.badString, offset: offset - 1)
        }
    }

    /// Four hex digits, and four more where they begin a surrogate pair.
    private mutating func unicode() throws(JSONError) -> Unicode.Scalar {
        let start = offset
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00 else { throw JSONError(.badUnicode, offset: start) }
        for expected in "\\u".utf8 {
            guard try peek() == expected else { throw JSONError(.badUnicode, offset: start) }
            offset += 1
        }
        let low = try codeUnit()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw JSONError(.badUnicode, offset: start) }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            let byte = try peek()
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw JSONError(.badString, offset: offset)
            }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }

    private mutating func skipBlanks() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    @discardableResult private mutating func skip(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    private func peek() throws(JSONError) -> UInt8 {
        guard offset < bytes.count else { throw JSONError(.endOfText, offset: offset) }
        return bytes[offset]
    }
}
