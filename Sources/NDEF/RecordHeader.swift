/// The flags and lengths in front of a record's type, identifier and payload (NDEF 1.0, 3.2).
///
/// ```
/// byte 0   MB 80, ME 40, CF 20, SR 10, IL 08, TNF 07 (mask)
/// byte 1   TYPE_LENGTH
///          PAYLOAD_LENGTH: one byte with SR, else four, most significant first
///          ID_LENGTH: with IL only
/// ```
struct RecordHeader {
    var messageBegin: Bool
    var messageEnd: Bool
    var chunk: Bool
    var identifierPresent: Bool
    var typeNameFormat: Record.TypeNameFormat
    var typeLength: Int
    /// 0 to FFFFFFFF as claimed; not yet compared with the bytes that are there.
    var payloadLength: Int
    var identifierLength: Int

    enum Flag {
        static let messageBegin: UInt8 = 0x80
        static let messageEnd: UInt8 = 0x40
        static let chunk: UInt8 = 0x20
        static let short: UInt8 = 0x10
        static let identifier: UInt8 = 0x08
        static let typeNameFormat: UInt8 = 0x07
    }

    /// Takes a header from the cursor.
    ///
    /// - Throws: `truncated` when the bytes end before the header does.
    init(_ cursor: inout ByteCursor) throws(NDEFError) {
        let flags = try cursor.byte(of: "the header")
        messageBegin = flags & Flag.messageBegin != 0
        messageEnd = flags & Flag.messageEnd != 0
        chunk = flags & Flag.chunk != 0
        identifierPresent = flags & Flag.identifier != 0
        // Three bits and eight cases; `unknown` is never taken here.
        typeNameFormat = Record.TypeNameFormat(rawValue: flags & Flag.typeNameFormat) ?? .unknown
        typeLength = Int(try cursor.byte(of: "the header"))
        payloadLength = 0
        for _ in 0..<(flags & Flag.short != 0 ? 1 : 4) {
            payloadLength = payloadLength << 8 | Int(try cursor.byte(of: "the header"))
        }
        identifierLength = identifierPresent ? Int(try cursor.byte(of: "the header")) : 0
    }
}
