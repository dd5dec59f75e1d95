import Jobs
import Provisioning
import SQLiteJournal
import Tags

/// The tags that are to be kept because lock or protection came out half on them: their items go to no other (contract,
/// section 5). What a run leaves of them at its end.
struct TagsHalfDone {
    /// Of items that failed so in this run, in job order: a rerun finishes them.
    private(set) var failed: [String] = []
    /// Of items that came so from an earlier run and whose tags were not laid: they wait.
    private(set) var waiting: [String] = []

    /// Items that a later run took are finished there.
    init(of record: RunRecord, in journal: SQLiteJournal) throws(JournalError) {
        var failed: [String] = []
        var waiting: [String] = []
        try journal.entries(run: record.id) { entry in
            guard entry.takenBy == nil else { return }
            let ending = Outcome(of: entry)
            let label = ProgressState.label(entry.item)
            if ending.status == .failed, let reason = ending.reason, reason.isHalfDone, let uid = ending.uid {
                failed.append("  \(uid)  \(label)  \(reason == .lockIncomplete ? "lock" : "protection")")
            } else if ending.status == .pending, let uid = entry.item.halfDoneUID {
                waiting.append("  \(uid)  \(label)")
            }
        }
        (self.failed, self.waiting) = (Self.first(failed), Self.first(waiting))
    }

    /// So many tags are named; more fill a screen.
    private static let mostNamed = 10

    private static func first(_ lines: [String]) -> [String] {
        lines.count > mostNamed
            ? lines.prefix(mostNamed) + ["  and \(lines.count - mostNamed) more, see the report"] : lines
    }
}
