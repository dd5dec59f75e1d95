/// A record with what it means. Whatever the payload holds, this can be made, and `record` keeps the bytes.
public struct InterpretedRecord: Hashable, Sendable {
    public let record: Record
    public let meaning: RecordMeaning
    /// Of this record alone; the records of a smart poster have their own.
    public let notes: [RecordNote]

    static let smartPosterType: [UInt8] = [0x53, 0x70]
    static let androidPackageType = Array("android.com:pkg".utf8)

    /// - Parameter record: a record of an outermost message.
    public init(_ record: Record) {
        self.init(record, depth: 1)
    }

    /// - Parameter depth: how many messages the record is in.
    private init(_ record: Record, depth: Int) {
        var notes: [RecordNote] = []
        self.record = record
        do throws(NDEFError) {
            meaning = try InterpretedRecord.meaning(of: record, depth: depth, notes: &notes)
        } catch {
            meaning = .error(error)
        }
        self.notes = notes
    }

    private static func meaning(
        of record: Record, depth: Int, notes: inout [RecordNote]
    ) throws(NDEFError) -> RecordMeaning {
        switch record.typeNameFormat {
        case .empty:
            return .empty
        case .unknown, .unchanged:
            return .unknown
        case .reserved:
            notes.append(.reservedTypeNameFormat)
            return .unknown
        case .wellKnown, .media, .absoluteURI, .external:
            guard !record.type.isEmpty else {
                notes.append(.typeMissing)
                return .unknown
            }
            return try typedMeaning(of: record, depth: depth, notes: &notes)
        }
    }

    private static func typedMeaning(
        of record: Record, depth: Int, notes: inout [RecordNote]
    ) throws(NDEFError) -> RecordMeaning {
        switch record.typeNameFormat {
        case .wellKnown where record.type == URIRecord.type:
            let uri = try URIRecord(decoding: record)
            if let code = uri.reservedPrefixCode { notes.append(.reservedURIPrefix(code)) }
            return .uri(uri)
        case .wellKnown where record.type == TextRecord.type:
            return .text(try TextRecord(decoding: record))
        case .wellKnown where record.type == smartPosterType:
            return try smartPoster(record, depth: depth, notes: &notes)
        case .media:
            return name(of: record, notes: &notes).map { .media($0) } ?? .unknown
        case .absoluteURI:
            return .absoluteURI(try String(strictURI: record.type[...], at: 0))
        case .external where record.type == androidPackageType:
            guard !record.payload.isEmpty else { throw NDEFError(.emptyPayload, offset: 0) }
            return .androidPackage(try String(strictASCII: record.payload[...], at: 0, orThrow: .invalidPackage))
        case .external:
            guard let name = name(of: record, notes: &notes) else { return .unknown }
            if !record.type.contains(UInt8(ascii: ":")) { notes.append(.externalTypeWithoutDomain) }
            return .external(name)
        case .wellKnown, .empty, .unknown, .unchanged, .reserved:
            return .unknown
        }
    }

    /// The type as text. A blank is let through: `text/plain; charset=utf-8` occurs.
    private static func name(of record: Record, notes: inout [RecordNote]) -> String? {
        guard record.type.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            notes.append(.typeNotASCII)
            return nil
        }
        return String(decoding: record.type, as: UTF8.self)
    }

    private static func smartPoster(
        _ record: Record, depth: Int, notes: inout [RecordNote]
    ) throws(NDEFError) -> RecordMeaning {
        guard depth < NDEFLimits.messageDepth else {
            throw NDEFError(.nestedTooDeep, offset: 0, context: "limit \(NDEFLimits.messageDepth)")
        }
        let message = try Message(decoding: record.payload)
        let count = message.records.count { $0.typeNameFormat == .wellKnown && $0.type == URIRecord.type }
        if count != 1 { notes.append(.smartPosterURIs(count: count)) }
        return .smartPoster(message.records.map { InterpretedRecord($0, depth: depth + 1) })
    }
}

extension Message {
    /// The records with what each means, in order. A record whose payload is bad has the meaning `error`; the others
    /// stay readable.
    public var interpretedRecords: [InterpretedRecord] {
        records.map { InterpretedRecord($0) }
    }
}
