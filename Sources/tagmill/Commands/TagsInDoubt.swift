import Jobs
import Provisioning
import SQLiteJournal
import Tags

/// The tags that are to be kept: each may hold its item, and is read and settled when it is laid again.
struct TagsInDoubt {
    /// In job order.
    private(set) var items: [JSONValue] = []
    /// A line for each of the first tags, and how many there are beyond.
    private(set) var lines: [String] = []

    /// None.
    init() {}

    /// So many tags are named; more fill a screen.
    private static let mostNamed = 10

    /// Items that a later run took are settled there.
    init(of record: RunRecord, in journal: SQLiteJournal) throws(JournalError) {
        var items: [JSONValue] = []
        var lines: [String] = []
        try journal.entries(run: record.id) { entry in
            let row = ReportRow(run: record, entry: entry, digest: { _ in [] })
            guard row.status == .inDoubt, entry.takenBy == nil, let uid = row.uid else { return }
            // Another run made the tag since: it does not hold the item, which the next resume gives to a new tag.
            if let known = try? journal.ledger(uid: uid), known.state == .carries, known.run != record.id { return }
            items.append(Self.json(uid, row))
            if items.count <= Self.mostNamed { lines.append("  \(uid)  \(ProgressState.label(entry.item))") }
        }
        if items.count > Self.mostNamed { lines.append("  and \(items.count - Self.mostNamed) more, see the report") }
        (self.items, self.lines) = (items, lines)
    }

    var count: Int { items.count }

    /// Documented in README.md, "When a run dies".
    private static func json(_ uid: UID, _ row: ReportRow) -> JSONValue {
        .object([
            .init("uid", .string("\(uid)")), .init("row", .int(Int64(row.key.row))),
            .init("copy", .int(Int64(row.key.copy))), .init("sku", row.sku.map { .string($0) } ?? .null),
        ])
    }
}
