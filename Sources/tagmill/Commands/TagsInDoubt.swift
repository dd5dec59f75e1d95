import Jobs
import Provisioning
import SQLiteJournal
import Tags

/// The tags that are to be kept: each may hold its item, and is read and settled when it is laid again.
struct TagsInDoubt {
    private(set) var count = 0
    /// A line for each of the first tags, and how many there are beyond.
    private(set) var lines: [String] = []

    /// So many tags are named; more fill a screen.
    private static let mostNamed = 10

    /// Items that a later run took are settled there.
    init(of record: RunRecord, in journal: SQLiteJournal) throws(JournalError) {
        var count = 0
        var lines: [String] = []
        try journal.entries(run: record.id) { entry in
            let row = ReportRow(run: record, entry: entry, digest: { _ in [] })
            guard row.status == .inDoubt, entry.takenBy == nil, let uid = row.uid else { return }
            count += 1
            if count <= Self.mostNamed { lines.append("  \(uid)  \(ProgressState.label(entry.item))") }
        }
        if count > Self.mostNamed { lines.append("  and \(count - Self.mostNamed) more, see the report") }
        (self.count, self.lines) = (count, lines)
    }
}
