import NDEF

/// A message in the form in which verify compares it: two are equal by meaning (or by their bytes) where these are equal.
enum ComparedMessage: Hashable, Sendable {
    /// The tag is none for NDEF.
    case notNDEF
    /// No message, or the one of a single empty record (NDEF 1.0, 3.2.6).
    case none
    case records([ComparedRecord])
    /// Byte for byte; also what is no message.
    case bytes([UInt8])

    /// - Parameter exactly: by the bytes alone.
    init(_ bytes: [UInt8], exactly: Bool) {
        // Also by its bytes the empty record expects an empty tag, which need not hold a message.
        guard !bytes.isEmpty, bytes != Self.emptyRecord else {
            self = .none
            return
        }
        guard !exactly, let message = try? Message(decoding: bytes) else {
            self = .bytes(bytes)
            return
        }
        self.init(message)
    }

    private static let emptyRecord: [UInt8] = [0xD0, 0, 0]

    /// What is expected.
    init(_ expectation: Expectation, exactly: Bool) {
        self = expectation.isOfNoNDEF ? .notNDEF : Self(expectation.message, exactly: exactly)
    }

    /// What a tag holds; nil where that cannot be told.
    /// - Parameter held: its message, with what it fills by itself left out.
    init?(_ tag: ObservedTag, holding held: [UInt8]?, exactly: Bool) {
        switch tag.verdict {
        case .notNDEF: self = .notNDEF
        case .message, .empty:
            guard let held else { return nil }
            self.init(held, exactly: exactly)
        case .damaged, .unreadable: return nil
        }
    }

    init(_ message: Message) {
        let isEmpty = message.records.count == 1 && message.records[0].typeNameFormat == .empty
        self = isEmpty ? .none : .records(message.records.map { ComparedRecord($0) })
    }
}

/// A record by what it means. Its identifier does not count: it says nothing to who reads the tag.
indirect enum ComparedRecord: Hashable, Sendable {
    /// In full, whatever part of it was abbreviated; byte for byte, since no two spellings of a URI need lead to one place.
    case uri([UInt8])
    /// UTF-8 of a text in either encoding, and its language in lower case: codes are compared without case (RFC 5646, 2.1.1).
    case text([UInt8], language: String)
    /// A smart poster by what its records mean, in order.
    case smartPoster([ComparedRecord])
    /// Any other by type and payload; the type as `comparedType(of:)` has it.
    case other(Record.TypeNameFormat, type: [UInt8], payload: [UInt8])
    /// The payload (the type, of an absolute URI) is not what the record says it is: never equal to one that is.
    case bad(Record.TypeNameFormat, type: [UInt8], payload: [UInt8])

    init(_ record: Record) { self.init(InterpretedRecord(record)) }

    init(_ interpreted: InterpretedRecord) {
        let record = interpreted.record
        switch interpreted.meaning {
        case .uri(let uri): self = .uri(Array(uri.uri.utf8))
        case .text(let text): self = .text(Array(text.text.utf8), language: text.language.lowercased())
        case .smartPoster(let records): self = .smartPoster(records.map { ComparedRecord($0) })
        case .error: self = .bad(record.typeNameFormat, type: record.type, payload: record.payload)
        default: self = .other(record.typeNameFormat, type: Self.comparedType(of: record), payload: record.payload)
        }
    }

    /// The type as it is compared: media types (RFC 2045, 5.1) and external ones (NFC RTD 1.0, "NFC Forum External Type":
    /// names are compared without case) in lower case, which is that of ASCII alone.
    static func comparedType(of record: Record) -> [UInt8] {
        guard record.typeNameFormat == .media || record.typeNameFormat == .external else { return record.type }
        return record.type.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
