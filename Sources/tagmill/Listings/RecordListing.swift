import Jobs
import NDEF
import Tags

/// The records of a message: what `ndef decode` prints, and `read` of a tag.
struct RecordListing {
    let records: [InterpretedRecord]

    init(_ message: Message) { records = message.interpretedRecords }

    // MARK: JSON

    /// The array `records` (contract, section 7).
    var json: JSONValue { .array(records.map { Self.json($0) }) }

    /// A record as an element of it.
    static func json(_ interpreted: InterpretedRecord) -> JSONValue {
        let record = interpreted.record
        return .object(
            [
                .init("tnf", .int(Int64(record.typeNameFormat.rawValue))),
                .init("type", .string(name(record.type))),
                .init("id", .string(name(record.identifier))),
                .init("payload_hex", .string(record.payload.hex)),
            ] + members(of: interpreted.meaning))
    }

    private static func members(of meaning: RecordMeaning) -> [JSONValue.Member] {
        switch meaning {
        case .empty, .unknown: []
        case .uri(let uri): [.init("uri", .string(uri.uri))]
        case .absoluteURI(let uri): [.init("uri", .string(uri))]
        case .text(let text):
            [
                .init("text", .string(text.text)), .init("lang", .string(text.language)),
                .init("encoding", .string(text.encoding.rawValue)),
            ]
        case .smartPoster(let records): [.init("records", .array(records.map { json($0) }))]
        case .media(let type): [.init("mime", .string(type))]
        case .external(let type): [.init("external", .string(type))]
        case .androidPackage(let package): [.init("package", .string(package))]
        case .error(let error): [.init("error", .string("\(error)"))]
        }
    }

    /// A type or an identifier, which are ASCII by the standard. One character a byte (ISO 8859-1), so that what is not
    /// loses nothing.
    static func name(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }

    /// The bytes that `name` shows so; nil where a character is no byte.
    static func bytes(ofName text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    // MARK: Notes

    /// What is worth knowing of records that can be read, each with its place.
    var notes: [String] {
        numbered.flatMap { number, record in record.notes.map { "record \(number): \($0)" } }
    }

    /// Every record with its number, those of smart posters as 2.1, 2.2 … behind it.
    private var numbered: [(number: String, record: InterpretedRecord)] {
        func below(_ records: [InterpretedRecord], _ prefix: String) -> [(number: String, record: InterpretedRecord)] {
            records.enumerated().flatMap { index, record in
                let number = prefix + String(index + 1)
                guard case .smartPoster(let inner) = record.meaning else { return [(number, record)] }
                return [(number, record)] + below(inner, number + ".")
            }
        }
        return below(records, "")
    }

    // MARK: For a person

    /// A line a record.
    var text: String {
        var columns = TextColumns(["", "record", "content"])
        for (number, record) in numbered {
            let (kind, content) = Self.words(record)
            let identifier = record.record.identifier
            columns.add([number, kind, content + (identifier.isEmpty ? "" : "  (id \(Self.name(identifier)))")])
        }
        return columns.text
    }

    /// The first record in a few words: what a person would call the message.
    var summary: String {
        guard let first = records.first else { return "" }
        switch first.meaning {
        case .uri(let uri): return uri.uri
        case .text(let text): return text.text
        default:
            let (kind, content) = Self.words(first)
            return content.isEmpty ? kind : "\(kind): \(content)"
        }
    }

    private static func words(_ interpreted: InterpretedRecord) -> (kind: String, content: String) {
        let payload = interpreted.record.payload
        return switch interpreted.meaning {
        case .empty: ("empty", "")
        case .uri(let uri): ("URI", uri.uri)
        case .absoluteURI(let uri): ("absolute URI", uri + (payload.isEmpty ? "" : ", " + preview(payload)))
        case .text(let text): ("text", text.text + (text.language.isEmpty ? "" : "  (\(text.language))"))
        case .smartPoster(let records):
            ("smart poster", "\(records.count) \(records.count == 1 ? "record" : "records")")
        case .media(let type): ("media", type + ", " + preview(payload))
        case .external(let type): ("external", type + ", " + preview(payload))
        case .androidPackage(let package): ("Android app", package)
        case .unknown: (unknownKind(interpreted.record), preview(payload))
        case .error(let error): ("broken \(name(interpreted.record.type))", "\(error); " + preview(payload))
        }
    }

    private static func unknownKind(_ record: Record) -> String {
        record.type.isEmpty ? "no type" : "type \(name(record.type))"
    }

    /// The size of a payload, and its beginning: as text where it is such, else in hex.
    private static func preview(_ payload: [UInt8]) -> String {
        let size = payload.count == 1 ? "1 byte" : "\(payload.count) bytes"
        guard !payload.isEmpty else { return size }
        let text = String(validating: payload, as: UTF8.self)
        if let text, VisibleText.escaped(text, keepingNewlines: true) == text {
            return size + ": " + VisibleText.cut(text, to: 60)
        }
        return size + ": " + payload.prefix(24).hex + (payload.count > 24 ? "..." : "")
    }
}
