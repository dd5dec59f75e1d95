import Jobs
import NDEF
import Provisioning
import Tags

/// A saved tag as JSON, `tagmill.saved/1`: what `saved export` writes, `saved show --json` prints and `saved import` reads.
enum SavedDocument {
    static let schema = "tagmill.saved/1"

    /// The largest file that is read. The longest message takes half of it, in hex and as the text that it may be with
    /// every character escaped.
    static let mostBytes = 1 << 20

    typealias Refusal = RecordDocument.Refusal

    private static let records = RecordDocument(
        name: schema, cure: "leave it out, or change payload_hex, or import it and use 'tagmill saved edit'")

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
            records.append(try Self.records.record(value, "record \(index + 1): "))
        }
        var content = SavedContent(name: "", records: records)
        do throws(NDEFError) {
            _ = try content.encoded()
        } catch {
            throw Refusal(reason: "its records are no message: \(error)")
        }
        if let name = try RecordDocument.text("name", in: document, "") { content.name = name }
        if let hex = try RecordDocument.text("uid", in: document, "") {
            guard let uid = UID(hex: hex) else { throw Refusal(reason: "uid is no UID in hex: \(hex.quoted)") }
            content.uid = uid
        }
        if let name = try RecordDocument.text("chip", in: document, "") {
            guard let chip = Chip(name: name) else {
                let nearest = nearName(to: name, among: Chip.allCases.map(\.rawValue))
                let hint = nearest.map { "; is \($0) meant?" } ?? ""
                throw Refusal(reason: "chip is none that is known: \(name.quoted)\(hint)")
            }
            content.chip = chip
        }
        return content
    }

    private static func refuseOthers(
        in value: JSONValue, than names: [String], _ place: String
    ) throws(Refusal) {
        guard case .object(let members) = value else { throw Refusal(reason: place + "is no object") }
        for member in members where !names.contains(member.name) {
            throw Refusal(reason: place + records.unknown(member.name, among: names))
        }
    }
}
