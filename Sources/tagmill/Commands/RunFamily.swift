import Jobs
import Provisioning
import SQLiteJournal

/// The runs that make the items of one job: a run, its reruns, and theirs. An item keeps its row and copy through all of them,
/// and `result_line` is that of the job of the first.
struct RunFamily {
    /// The id of the first; the journal may not know it.
    let first: String
    /// Those that the journal knows.
    let members: [RunRecord]
    private let journal: SQLiteJournal

    /// A chain of reruns is short; the bound is against a journal that was tampered with.
    static let longestChain = 1000

    /// - Parameter run: any of them; the journal need not know it.
    init(of run: String, in journal: SQLiteJournal) throws(JournalError) {
        let records = try journal.runs().map(\.record)
        var origins: [String: String] = [:]
        for record in records { origins[record.id] = record.rerunOf }
        let first = Self.first(of: run, origins)
        self.first = first
        self.journal = journal
        members = records.filter { Self.first(of: $0.id, origins) == first }
    }

    private static func first(of run: String, _ origins: [String: String]) -> String {
        var run = run
        for _ in 0..<longestChain {
            guard let earlier = origins[run] else { return run }
            run = earlier
        }
        return run
    }

    /// The file of the job; nil where the journal does not know the run of it.
    var jobPath: String? { members.first { $0.id == first }?.jobPath }

    /// The rows that a rerun does not make now: what was made, failed, is in doubt or was not reached, each as the run has it
    /// that has it now. Not the bad ones, of which nothing is made.
    /// - Parameter chosen: the items that it makes.
    func standing(but chosen: Set<ItemKey>) throws(JournalError) -> StandingRows {
        let rows = StandingRows()
        for run in members {
            try journal.entries(run: run.id) { entry in
                guard entry.takenBy == nil, !chosen.contains(entry.item.key), entry.item.fault == nil else { return }
                rows.add(entry.item)
            }
        }
        return rows
    }
}
