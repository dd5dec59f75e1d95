/// What is wrong with a message or a record: the rule that was broken and the place.
///
/// Two errors are equal when their codes are, so that a caller or a test names the rule alone.
public struct NDEFError: Error, Sendable {
    public let code: Code
    /// The byte that broke the rule, from 0, in the bytes that were decoded: the message for `Message`, the payload
    /// for the record types (the TYPE field for an absolute URI). When writing: where the record would have begun.
    public let offset: Int
    /// Numbers and field names that make the place plain; never bytes of a payload. May be empty.
    public let context: String

    public init(_ code: Code, offset: Int, context: String = "") {
        self.code = code
        self.offset = offset
        self.context = context
    }
}

extension NDEFError: Hashable {
    public static func == (left: NDEFError, right: NDEFError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension NDEFError: CustomStringConvertible {
    /// The rule, the offset and the context. Safe to log.
    public var description: String {
        let place = context.isEmpty ? "" : " (\(context))"
        return "\(code.rule) at byte \(offset)\(place)"
    }
}

extension NDEFError {
    /// The rule that was broken. More rules may come, so this is no closed enumeration.
    public struct Code: Hashable, Sendable {
        /// Stable and short, for machines.
        public let name: String
        /// The broken rule in words, for people.
        public let rule: String

        private init(_ name: String, _ rule: String) {
            self.name = name
            self.rule = rule
        }

        public static func == (left: Code, right: Code) -> Bool { left.name == right.name }

        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
}

// Messages (NDEF 1.0; the section stands with each rule).
extension NDEFError.Code {
    public static let noRecords = Self("no-records", "a message has at least one record")
    public static let messageTooLong = Self("message-too-long", "the message is longer than tagmill takes")
    public static let tooManyRecords = Self("too-many-records", "the message has more records than tagmill takes")
    /// A field or a payload goes beyond the end of the bytes.
    public static let truncated = Self("truncated", "the bytes end inside a record")
    /// 3.2.1.
    public static let messageBeginMissing = Self("message-begin-missing", "the first record has no MB flag")
    /// 3.2.1 and 2.3.3: neither a later record nor a chunk after the first begins a message.
    public static let messageBeginRepeated = Self("message-begin-repeated", "MB is set after the first record")
    /// 3.2.2.
    public static let messageEndMissing = Self("message-end-missing", "the last record has no ME flag")
    /// 2.3.3: only the terminating chunk may end a message.
    public static let messageEndInChunk = Self("message-end-in-chunk", "ME is set on a chunk that is not the last")
    public static let bytesAfterEnd = Self("bytes-after-end", "bytes follow the record with the ME flag")
    /// 3.2.6: TYPE_LENGTH, ID_LENGTH and PAYLOAD_LENGTH are zero with TNF 0; so nothing can be chunked either.
    public static let emptyRecordNotEmpty = Self("empty-record-not-empty", "a record of TNF 0 has a length or chunks")
    /// 3.2.6.
    public static let unknownWithType = Self("unknown-with-type", "a record of TNF 5 has a type")
    /// 3.2.6.
    public static let unchangedOutsideChunks = Self("unchanged-outside-chunks", "TNF 6 continues no chunk")
    /// 2.3.3: middle and terminating chunks have TNF 6.
    public static let chunksInterrupted = Self("chunks-interrupted", "another record begins between chunks")
    /// 2.3.3.
    public static let chunkWithType = Self("chunk-with-type", "a chunk after the first has a type")
    /// 2.3.3.
    public static let chunkWithIdentifier = Self("chunk-with-identifier", "a chunk after the first has the IL flag")
    /// Writing: 3.2.7.
    public static let typeTooLong = Self("type-too-long", "a type has at most 255 bytes")
    /// Writing: 3.2.8.
    public static let identifierTooLong = Self("identifier-too-long", "an identifier has at most 255 bytes")
    /// Writing: TNF 6 is for chunks, which are never written; TNF 7 must not be used (3.2.6).
    public static let notWritable = Self("not-writable", "records of TNF 6 and 7 are not written")
}

// Record types.
extension NDEFError.Code {
    public static let wrongType = Self("wrong-type", "the record is of another type")
    public static let emptyPayload = Self("empty-payload", "the payload is empty")
    public static let invalidUTF8 = Self("invalid-utf8", "the text is not valid UTF-8")
    public static let invalidUTF16 = Self("invalid-utf16", "the text is not valid UTF-16")
    /// RFC 3986: a URI has no NUL; a phone or a server would cut it there.
    public static let nulInURI = Self("nul-in-uri", "a URI has no NUL")
    /// RTD Text 1.0, 3.2.1: bit 6 of the status byte.
    public static let reservedBitSet = Self("reserved-bit-set", "bit 6 of the status byte of a text is reserved")
    /// RTD Text 1.0, 3.2.1.
    public static let languageTruncated = Self("language-truncated", "the language code goes beyond the payload")
    /// Reading: a byte outside printable ASCII. Writing: not 1 to 63 letters, digits and hyphens.
    public static let invalidLanguage = Self("invalid-language", "the language code is no language code")
    public static let invalidPackage = Self("invalid-package", "the package name is not printable ASCII")
    /// Wi-Fi Simple Configuration 2.0.5, section 12: lengths of attributes, and the SSID that every credential has.
    public static let invalidWiFi = Self("invalid-wifi", "the Wi-Fi credential is broken")
    /// RTD Smart Poster 1.0, 3.3: an action has one byte, a size four, a type is a media type.
    public static let invalidPosterField = Self("invalid-poster-field", "the field of the smart poster is broken")
    /// Writing: RTD Smart Poster 1.0, 3.3.2: no two titles are of one language.
    public static let titleTwice = Self("title-twice", "two titles of the smart poster are of one language")
    public static let nestedTooDeep = Self("nested-too-deep", "messages inside messages go too deep")
}
