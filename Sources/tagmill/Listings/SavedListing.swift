import Jobs
import NDEF
import Provisioning
import Tags

/// What `saved list` prints.
struct SavedListing {
    let tags: [SavedTag]

    /// An array of objects.
    var json: JSONValue {
        .array(
            tags.map { tag in
                .object([
                    .init("id", .int(Int64(tag.id))),
                    .init("name", .string(tag.content.name)),
                    .init("created_at", .string(tag.createdAt.description)),
                    .init("last_used_at", .text(tag.lastUsedAt?.description)),
                    .init("uid", .text(tag.content.uid?.description)),
                    .init("chip", .text(tag.content.chip?.rawValue)),
                    .init("message_bytes", .count(SavedTagListing(tag).message?.count)),
                    .init("first_record", .string(Self.firstRecord(tag))),
                ])
            })
    }

    var text: String {
        guard !tags.isEmpty else { return "no saved tags" }
        var columns = TextColumns(["id", "name", "created", "last used", "first record"])
        for tag in tags {
            columns.add([
                String(tag.id), VisibleText.cut(tag.content.name, to: 40), tag.createdAt.description,
                tag.lastUsedAt?.description ?? "never", VisibleText.cut(Self.firstRecord(tag), to: 60),
            ])
        }
        return columns.text
    }

    /// What the first record says, in a few words.
    private static func firstRecord(_ tag: SavedTag) -> String {
        RecordListing(Message(tag.content.records)).summary
    }
}
