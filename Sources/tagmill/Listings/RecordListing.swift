import Jobs
import NDEF
import Tags

/// The records of a message, as JSON (contract, section 7) and in words.
struct RecordListing {
    let records: [InterpretedRecord]

    init(_ message: Message) { records = message.interpretedRecords }

    var json: JSONValue { Self.json(records) }

    /// What a user should know of single records, those of smart posters too.
    var notes: [String] { Self.notes(records, place: "record") }

    /// A line a record, those of a smart poster below it.
    var text: String { Self.lines(records, indent: "").joined(separator: "\n") }

    private static func json(_ records: [InterpretedRecord]) -> JSONValue {
        .array(records.map { .object(members($0)) })
    }

    private static func members(_ record: InterpretedRecord) -> [JSONValue.Member] {
        let bare: [JSONValue.Member] = [
            .init("tnf", .int(Int64(record.record.typeNameFormat.rawValue))),
            .init("type", .string(String(decoding: record.record.type, as: UTF8.self))),
            .init("id", .string(String(decoding: record.record.identifier, as: UTF8.self))),
            .init("payload_hex", .string(record.record.payload.hex)),
        ]
        return bare + meaning(record.meaning)
    }

    private static func meaning(_ meaning: RecordMeaning) -> [JSONValue.Member] {
        switch meaning {
        case .uri(let record): [.init("uri", .string(record.uri))]
        case .absoluteURI(let uri): [.init("uri", .string(uri))]
        case .text(let record):
            [
                .init("text", .string(record.text)), .init("lang", .string(record.language)),
                .init("encoding", .string(record.encoding.rawValue)),
            ]
        case .smartPoster(let records): [.init("records", json(records))]
        case .media(let type): [.init("mime", .string(type))]
        case .androidPackage(let name): [.init("package", .string(name))]
        case .external(let name): [.init("external", .string(name))]
        case .error(let error): [.init("error", .string(error.description))]
        case .empty, .unknown: []
        }
    }

    private static func notes(_ records: [InterpretedRecord], place: String) -> [String] {
        records.enumerated().flatMap { index, record in
            let name = "\(place) \(index + 1)"
            var notes = record.notes.map { "\(name): \($0)" }
            if case .error(let error) = record.meaning { notes.append("\(name): \(error)") }
            if case .smartPoster(let inner) = record.meaning { notes += Self.notes(inner, place: "\(name), record") }
            return notes
        }
    }

    private static func lines(_ records: [InterpretedRecord], indent: String) -> [String] {
        records.enumerated().flatMap { index, record in
            let line = VisibleText.escaped("\(indent)\(index + 1)  \(words(record))")
            if case .smartPoster(let inner) = record.meaning { return [line] + lines(inner, indent: indent + "   ") }
            return [line]
        }
    }

    private static func words(_ record: InterpretedRecord) -> String {
        let bytes = "\(record.record.payload.count) bytes"
        return switch record.meaning {
        case .uri(let record): "URI  \(record.uri)"
        case .absoluteURI(let uri): "URI (absolute)  \(uri)"
        case .text(let record): "text (\(record.language.isEmpty ? "no language" : record.language))  \(record.text)"
        case .smartPoster: "smart poster"
        case .media(let type): "MIME \(type), \(bytes)"
        case .androidPackage(let name): "Android package  \(name)"
        case .external(let name): "external \(name), \(bytes)"
        case .empty: "empty"
        case .unknown: "TNF \(record.record.typeNameFormat.rawValue) type \(record.record.type.hex), \(bytes)"
        case .error(let error): "not readable: \(error)"
        }
    }
}
