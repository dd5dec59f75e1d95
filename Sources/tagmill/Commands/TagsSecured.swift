import Jobs
import Provisioning

/// How many tags of a run are locked and protected, for its last line.
struct TagsSecured {
    private var locked = 0
    private var protected = 0

    /// Items that were made: a protection that was asked for was proved on each of them.
    init(of record: RunRecord, in journal: some Journal) throws(JournalError) {
        let protects = (try? Settings(json: record.settings))?.protection != nil
        var (locked, made) = (0, 0)
        try journal.entries(run: record.id) { entry in
            let ending = Outcome(of: entry)
            guard ending.status.isSuccess else { return }
            made += 1
            if ending.lock == .done { locked += 1 }
        }
        self.locked = locked
        protected = protects ? made : 0
    }

    /// `, 3 locked, 3 protected`; empty where none is.
    var words: String {
        (locked > 0 ? ", \(locked) locked" : "") + (protected > 0 ? ", \(protected) protected" : "")
    }
}
