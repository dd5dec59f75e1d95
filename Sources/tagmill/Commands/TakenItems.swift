import Jobs
import Provisioning
import SQLiteJournal

/// The items of a run that had not ended when later runs took them.
struct TakenItems {
    private(set) var counts: [String: Int] = [:]

    init(of run: String, in journal: SQLiteJournal) throws(JournalError) {
        var counts: [String: Int] = [:]
        try journal.entries(run: run) { entry in
            guard let later = entry.takenBy, entry.item.fault == nil, entry.outcome?.status.isFinal != true else {
                return
            }
            counts[later, default: 0] += 1
        }
        self.counts = counts
    }

    /// One for each of the runs, the earliest first.
    var sentences: [String] {
        counts.sorted { $0.key < $1.key }.map { run, count in
            "\(count == 1 ? "1 item was" : "\(count) items were") taken by run \(run)"
        }
    }
}
