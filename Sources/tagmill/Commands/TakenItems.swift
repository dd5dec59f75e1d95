import Jobs
import Provisioning
import SQLiteJournal

/// What later runs took of a run, and what they left of it.
struct TakenItems {
    /// Items that had not ended when a later run took them, by that run.
    private(set) var counts: [String: Int] = [:]
    /// Items that are `failed` or `invalid` and that no later run took.
    private(set) var failures: [ItemStatus: Int] = [:]

    init(of run: String, in journal: SQLiteJournal) throws(JournalError) {
        var counts: [String: Int] = [:]
        var failures: [ItemStatus: Int] = [:]
        try journal.entries(run: run) { entry in
            guard let later = entry.takenBy else {
                let status = Outcome(of: entry).status
                if status == .failed || status == .invalid { failures[status, default: 0] += 1 }
                return
            }
            guard entry.item.fault == nil, entry.outcome?.status.isFinal != true else { return }
            counts[later, default: 0] += 1
        }
        (self.counts, self.failures) = (counts, failures)
    }

    /// One for each of the runs, the earliest first.
    var sentences: [String] {
        counts.sorted { $0.key < $1.key }.map { run, count in
            "\(count == 1 ? "1 item was" : "\(count) items were") taken by run \(run)"
        }
    }
}
