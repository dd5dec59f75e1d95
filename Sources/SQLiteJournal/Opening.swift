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
        for takeover in opening.takeovers { try borrow(try lookUp(takeover.run)) }
        let opening = try releasingOvertaken(opening)
        try insert(opening, run: run.number, record: record, digests: digests)
        for (key, uid) in opening.inDoubt.sorted(by: { $0.key < $1.key }) {
            try enterDoubt(of: standing(key, in: run).number, on: uid, record)
        }
        for (key, uid) in opening.released.sorted(by: { $0.key < $1.key }) {
            try release(standing(key, in: run).number, from: uid)
        }
        for takeover in opening.takeovers { try close(takeover.items, of: try lookUp(takeover.run), by: run) }
    }

    /// Items in doubt on tags that another run made since begin released. Only of an item whose earlier run is in this
    /// journal is it known that its write began before.
    private func releasingOvertaken(_ opening: RunOpening) throws(JournalError) -> RunOpening {
        let sql = """
            SELECT 1 FROM tag JOIN item ON item.run = ?2 AND item.row = ?3 AND item.copy = ?4
            WHERE tag.uid = ?1 AND tag.state = 'carries' AND (item.held_uid = ?1
                OR EXISTS (SELECT 1 FROM attempt WHERE attempt.item = item.number AND attempt.uid = ?1))
            """
        var opening = opening
        for takeover in opening.takeovers {
            let earlier = try lookUp(takeover.run)
            for key in takeover.items {
                guard let uid = opening.inDoubt[key] else { continue }
                let values: [(any Bindable)?] = [uid, earlier.number, key.row, key.copy]
                guard try connection.first(sql, values, { (_) throws(JournalError) in true }) == true else { continue }
                opening.inDoubt[key] = nil
                opening.released[key] = uid
            }
        }
        return opening
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
        try releaseInDoubt(run, all: releasingInDoubt)
        try insert(execution, run: run)
        try connection.run(
            "UPDATE run SET ended = NULL, exit_code = NULL, finished_at = NULL WHERE number = ?", [run.number])
    }

    /// Whoever had these in hand is gone, or will be told that the run is not held: nothing comes of them any more.
    private func leaveInDoubt(_ run: Run) throws(JournalError) {
        let sql = """
            SELECT item.number, item.row, item.copy, attempt.uid, attempt.reader, attempt.station, attempt.intended_at
            FROM item JOIN attempt ON attempt.item = item.number
            WHERE item.run = ? AND item.held_uid IS NOT NULL AND item.state = 'in-hand' AND attempt.outcome IS NULL
            ORDER BY attempt.number
            """
        let open = try connection.all(sql, [run.number]) {
            (row) throws(JournalError) -> (item: Int64, key: ItemKey, attempt: Attempt) in
            (
                try row.number(), try ItemKey(&row),
                Attempt(uid: try row.uid(), reader: try row.text(), station: try row.text(), intendedAt: try row.time())
            )
        }
        for (item, key, attempt) in open {
            let number = try insert(Outcome(leftBy: attempt))
            try insert(Presentation(leftBy: attempt, item: key), run: run.number)
            try connection.run("UPDATE attempt SET outcome = ? WHERE item = ? AND outcome IS NULL", [number, item])
            try connection.run("UPDATE item SET state = 'in-doubt', outcome = ? WHERE number = ?", [number, item])
        }
    }

    /// The tag keeps its entry in the ledger: it may hold the item still, unless another run made it since.
    /// - Parameter all: those too whose tags no other run made since.
    private func releaseInDoubt(_ run: Run, all: Bool) throws(JournalError) {
        let sql = """
            SELECT number, held_uid FROM item
            WHERE run = ?1 AND held_uid IS NOT NULL AND state = 'in-doubt' AND taken_by IS NULL
                AND (?2 OR EXISTS (\(ReadSession.madeSince)))
            ORDER BY position
            """
        let doubtful = try connection.all(sql, [run.number, all]) { (row) throws(JournalError) -> (Int64, UID) in
            (try row.number(), try row.uid())
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
        try leaveInDoubt(run)
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
