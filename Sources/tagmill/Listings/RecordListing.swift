import Jobs
import NDEF
import Tags

/// The records of a message: what `ndef decode` prints, and `read` of a tag.
struct RecordListing {
    let records: [InterpretedRecord]
    /// What is broken in the message itself; none in one that is right.
    private let deviations: [NDEFError]

    init(_ message: Message) { self.init(LenientMessage(message)) }

    /// The records that can be read of bytes that need not be a right message; the notes say what is broken.
    init(lenient bytes: [UInt8]) { self.init(LenientMessage(bytes)) }

    private init(_ message: LenientMessage) {
        records = message.interpretedRecords
        deviations = message.deviations
    }

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
            ] + members(of: interpreted))
    }

    private static func members(of interpreted: InterpretedRecord) -> [JSONValue.Member] {
        switch interpreted.meaning {
        case .empty, .unknown, .posterAction, .posterSize, .posterTarget: []
        case .uri(let uri): [.init("uri", .string(uri.uri))]
        case .absoluteURI(let uri): [.init("uri", .string(uri))]
        case .text(let text):
            [
                .init("text", .string(text.text)), .init("lang", .string(text.language)),
                .init("encoding", .string(text.encoding.rawValue)),
            ]
        case .smartPoster(let records): [.init("records", .array(records.map { json($0) }))]
        case .wifi(let credential):
            [.init("mime", .string(name(interpreted.record.type))), .init("wifi", json(credential))]
        case .media(let type): [.init("mime", .string(type))]
        case .external(let type): [.init("external", .string(type))]
        case .androidPackage(let package): [.init("package", .string(package))]
        case .error(let error):
            // What stands there, with the NULs that make it no URI.
            [interpreted.uriAsItStands.map { .init("uri", .string($0)) }, .init("error", .string("\(error)"))]
                .compactMap { $0 }
        }
    }

    private static func json(_ credential: WiFiCredential) -> JSONValue {
        func hex(_ number: UInt16) -> String { [UInt8(number >> 8), UInt8(number & 0xFF)].hex }
        let members: [(String, String?)] = [
            ("ssid", text(credential.ssid)), ("auth", credential.authentication.map { hex($0) }),
            ("encryption", credential.encryption.map { hex($0) }), ("key", credential.key.map { text($0) }),
            ("mac", credential.macAddress?.hex), ("vendor_extension", credential.vendorExtension?.hex),
        ]
        return .object(members.compactMap { name, value in value.map { .init(name, .string($0)) } })
    }

    /// UTF-8, else one character a byte.
    private static func text(_ bytes: [UInt8]) -> String { String(validating: bytes, as: UTF8.self) ?? name(bytes) }

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

    /// What is broken in the message, then what is worth knowing of records that can be read, each with its place.
    var notes: [String] {
        deviations.map { "message: \($0)" }
            + numbered.flatMap { number, record in record.notes.map { "record \(number): \($0)" } }
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
        case .absoluteURI(let uri):
            // The URI is the type; where that is empty, it was found in the payload.
            ("absolute URI", uri + (payload.isEmpty || interpreted.record.type.isEmpty ? "" : ", " + preview(payload)))
        case .text(let text): ("text", text.text + (text.language.isEmpty ? "" : "  (\(text.language))"))
        case .smartPoster(let records):
            ("smart poster", "\(records.count) \(records.count == 1 ? "record" : "records")")
        case .posterAction(let action): ("action", words(action))
        case .posterSize(let bytes): ("size", bytes == 1 ? "1 byte" : "\(bytes) bytes")
        case .posterTarget(let type): ("media type", type)
        case .wifi(let credential): ("Wi-Fi", words(credential))
        case .media(let type): ("media", type + ", " + preview(payload))
        case .external(let type): ("external", type + ", " + preview(payload))
        case .androidPackage(let package): ("Android app", package)
        case .unknown: (unknownKind(interpreted.record), preview(payload))
        case .error(let error):
            ("broken \(name(interpreted.record.type))", "\(error); " + shown(ofBroken: interpreted))
        }
    }

    /// Nothing of Wi-Fi, whose bytes have the network's key in them.
    private static func shown(ofBroken interpreted: InterpretedRecord) -> String {
        let payload = interpreted.record.payload
        if case .error(NDEFError(.invalidWiFi, offset: 0)) = interpreted.meaning { return size(payload) }
        return interpreted.uriAsItStands.map { "reads " + $0 } ?? preview(payload)
    }

    private static func words(_ action: PosterAction) -> String {
        switch action {
        case .perform: "open it"
        case .save: "save it"
        case .edit: "open it to be changed"
        case .reserved: "not known"
        }
    }

    /// The key is not shown: a screen has more readers than one.
    private static func words(_ credential: WiFiCredential) -> String {
        let key = credential.key.map { $0.count == 1 ? "a key of 1 byte" : "a key of \($0.count) bytes" }
        return
            ([
                text(credential.ssid), credential.authenticationName,
                credential.encryptionName.map { "encryption \($0)" },
            ]
            .compactMap { $0 } + [key ?? "no key"]).joined(separator: ", ")
    }

    private static func unknownKind(_ record: Record) -> String {
        record.type.isEmpty ? "no type" : "type \(name(record.type))"
    }

    /// The size of a payload, and its beginning: as text where it is such, else in hex.
    private static func preview(_ payload: [UInt8]) -> String {
        let size = size(payload)
        guard !payload.isEmpty else { return size }
        let text = String(validating: payload, as: UTF8.self)
        if let text, VisibleText.escaped(text, keepingNewlines: true) == text {
            return size + ": " + VisibleText.cut(text, to: 60)
        }
        return size + ": " + payload.prefix(24).hex + (payload.count > 24 ? "..." : "")
    }

    private static func size(_ payload: [UInt8]) -> String {
        payload.count == 1 ? "1 byte" : "\(payload.count) bytes"
    }
}
