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
        /// The item as the run of the report had it.
        var first: ItemEntry

        /// How the item stands now.
        var status: ItemStatus { Outcome(of: entry).status }

        /// The tag that an item in doubt may be on: by its outcome, or because the run died in the write.
        var uidInDoubt: UID? {
            let ending = Outcome(of: entry)
            return ending.status == .inDoubt ? ending.uid ?? entry.attempts.last?.uid : nil
        }

        /// The tag on which the item came out half locked or protected, in this run or one before.
        var halfDone: HalfDoneItems.Place? {
            let ending = Outcome(of: entry)
            if ending.status == .failed, let reason = ending.reason, reason.isHalfDone, let uid = ending.uid {
                return .init(uid: uid, reason: reason)
            }
            return entry.item.halfDoneUID.map { .init(uid: $0, reason: nil) }
        }
    }

    let record: RunRecord
    private let journal: SQLiteJournal
    /// The items that are asked for; nil: all.
    private let keys: Set<ItemKey>?
    private var runs: [String: [ItemKey: ItemEntry]] = [:]
    private var records: [String: RunRecord] = [:]

    /// Nil where the journal does not know the run.
    init?(of run: String, keys: Set<ItemKey>?, in journal: SQLiteJournal) throws(JournalError) {
        do throws(JournalError) {
            record = try journal.record(run: run)
        } catch {
            if error.code == .noSuchRun { return nil }
            throw error
        }
        self.journal = journal
        self.keys = keys
        records[run] = record
    }

    /// Where an item of the run is now: in the run itself, or at the end of the runs that took it over, one after another.
    /// Nil where the run has no such item.
    mutating func place(of key: ItemKey) throws(JournalError) -> Place? {
        guard let first = try entry(of: key, in: record.id) else { return nil }
        var place = Place(run: record.id, entry: first, first: first)
        for _ in 0..<RunFamily.longestChain {
            guard let next = place.entry.takenBy, let later = try entry(of: key, in: next) else { return place }
            place = Place(run: next, entry: later, first: first)
        }
        return place
    }

    /// The columns of a run of the chain; empty where its cells were forgotten.
    mutating func columns(of run: String) throws(JournalError) -> [String] {
        if records[run] == nil { records[run] = try journal.record(run: run) }
        guard let record = records[run], record.forgottenAt == nil else { return [] }
        return record.columns
    }

    /// Every item of the run itself, in job order.
    func items(_ body: (ItemEntry) -> Void) throws(JournalError) { try journal.entries(run: record.id, body) }

    private mutating func entry(of key: ItemKey, in run: String) throws(JournalError) -> ItemEntry? {
        if runs[run] == nil {
            var entries: [ItemKey: ItemEntry] = [:]
            try journal.entries(run: run) { entry in
                if keys?.contains(entry.item.key) ?? true { entries[entry.item.key] = entry }
            }
            runs[run] = entries
        }
        return runs[run]?[key]
    }
}
