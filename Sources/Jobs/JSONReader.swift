/// Which JSON a text is read as.
public enum JSONDialect: Hashable, Sendable {
    /// RFC 8259, to the letter: what programs write.
    case json
    /// The specification at json5.org, version 1.0.0: JSON with comments, commas at the end, names without quotes,
    /// single quotes, hexadecimal numbers and line breaks in strings. Infinity and NaN are refused. What people write.
    case json5
}

extension JSONValue {
    /// How many arrays and objects may stand in one another. Nothing of ours nests deeper than 10; the stack of a
    /// reader's thread bears far more.
    public static let depthMaximum = 64

    /// Reads one JSON value with blanks around it and nothing after it. Time and memory are linear in the text.
    ///
    /// Members keep their order. A number without fraction and exponent that fits 64 bits becomes `int`, any other
    /// `number`. Throws for the first broken rule, for a name that stands twice in one object, and beyond
    /// `depthMaximum`.
    public init(parsing text: String, as dialect: JSONDialect = .json) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), as: dialect)
    }

    /// Reads one JSON value out of UTF-8 bytes without a byte order mark.
    public init(parsing bytes: [UInt8], as dialect: JSONDialect = .json) throws(JSONError) {
        var reader = JSONReader(bytes: bytes, isJSON5: dialect == .json5)
        self = try reader.document()
    }
}

/// A member's name, compared by its bytes, as JSON compares names; String would bring them into one form first, which takes
/// long where somebody means it to.
private struct NameBytes: Hashable {
    let name: String

    static func == (one: Self, other: Self) -> Bool { one.name.utf8.elementsEqual(other.name.utf8) }

    func hash(into hasher: inout Hasher) {
        var name = name
        name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// JSON by recursive descent over bytes; strings and numbers are in JSONReader+Scalars.swift.
struct JSONReader {
    let bytes: [UInt8]
    let isJSON5: Bool
    /// The next byte to be read.
    var offset = 0

    init(bytes: [UInt8], isJSON5: Bool) {
        self.bytes = bytes
        self.isJSON5 = isJSON5
    }

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    func error(_ code: JSONError.Code, _ context: String, at place: Int? = nil) -> JSONError {
        JSONError(code, at: TextPlace(of: place ?? offset, in: bytes[...]), context: context)
    }

    mutating func document() throws(JSONError) -> JSONValue {
        if let invalid = bytes[...].firstInvalidUTF8 { throw error(.badUnicode, "this is not UTF-8", at: invalid) }
        try skipBlanks()
        let result = try value(depth: 0)
        try skipBlanks()
        guard next == nil else { throw error(.trailing, "something follows the end of the value") }
        return result
    }

    /// RFC 8259, 3. Stands on the first byte of the value.
    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard let byte = next else { throw error(.endOfText, "the text ends where a value should stand") }
        switch byte {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "'") where isJSON5: return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "+") where isJSON5, UInt8(ascii: ".") where isJSON5: return try number()
        default:
            for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
            where bytes[offset...].starts(with: word.utf8) {
                offset += word.utf8.count
                return value
            }
            throw error(.unexpected, "this is no value; a string stands in quotes")
        }
    }

    /// RFC 8259, 4.
    private mutating func members(depth: Int) throws(JSONError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        var names: Set<NameBytes> = []
        try list(closedBy: UInt8(ascii: "}"), depth: depth) { (reader) throws(JSONError) in
            let start = reader.offset
            let name = try reader.name()
            guard names.insert(NameBytes(name: name)).inserted else {
                throw reader.error(.nameTwice, "this name stands twice in one object", at: start)
            }
            try reader.skipBlanks()
            guard reader.skip(UInt8(ascii: ":")) else {
                throw reader.error(reader.next == nil ? .endOfText : .unexpected, "a : must follow the name")
            }
            try reader.skipBlanks()
            members.append(JSONValue.Member(name, try reader.value(depth: depth + 1)))
        }
        return members
    }

    /// RFC 8259, 5.
    private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try list(closedBy: UInt8(ascii: "]"), depth: depth) { (reader) throws(JSONError) in
            elements.append(try reader.value(depth: depth + 1))
        }
        return elements
    }

    /// What stands in brackets or braces, commas between. `element` is called on the first byte of each.
    private mutating func list(
        closedBy end: UInt8, depth: Int, element: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        let start = offset
        let isObject = end == UInt8(ascii: "}")
        guard depth < JSONValue.depthMaximum else {
            throw error(.tooDeep, "more than \(JSONValue.depthMaximum) arrays and objects stand within one another")
        }
        offset += 1
        try skipBlanks()
        if skip(end) { return }
        while next != nil {
            try element(&self)
            try skipBlanks()
            if skip(end) { return }
            guard next != nil else { break }
            guard skip(UInt8(ascii: ",")) else {
                throw error(.unexpected, "a , or \(isObject ? "}" : "]") must stand here")
            }
            try skipBlanks()
            if isJSON5, skip(end) { return }
        }
        throw error(.endOfText, "the \(isObject ? "{" : "[") that stands here is never closed", at: start)
    }

    /// Blanks (RFC 8259, 2), and in JSON5 those of Unicode and comments.
    private mutating func skipBlanks() throws(JSONError) {
        while let byte = next {
            if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                offset += 1
                continue
            }
            guard isJSON5 else { return }
            switch byte {
            case UInt8(ascii: "/"):
                guard try skipComment() else { return }
            default:
                guard let (scalar, length) = scalar(), scalar.properties.isWhitespace || scalar == "\u{FEFF}" else {
                    return
                }
                offset += length
            }
        }
    }

    /// False where the slash begins no comment.
    private mutating func skipComment() throws(JSONError) -> Bool {
        let start = offset
        let rest = bytes[(offset + 1)...]
        switch rest.first {
        case UInt8(ascii: "/"):
            while let (scalar, length) = scalar(), !["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar) {
                offset += length
            }
        case UInt8(ascii: "*"):
            var end = offset + 2
            while end + 1 < bytes.count, !(bytes[end] == UInt8(ascii: "*") && bytes[end + 1] == UInt8(ascii: "/")) {
                end += 1
            }
            guard end + 1 < bytes.count else {
                throw error(.endOfText, "the comment that begins here has no */", at: start)
            }
            offset = end + 2
        default: return false
        }
        return true
    }

    /// The scalar that stands here, and its bytes; nil at the end. The text was found to be UTF-8 before.
    func scalar() -> (scalar: Unicode.Scalar, length: Int)? {
        guard let first = next else { return nil }
        let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let text = String(decoding: bytes[offset..<min(offset + length, bytes.count)], as: UTF8.self)
        return text.unicodeScalars.first.map { ($0, length) }
    }
}

extension ArraySlice<UInt8> {
    /// The index of the first byte that is no UTF-8 (RFC 3629); nil where all of it is.
    package var firstInvalidUTF8: Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: span)
            return nil
        } catch {
            return startIndex + error.byteOffsets.lowerBound
        }
    }
}
