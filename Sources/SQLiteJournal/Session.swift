import Jobs
import Provisioning
import Tags

/// A journal's connection with everything that goes with it: locks of runs, claims, what waits to be written.
/// Used by one thread at a time.
final class Session {
    /// What the connection knows of a run without asking: neither ever changes.
    struct Run {
        var number: Int64
        var job: String
    }

    enum Note {
        case presentation(Presentation)
        case reader(ReaderRecord)
    }

    let connection: Connection
    let digest: Digest
    /// Nil where the journal was opened for reading.
    private let locks: RunLocks?
    private var known: [String: Run] = [:]
    /// The items of a run that are with the station and are not handed out again.
    var claimed: [Int64: Set<ItemKey>] = [:]
    /// In the order in which they came; written with the next transaction.
    private var notes: [(run: Int64, note: Note)] = []

    /// So many notes are written without waiting for another transaction, so that they do not pile up.
    private static let notesMaximum = 256

    init(_ connection: Connection, locks: RunLocks?, digest: @escaping Digest) {
        self.connection = connection
        self.locks = locks
        self.digest = digest
    }

    deinit {
        // What was noted after the last flush. Nobody is left to be told of an error.
        if !notes.isEmpty { try? write {} }
    }

    /// The run by its id.
    func lookUp(_ id: String) throws(JournalError) -> Run {
        if let run = known[id] { return run }
        let run = try connection.first("SELECT number, job FROM run WHERE id = ?", [id]) {
            (row) throws(JournalError) in Run(number: try row.int64(), job: try row.text())
        }
        guard let run else { throw JournalError(.noSuchRun, context: id) }
        known[id] = run
        return run
    }

    /// The run by its id, held by this journal: what every call that writes to it begins with.
    func hold(_ id: String) throws(JournalError) -> Run {
        let run = try lookUp(id)
        guard try writable().take(run.number) else { throw JournalError(.locked, context: id) }
        return run
    }

    /// One transaction, flushed, with what was noted before.
    func write<Result>(_ body: () throws(JournalError) -> Result) throws(JournalError) -> Result {
        _ = try writable()
        let result = try connection.write { () throws(JournalError) in
            let result = try body()
            try writeNotes()
            return result
        }
        notes.removeAll(keepingCapacity: true)
        return result
    }

    /// Writes what waits, so that it is read too.
    func flushNotes() throws(JournalError) {
        if !notes.isEmpty { try write {} }
    }

    func note(run id: String, _ note: Note) throws(JournalError) {
        notes.append((try hold(id).number, note))
        if notes.count >= Self.notesMaximum { try flushNotes() }
    }

    private func writeNotes() throws(JournalError) {
        for (run, note) in notes {
            switch note {
            case .presentation(let presentation): try insert(presentation, run: run)
            case .reader(let reader): try insert(reader, run: run)
            }
        }
    }

    private func writable() throws(JournalError) -> RunLocks {
        guard let locks else { throw JournalError(.readOnly, context: connection.path) }
        return locks
    }

    // MARK: - Runs

    /// Records the run; the lock on it is taken before anybody can see it.
    func open(_ record: RunRecord, _ opening: RunOpening) throws(JournalError) {
        let locks = try writable()
        var number: Int64 = 0
        var borrowed: [Int64] = []
        defer { for run in borrowed { locks.giveBack(run) } }
        do throws(JournalError) {
            try write { () throws(JournalError) in
                number = try insert(record)
                guard try locks.take(number) else { throw JournalError(.locked, context: record.id) }
                try insert(
                    opening.items, run: number, record: record, inDoubt: opening.inDoubt,
                    since: opening.takeovers.first?.run)
                for takeover in opening.takeovers {
                    let earlier = try lookUp(takeover.run)
                    if !locks.holds(earlier.number) {
                        guard try locks.take(earlier.number) else { throw JournalError(.locked, context: takeover.run) }
                        borrowed.append(earlier.number)
                    }
                    try close(takeover.items, of: earlier, by: number)
                }
            }
        } catch {
            locks.giveBack(number)
            throw error
        }
        known[record.id] = Run(number: number, job: record.job)
    }

    private func close(_ items: [ItemKey], of run: Run, by number: Int64) throws(JournalError) {
        for key in items {
            try connection.run(
                "UPDATE item SET taken_by = ? WHERE run = ? AND row = ? AND copy = ? AND taken_by IS NULL",
                [number, run.number, key.row, key.copy])
            guard connection.changes == 1 else {
                // Throws where the run has no such item.
                _ = try standing(key, in: run)
                throw JournalError(.locked, context: "another run took \(key) meanwhile")
            }
        }
    }

    func end(run id: String, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError) {
        let run = try hold(id)
        try write { () throws(JournalError) in
            try connection.run(
                "UPDATE run SET ended = ?, exit_code = ?, finished_at = ? WHERE number = ?",
                [how.rawValue, exitCode, at, run.number])
        }
        claimed[run.number] = nil
        locks?.giveBack(run.number)
    }

    func record(run id: String) throws(JournalError) -> RunRecord {
        let number = try lookUp(id).number
        let sql = "SELECT \(RunRecord.sqlColumns) FROM run WHERE number = ?"
        let record = try connection.first(sql, [number]) { (row) throws(JournalError) in
            try RunRecord(&row)
        }
        guard let record else { throw JournalError(.noSuchRun, context: id) }
        return record
    }

    /// In the order in which they were opened, the newest first: a clock that was set back changes nothing.
    func runs() throws(JournalError) -> [RunSummary] {
        try connection.read { () throws(JournalError) in
            var totals: [Int64: [ItemStatus: Int]] = [:]
            try connection.each("SELECT run, state, items FROM tally WHERE items > 0") { (row) throws(JournalError) in
                let run = try row.int64()
                let state: ItemState = try row.name()
                totals[run, default: [:]][state.status, default: 0] += try row.int()
                return true
            }
            let sql = "SELECT number, \(RunRecord.sqlColumns) FROM run ORDER BY number DESC"
            return try connection.all(sql) { (row) throws(JournalError) in
                let number = try row.int64()
                return RunSummary(record: try RunRecord(&row), totals: totals[number] ?? [:])
            }
        }
    }
}
