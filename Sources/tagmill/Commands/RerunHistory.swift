import Jobs
import Provisioning
import SQLiteJournal
import Tags

/// What the journal knows of the items of an earlier run, which a report may not know yet: a later run may have taken
/// them over, made them, or left them in doubt.
struct RerunHistory {
    /// The run that has an item now, and what it knows of it.
    struct Place {
        var run: String
        var entry: ItemEntry

        var isMade: Bool { entry.outcome?.status.isSuccess == true }

        /// The tag that an item in doubt may be on: by its outcome, or because the run died in the write.
        var uidInDoubt: UID? {
            if let last = entry.attempts.last, last.outcome == nil, entry.outcome?.status.isFinal != true {
                return last.uid
            }
            guard let outcome = entry.outcome, outcome.status == .inDoubt else { return nil }
            return outcome.uid ?? entry.attempts.last?.uid
        }
    }

    let record: RunRecord
    private let journal: SQLiteJournal
    /// The items that are asked for.
    private let keys: Set<ItemKey>
    private var runs: [String: [ItemKey: ItemEntry]] = [:]

    /// A chain of reruns of one item is short; the bound is against a journal that was tampered with.
    private static let longestChain = 1000

    /// Nil where the journal does not know the run.
    init?(of run: String, keys: Set<ItemKey>, in journal: SQLiteJournal) throws(JournalError) {
        do throws(JournalError) {
            record = try journal.record(run: run)
        } catch {
            if error.code == .noSuchRun { return nil }
            throw error
        }
        self.journal = journal
        self.keys = keys
    }

    /// Where an item of the run is now: in the run itself, or at the end of the runs that took it over, one after another.
    /// Nil where the run has no such item.
    mutating func place(of key: ItemKey) throws(JournalError) -> Place? {
        guard var place = try entry(of: key, in: record.id) else { return nil }
        for _ in 0..<Self.longestChain {
            guard let next = place.entry.takenBy, let later = try entry(of: key, in: next) else { return place }
            place = later
        }
        return place
    }

    private mutating func entry(of key: ItemKey, in run: String) throws(JournalError) -> Place? {
        if runs[run] == nil {
            var entries: [ItemKey: ItemEntry] = [:]
            try journal.entries(run: run) { if keys.contains($0.item.key) { entries[$0.item.key] = $0 } }
            runs[run] = entries
        }
        return runs[run]?[key].map { Place(run: run, entry: $0) }
    }
}

extension ItemStatus {
    fileprivate var isFinal: Bool {
        switch self {
        case .written, .unchanged, .failed, .invalid: true
        case .inDoubt, .pending: false
        }
    }
}
