import Jobs
import NDEF
import Provisioning
import Tags

/// What `saved show` prints of a saved tag: what it says, and every field of it as it stands.
struct SavedTagListing {
    let tag: SavedTag
    private let records: RecordListing

    init(_ tag: SavedTag) {
        self.tag = tag
        records = RecordListing(Message(tag.content.records))
    }

    /// The bytes that would stand on a tag. What is saved can be encoded; nil would be a defect.
    var message: [UInt8]? { try? tag.content.encoded() }

    /// `tagmill.saved/1`, which `saved import` reads too.
    var json: JSONValue {
        .object([
            .init("schema", .string(SavedDocument.schema)),
            .init("id", .int(Int64(tag.id))),
            .init("name", .string(tag.content.name)),
            .init("created_at", .string(tag.createdAt.description)),
            .init("last_used_at", .text(tag.lastUsedAt?.description)),
            .init("uid", .text(tag.content.uid?.description)),
            .init("chip", .text(tag.content.chip?.rawValue)),
            .init("message_bytes", .count(message?.count)),
            .init("records", records.json),
        ])
    }

    /// For a person.
    var text: String {
        var lines = [
            ("saved", "\(tag.id), \(tag.content.name)"),
            ("created", tag.createdAt.description),
            ("used", tag.lastUsedAt?.description ?? "never"),
            ("from", origin),
            ("holds", "a message of \(message?.count ?? 0) bytes"),
        ].map { VisibleText.fit($0, to: 9) + VisibleText.escaped($1) }
        lines += [recordsText]
        lines += records.notes.map { VisibleText.fit("note", to: 9) + VisibleText.escaped($0) }
        return lines.joined(separator: "\n")
    }

    /// What the records say, and under it their fields.
    var recordsText: String { records.text + "\n" + fields }

    private var origin: String {
        let parts = [tag.content.uid?.description, tag.content.chip?.rawValue].compactMap { $0 }
        return parts.isEmpty ? "no tag that is known" : parts.joined(separator: ", ")
    }

    /// As `saved edit` changes them.
    private var fields: String {
        var columns = TextColumns(["", "tnf", "type", "id", "payload"])
        for (index, record) in tag.content.records.enumerated() {
            columns.add([
                String(index + 1), String(record.typeNameFormat.rawValue), RecordListing.name(record.type),
                RecordListing.name(record.identifier), record.payload.hex,
            ])
        }
        return columns.text
    }
}
