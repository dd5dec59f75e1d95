/// A text record, well-known type `T`: a status byte, a language code and the text (RTD Text 1.0, 3.2).
///
/// ```
/// byte 0   bit 7: 0 UTF-8, 1 UTF-16; bit 6: reserved, 0; bits 5 to 0: bytes of the language code
///          language code, US-ASCII
///          text
/// ```
public struct TextRecord: Sendable {
    /// The type on the wire.
    public static let type: [UInt8] = [0x54]

    public enum Encoding: String, Hashable, Sendable, CaseIterable {
        case utf8 = "UTF-8"
        case utf16 = "UTF-16"
    }

    enum Status {
        static let utf16: UInt8 = 0x80
        static let reserved: UInt8 = 0x40
        static let languageLength: UInt8 = 0x3F
    }

    public let text: String
    /// An IANA language code, such as `en` or `de-CH`. May be empty in a record that was read: the standard wants
    /// a code, but records without one are about, and their text is sound.
    public let language: String
    /// How the text stood in a record that was read. `record` writes UTF-8 whatever this says.
    public let encoding: Encoding

    /// - Parameters:
    ///   - text: any text, the empty one too.
    ///   - language: 1 to 63 ASCII letters, digits and hyphens. That it names a language is not checked.
    /// - Throws: `invalidLanguage`.
    public init(_ text: String, language: String) throws(NDEFError) {
        guard (1...NDEFLimits.languageBytes).contains(language.utf8.count) else {
            throw NDEFError(.invalidLanguage, offset: 0, context: "length \(language.utf8.count), 1 to 63 allowed")
        }
        for byte in language.utf8 where !TextRecord.isLanguageByte(byte) {
            throw NDEFError(.invalidLanguage, offset: 0, context: "letters, digits and hyphens allowed")
        }
        self.text = text
        self.language = language
        encoding = .utf8
    }

    /// The record, always in UTF-8: every reader knows it, and readers disagree on UTF-16 without a byte order mark.
    public var record: Record {
        // At most 63 bytes by both initialisers, so that the length cannot reach the flags.
        let status = UInt8(language.utf8.count)
        return Record(
            typeNameFormat: .wellKnown, type: TextRecord.type, payload: [status] + language.utf8 + text.utf8)
    }

    /// Reads a text record, strictly.
    ///
    /// UTF-16 is read with or without a byte order mark, big-endian without one (RTD Text 1.0, 3.4); the mark is
    /// no part of `text`. The language code may be empty, and of any printable ASCII (`en_US` occurs).
    ///
    /// - Throws: `wrongType`; `emptyPayload`; `reservedBitSet`; `languageTruncated`; `invalidLanguage`;
    ///   `invalidUTF8`; `invalidUTF16` (half a unit, half a surrogate pair). Offsets are in the payload.
    public init(decoding record: Record) throws(NDEFError) {
        guard record.typeNameFormat == .wellKnown, record.type == TextRecord.type else {
            throw NDEFError(.wrongType, offset: 0, context: "not a text record")
        }
        try self.init(payload: record.payload)
    }

    init(payload: [UInt8]) throws(NDEFError) {
        let header = try Header(payload)
        language = header.language
        let bytes = payload[header.textStart...]
        if header.isUTF16 {
            encoding = .utf16
            text = try TextRecord.text(utf16: bytes, at: header.textStart)
        } else {
            encoding = .utf8
            text = try String(strictUTF8: bytes, at: header.textStart)
        }
    }

    /// A text that was read in another way than the standard's.
    init(_ text: String, language: String, encoding: Encoding) {
        self.text = text
        self.language = language
        self.encoding = encoding
    }

    /// What stands before the text.
    struct Header {
        let isUTF16: Bool
        let language: String
        /// The first byte of the text in the payload.
        let textStart: Int

        init(_ payload: [UInt8]) throws(NDEFError) {
            guard let status = payload.first else { throw NDEFError(.emptyPayload, offset: 0) }
            guard status & Status.reserved == 0 else { throw NDEFError(.reservedBitSet, offset: 0) }
            textStart = 1 + Int(status & Status.languageLength)
            guard textStart <= payload.count else {
                throw NDEFError(
                    .languageTruncated, offset: 0, context: "length \(textStart - 1), left \(payload.count - 1)")
            }
            language = try String(strictASCII: payload[1..<textStart], at: 1, orThrow: .invalidLanguage)
            isUTF16 = status & Status.utf16 != 0
        }
    }

    private static func text(utf16 bytes: ArraySlice<UInt8>, at offset: Int) throws(NDEFError) -> String {
        guard bytes.count.isMultiple(of: 2) else {
            throw NDEFError(.invalidUTF16, offset: offset, context: "length \(bytes.count), an odd number")
        }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2) {
            units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
        }
        switch units.first {
        case 0xFEFF: units.removeFirst()
        case 0xFFFE: units = units.dropFirst().map(\.byteSwapped)
        default: break
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw NDEFError(.invalidUTF16, offset: offset, context: "half of a surrogate pair")
        }
        return text
    }

    static func isLanguageByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension TextRecord: Hashable {
    /// Equal when text and language are equal code point for code point and the encoding is the same. The equality of
    /// `String` takes "é" and "e" with an accent for the same; on a tag they are different bytes.
    public static func == (left: TextRecord, right: TextRecord) -> Bool {
        left.encoding == right.encoding && left.language.utf8.elementsEqual(right.language.utf8)
            && left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(encoding)
        hasher.combine(Array(language.utf8))
        hasher.combine(Array(text.utf8))
    }
}
