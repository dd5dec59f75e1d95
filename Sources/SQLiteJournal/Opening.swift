import Jobs
import Provisioning
import Tags

/// How runs begin, go on and end. Each is called in a transaction.
extension WriteSession {
    /// Records the run; the lock on it is taken before anybody can see it.
    /// - Parameter digests: of the items' messages, in the order of the items.
    func open(_ record: RunRecord, _ opening: RunOpening, digests: [[UInt8]]) throws(JournalError) {
        let run = Run(number: try insert(record), id: record.id, job: record.job)
        try hold(run)
        try insert(
            Execution(
                startedAt: record.startedAt, station: record.station, operatorName: record.operatorName,
                version: record.version, finishedAt: record.finishedAt, ended: record.ended),
            run: run)
        try insert(opening, run: run.number, record: record, digests: digests)
        for (key, uid) in opening.released.sorted(by: { $0.key < $1.key }) {
            try release(standing(key, in: run).number, from: uid)
        }
        for takeover in opening.takeovers {
            let earlier = try lookUp(takeover.run)
            try borrow(earlier)
            try close(takeover.items, of: earlier, by: run)
        }
    }

    private func close(_ items: [ItemKey], of run: Run, by later: Run) throws(JournalError) {
        for key in items {
            try connection.run(
                "UPDATE item SET taken_by = ? WHERE run = ? AND row = ? AND copy = ? AND taken_by IS NULL",
                [later.number, run.number, key.row, key.copy])
            guard connection.changes == 1 else {
                // Throws where the run has no such item.
                _ = try standing(key, in: run)
                throw JournalError(.locked, context: "another run took \(key) meanwhile")
            }
        }
    }

    func reopen(_ id: String, _ execution: Execution, releasingInDoubt: Bool) throws(JournalError) {
        let run = try lookUp(id)
        let forgotten = "SELECT forgotten_at IS NOT NULL FROM run WHERE number = ?"
        if try connection.first(forgotten, [run.number], { (row) throws(JournalError) in try row.bool() }) == true {
            throw JournalError(.failed, context: "the cells and messages of run \(id) were forgotten: it cannot go on")
        }
        guard !holds(run) else { throw JournalError(.locked, context: "\(id) goes on here already") }
        try hold(run)
        try leaveInDoubt(run)
        if releasingInDoubt { try releaseInDoubt(run) }
        try insert(execution, run: run)
        try connection.run(
            "UPDATE run SET ended = NULL, exit_code = NULL, finished_at = NULL WHERE number = ?", [run.number])
    }

    /// Whoever had these in hand is gone: the run is held, so nobody works on it.
    private func leaveInDoubt(_ run: Run) throws(JournalError) {
        let sql = """
            SELECT item.number, attempt.uid, attempt.reader, attempt.station, attempt.intended_at
            FROM item JOIN attempt ON attempt.item = item.number
            WHERE item.run = ? AND item.held_uid IS NOT NULL AND item.state = 'in-hand' AND attempt.outcome IS NULL
            ORDER BY item.position
            """
        let open = try connection.all(sql, [run.number]) {
            (row) throws(JournalError) -> (item: Int64, outcome: Outcome) in
            let item = try row.int64()
            let outcome = Outcome(
                status: .inDoubt, detail: "a write began on this tag and its outcome was not recorded",
                uid: try row.uid(), reader: try row.text(), station: try row.text(), startedAt: try row.time())
            return (item, outcome)
        }
        for (item, outcome) in open {
            let number = try insert(outcome)
            try connection.run("UPDATE attempt SET outcome = ? WHERE item = ? AND outcome IS NULL", [number, item])
            try connection.run("UPDATE item SET state = 'in-doubt', outcome = ? WHERE number = ?", [number, item])
        }
    }

    /// The tag keeps its entry in the ledger: it may hold the item still.
    private func releaseInDoubt(_ run: Run) throws(JournalError) {
        let sql = """
            SELECT number, held_uid FROM item
            WHERE run = ? AND held_uid IS NOT NULL AND state = 'in-doubt' AND taken_by IS NULL ORDER BY position
            """
        let doubtful = try connection.all(sql, [run.number]) { (row) throws(JournalError) -> (Int64, UID) in
            (try row.int64(), try row.uid())
        }
        for (item, uid) in doubtful {
            try release(item, from: uid)
            try connection.run(
                "UPDATE item SET state = 'pending', held_uid = NULL, outcome = NULL WHERE number = ?", [item])
        }
    }

    private func release(_ item: Int64, from uid: UID) throws(JournalError) {
        try connection.run("INSERT INTO released (item, uid) VALUES (?, ?)", [item, uid])
    }

    private func insert(_ execution: Execution, run: Run) throws(JournalError) {
        try connection.run(
            """
            INSERT INTO execution (run, started_at, station, operator, version, finished_at, ended)
            VALUES (?,?,?,?,?,?,?)
            """,
            [
                run.number, execution.startedAt, execution.station, execution.operatorName, execution.version,
                execution.finishedAt, execution.ended?.rawValue,
            ])
    }

    func end(_ run: Run, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError) {
        try requireHeld(run)
        try connection.run(
            "UPDATE run SET ended = ?, exit_code = ?, finished_at = ? WHERE number = ?",
            [how.rawValue, exitCode, at, run.number])
        try connection.run(
            """
            UPDATE execution SET ended = ?, finished_at = ?
            WHERE number = (SELECT max(number) FROM execution WHERE run = ?)
            """, [how.rawValue, at, run.number])
        giveUp(run)
    }
}
