import Jobs
import NDEF
import Provisioning
import Tags

/// A saved tag as JSON, `tagmill.saved/1`: what `saved export` writes, `saved show --json` prints and `saved import` reads.
///
/// A record's fields are exact: `tnf`, `type` and `id` (one character a byte), `payload_hex`. What it says beside them
/// (`uri`, `text` …) must agree with them where it is there, so that a file that was changed by hand is not read as what
/// it no longer says.
enum SavedDocument {
    static let schema = "tagmill.saved/1"

    /// The largest file that is read. The longest message takes half of it, in hex and as the text that it may be with
    /// every character escaped.
    static let mostBytes = 1 << 20

    /// Why a document is none, in a sentence with its place; shows nothing of the payloads.
    struct Refusal: Error {
        var reason: String
    }

    /// The document in a file that says that it is one, of this version or another; nil where it is anything else.
    static func document(in bytes: [UInt8]) -> JSONValue? {
        // Nothing but an object is parsed to find out.
        guard bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{"),
            let document = try? JSONValue(parsing: bytes), case .string(let schema)? = document["schema"],
            schema.hasPrefix("tagmill.saved/")
        else { return nil }
        return document
    }

    /// Why such a file is not read as an image, and what to do; goes on after its name.
    static let isNoImage =
        "is a saved tag and no image of one: 'tagmill saved import' takes it, and 'tagmill saved export ID FILE --format "
        + "pm3-json' makes an image"

    static func content(of document: JSONValue) throws(Refusal) -> SavedContent {
        guard document["schema"] == .string(schema) else {
            throw Refusal(reason: "is of another version of saved tags; this one reads \(schema)")
        }
        let members = [
            "schema", "id", "name", "created_at", "last_used_at", "uid", "chip", "message_bytes", "records",
        ]
        try refuseOthers(in: document, than: members, "")
        guard case .array(let values)? = document["records"] else {
            throw Refusal(reason: "records is missing, or is no array")
        }
        var records: [Record] = []
        for (index, value) in values.prefix(NDEFLimits.records + 1).enumerated() {
            records.append(try record(value, "record \(index + 1): "))
        }
        var content = SavedContent(name: "", records: records)
        do throws(NDEFError) {
            _ = try content.encoded()
        } catch {
            throw Refusal(reason: "its records are no message: \(error)")
        }
        if let name = try text("name", in: document, "") { content.name = name }
        if let hex = try text("uid", in: document, "") {
            guard let uid = UID(hex: hex) else { throw Refusal(reason: "uid is no UID in hex: \(hex.quoted)") }
            content.uid = uid
        }
        if let name = try text("chip", in: document, "") {
            guard let chip = Chip(name: name) else {
                let nearest = nearName(to: name, among: Chip.allCases.map(\.rawValue))
                let hint = nearest.map { "; is \($0) meant?" } ?? ""
                throw Refusal(reason: "chip is none that is known: \(name.quoted)\(hint)")
            }
            content.chip = chip
        }
        return content
    }

    private static func record(_ value: JSONValue, _ place: String) throws(Refusal) -> Record {
        guard case .object(let members) = value else { throw Refusal(reason: place + "is no object") }
        guard case .int(let number)? = value["tnf"], let byte = UInt8(exactly: number),
            let format = Record.TypeNameFormat(rawValue: byte)
        else { throw Refusal(reason: place + "tnf must be a number from 0 to 5") }
        guard let hex = try text("payload_hex", in: value, place), let payload = [UInt8](hex: hex) else {
            throw Refusal(reason: place + "payload_hex must be hex, two digits a byte")
        }
        let record = Record(
            typeNameFormat: format, type: try field("type", in: value, place),
            identifier: try field("id", in: value, place), payload: payload)
        // What it means is compared where it is said; a message alone, so that it need not be whole yet.
        let said = RecordListing.json(InterpretedRecord(record))
        for member in members {
            guard let meant = said[member.name] else {
                let names = ["tnf", "type", "id", "payload_hex", "uri", "text", "lang"]
                throw Refusal(reason: place + unknown(member.name, among: names))
            }
            guard meant != member.value, !["type", "id", "payload_hex"].contains(member.name) else { continue }
            throw Refusal(
                reason: place + "\(member.name) is not what its bytes say; leave it out, or change payload_hex, or "
                    + "import it and use 'tagmill saved edit'")
        }
        return record
    }

    /// A type or an identifier; absent means empty.
    private static func field(_ name: String, in value: JSONValue, _ place: String) throws(Refusal) -> [UInt8] {
        guard let text = try text(name, in: value, place) else { return [] }
        guard let bytes = RecordListing.bytes(ofName: text) else {
            throw Refusal(reason: place + "\(name) has a character beyond U+00FF, which is no byte")
        }
        return bytes
    }

    /// A text; nil where it is absent or null.
    private static func text(_ name: String, in value: JSONValue, _ place: String) throws(Refusal) -> String? {
        switch value[name] {
        case nil, .null?: return nil
        case .string(let text)?: return text
        default: throw Refusal(reason: place + "\(name) must be a string")
        }
    }

    private static func refuseOthers(
        in value: JSONValue, than names: [String], _ place: String
    ) throws(Refusal) {
        guard case .object(let members) = value else { throw Refusal(reason: place + "is no object") }
        for member in members where !names.contains(member.name) {
            throw Refusal(reason: place + unknown(member.name, among: names))
        }
    }

    private static func unknown(_ name: String, among names: [String]) -> String {
        let nearest = nearName(to: name, among: names)
        return "\(name.quoted) is no member of \(schema)" + (nearest.map { "; is \($0) meant?" } ?? "")
    }
}
