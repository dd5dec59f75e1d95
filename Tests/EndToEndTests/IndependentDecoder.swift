// Reads the memory of a Type 2 tag without a line of the program: what it says of a tag is a second opinion.
// By NFC Forum Type 2 Tag 1.2 (capability container, TLVs), NDEF 1.0 (records), RTD Text 1.0 and RTD URI 1.0.
// It is strict: what the program writes has to be beyond dispute.

/// What a tag's memory holds.
struct IndependentTag: Equatable {
    enum Record: Equatable {
        case uri(String)
        case text(language: String, String)
        /// Well formed, and of a kind that this decoder gives no meaning to.
        case other(nameFormat: UInt8, type: [UInt8], payload: [UInt8])
    }

    enum Fault: String, Error, CaseIterable {
        case memoryTooShort = "memory-too-short"
        case checkByte = "check-byte"
        case noContainer = "no-container"
        case containerVersion = "container-version"
        case areaBeyondMemory = "area-beyond-memory"
        case unknownTLV = "unknown-tlv"
        case controlTLVLength = "control-tlv-length"
        case tlvBeyondArea = "tlv-beyond-area"
        case noMessageTLV = "no-message-tlv"
        case recordCut = "record-cut"
        case messageBegin = "message-begin"
        case messageEnd = "message-end"
        case bytesAfterMessage = "bytes-after-message"
        case chunked = "chunked"
        case emptyRecord = "empty-record"
        case nameFormat = "name-format"
        case uriPrefix = "uri-prefix"
        case textStatus = "text-status"
        case textLanguage = "text-language"
        case notUTF8 = "not-utf-8"
    }

    /// Upper-case hex.
    var uid: String
    /// The bytes of the NDEF message; empty where the length is zero.
    var message: [UInt8]
    /// Its records; none where the length is zero, or the message is the empty record alone.
    var records: [Record]
    /// Whether a terminator TLV follows the message; nil where there is no room for one.
    var isTerminated: Bool?
    /// Read and write access by the capability container: 00 is free.
    var access: UInt8
    /// The lock bytes of pages 3 to 15.
    var staticLockBytes: [UInt8]

    /// - Parameter memory: the bytes from page 0 on, at least to the end of the data area.
    init(memory: [UInt8]) throws(Fault) {
        guard memory.count >= 16 else { throw .memoryTooShort }
        guard memory[3] == 0x88 ^ memory[0] ^ memory[1] ^ memory[2],
            memory[8] == memory[4] ^ memory[5] ^ memory[6] ^ memory[7]
        else { throw .checkByte }
        uid = Self.hex(memory[0..<3] + memory[4..<8])
        staticLockBytes = Array(memory[10..<12])
        guard memory[12] == 0xE1 else { throw .noContainer }
        guard memory[13] >> 4 == 1 else { throw .containerVersion }
        access = memory[15]
        let end = 16 + 8 * Int(memory[14])
        guard end <= memory.count else { throw .areaBeyondMemory }
        var area = IndependentArea(bytes: Array(memory[..<end]))
        message = try area.message()
        isTerminated = area.next().map { $0 == 0xFE }
        records = message.isEmpty ? [] : try IndependentMessage.records(of: message)
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

/// The data area, read from byte 16 on; bytes that a control TLV names as lock or reserved bytes are passed over.
private struct IndependentArea {
    let bytes: [UInt8]
    var offset = 16
    var reserved: [Range<Int>] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> UInt8? {
        while let range = reserved.first(where: { $0.contains(offset) }) { offset = range.upperBound }
        guard offset < bytes.count else { return nil }
        offset += 1
        return bytes[offset - 1]
    }

    /// Walks the TLVs to the first NDEF message TLV; leaves the offset behind it.
    mutating func message() throws(IndependentTag.Fault) -> [UInt8] {
        while let tag = next() {
            switch tag {
            case 0x00: continue
            case 0xFE: throw .noMessageTLV
            case 0x01, 0x02: try control(isLock: tag == 0x01, try value())
            case 0xFD: _ = try value()
            case 0x03: return try value()
            default: throw .unknownTLV
            }
        }
        throw .noMessageTLV
    }

    private mutating func value() throws(IndependentTag.Fault) -> [UInt8] {
        guard var length = next().map({ Int($0) }) else { throw .tlvBeyondArea }
        if length == 0xFF {
            guard let high = next(), let low = next() else { throw .tlvBeyondArea }
            length = Int(high) * 256 + Int(low)
        }
        var value: [UInt8] = []
        while value.count < length {
            guard let byte = next() else { throw .tlvBeyondArea }
            value.append(byte)
        }
        return value
    }

    /// Position, size and page control (Type 2 Tag 1.2, Lock Control TLV and Memory Control TLV).
    private mutating func control(isLock: Bool, _ value: [UInt8]) throws(IndependentTag.Fault) {
        guard value.count == 3 else { throw .controlTLVLength }
        let bytesPerPage = 1 << Int(value[2] & 0x0F)
        let size = value[1] == 0 ? 256 : Int(value[1])
        let start = Int(value[0] >> 4) * bytesPerPage + Int(value[0] & 0x0F)
        reserved.append(start..<(start + (isLock ? (size + 7) / 8 : size)))
    }
}

private enum IndependentMessage {
    static func records(of message: [UInt8]) throws(IndependentTag.Fault) -> [IndependentTag.Record] {
        var records: [IndependentTag.Record] = []
        var rest = message[...]
        var isFirst = true
        while true {
            let header = try take(1, from: &rest)[0]
            guard (header & 0x80 != 0) == isFirst else { throw .messageBegin }
            guard header & 0x20 == 0 else { throw .chunked }
            let typeLength = Int(try take(1, from: &rest)[0])
            let isShort = header & 0x10 != 0
            let payloadLength = try take(isShort ? 1 : 4, from: &rest).reduce(0) { $0 * 256 + Int($1) }
            let idLength = header & 0x08 != 0 ? Int(try take(1, from: &rest)[0]) : 0
            let type = try take(typeLength, from: &rest)
            _ = try take(idLength, from: &rest)
            let payload = try take(payloadLength, from: &rest)
            if header & 0x07 == 0 {
                guard typeLength + idLength + payloadLength == 0, isFirst, header & 0x40 != 0 else {
                    throw .emptyRecord
                }
            } else {
                records.append(try record(nameFormat: header & 0x07, type: type, payload: payload))
            }
            isFirst = false
            if header & 0x40 != 0 { break }
            guard !rest.isEmpty else { throw .messageEnd }
        }
        guard rest.isEmpty else { throw .bytesAfterMessage }
        return records
    }

    private static func take(
        _ count: Int, from rest: inout ArraySlice<UInt8>
    ) throws(IndependentTag.Fault) -> [UInt8] {
        guard count <= rest.count else { throw .recordCut }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private static func record(
        nameFormat: UInt8, type: [UInt8], payload: [UInt8]
    ) throws(IndependentTag.Fault) -> IndependentTag.Record {
        // 5 is unknown, and has no type; 6 continues a chunk; 7 is reserved.
        guard nameFormat < 6, (nameFormat == 5) == type.isEmpty else { throw .nameFormat }
        switch (nameFormat, type) {
        case (1, [0x55]): return .uri(try uri(payload))
        case (1, [0x54]): return try text(payload)
        default: return .other(nameFormat: nameFormat, type: type, payload: payload)
        }
    }

    private static func uri(_ payload: [UInt8]) throws(IndependentTag.Fault) -> String {
        guard let code = payload.first.map({ Int($0) }), code < prefixes.count else { throw .uriPrefix }
        return prefixes[code] + (try utf8(payload.dropFirst()))
    }

    private static func text(_ payload: [UInt8]) throws(IndependentTag.Fault) -> IndependentTag.Record {
        // Bit 7 would be UTF-16, which the program never writes; bit 6 is reserved.
        guard let status = payload.first, status & 0xC0 == 0 else { throw .textStatus }
        let length = Int(status & 0x3F)
        guard length > 0, length < payload.count else { throw .textLanguage }
        let language = payload[1...length]
        let isTag = language.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
        }
        guard isTag else { throw .textLanguage }
        return .text(language: try utf8(language), try utf8(payload.dropFirst(1 + length)))
    }

    private static func utf8(_ bytes: ArraySlice<UInt8>) throws(IndependentTag.Fault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// RTD URI 1.0, table 3.
    private static let prefixes = [
        "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
        "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:",
        "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://",
        "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:",
        "urn:nfc:",
    ]
}
