import NDEF

/// A message in the form in which verify compares it: two are equal by meaning (or by their bytes) where these are equal.
enum ComparedMessage: Hashable, Sendable {
    /// No message, or the one of a single empty record (NDEF 1.0, 3.2.6).
    case none
    case records([ComparedRecord])
    /// Byte for byte; also what is no message.
    case bytes([UInt8])

    /// - Parameter exactly: by the bytes alone.
    init(_ bytes: [UInt8], exactly: Bool) {
        guard !exactly, let message = try? Message(decoding: bytes) else {
            self = bytes.isEmpty && !exactly ? .none : .bytes(bytes)
            return
        }
        self.init(message)
    }

    init(_ message: Message) {
        let isEmpty = message.records.count == 1 && message.records[0].typeNameFormat == .empty
        self = isEmpty ? .none : .records(message.records.map { ComparedRecord($0) })
    }
}

/// A record by what it means. Its identifier does not count: it says nothing to who reads the tag.
enum ComparedRecord: Hashable, Sendable {
    /// In full, whatever part of it was abbreviated; byte for byte, since no two spellings of a URI need lead to one place.
    case uri([UInt8])
    /// UTF-8 of a text in either encoding, and its language in lower case: codes are compared without case (RFC 5646, 2.1.1).
    case text([UInt8], language: String)
    /// Any other by type and payload; a media type in lower case (RFC 2045, 5.1).
    case other(Record.TypeNameFormat, type: [UInt8], payload: [UInt8])
    /// The payload (the type, of an absolute URI) is not what the record says it is: never equal to one that is.
    case bad(Record.TypeNameFormat, type: [UInt8], payload: [UInt8])

    init(_ record: Record) {
        switch InterpretedRecord(record).meaning {
        case .uri(let uri): self = .uri(Array(uri.uri.utf8))
        case .text(let text): self = .text(Array(text.text.utf8), language: text.language.lowercased())
        case .error: self = .bad(record.typeNameFormat, type: record.type, payload: record.payload)
        default: self = .other(record.typeNameFormat, type: Self.comparedType(of: record), payload: record.payload)
        }
    }

    /// The type as it is compared: a media type without case.
    static func comparedType(of record: Record) -> [UInt8] {
        guard record.typeNameFormat == .media else { return record.type }
        return record.type.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
