import Jobs
import Provisioning
import Tags

extension Session {
    /// What decides whether an item may be written or concluded.
    struct Standing {
        var number: Int64
        var state: ItemState
        /// The tag on which it is in hand, in doubt or ended.
        var heldUID: UID?
        /// A later run has it.
        var isTaken: Bool
        var isBound: Bool
    }

    func standing(_ key: ItemKey, in run: Run) throws(JournalError) -> Standing {
        let sql = """
            SELECT number, state, held_uid, taken_by IS NOT NULL, bound_uid IS NOT NULL FROM item
            WHERE run = ? AND row = ? AND copy = ?
            """
        let standing = try connection.first(sql, [run.number, key.row, key.copy]) { (row) throws(JournalError) in
            Standing(
                number: try row.int64(), state: try row.name(), heldUID: try row.optionalUID(),
                isTaken: try row.bool(), isBound: try row.bool())
        }
        guard let standing else { throw JournalError(.failed, context: "the run has no \(key)") }
        return standing
    }

    private func isHeld(_ uid: UID, byOtherThan item: Int64, in run: Run) throws(JournalError) -> Bool {
        let sql = "SELECT 1 FROM item WHERE run = ? AND held_uid = ? AND number <> ?"
        return try connection.first(sql, [run.number, uid, item]) { (_) throws(JournalError) in true } ?? false
    }

    /// Passes over what is claimed already: as many rows as the station holds open items.
    func claim(run id: String, count: Int) throws(JournalError) -> [OpenItem] {
        let run = try hold(id)
        guard count > 0 else { return [] }
        var items: [OpenItem] = []
        let sql = """
            SELECT \(OpenItem.sqlColumns) FROM item
            WHERE run = ? AND state = 'pending' AND bound_uid IS NULL AND taken_by IS NULL ORDER BY position
            """
        let claimed = claimed[run.number] ?? []
        try connection.each(sql, [run.number]) { (row) throws(JournalError) in
            let key = ItemKey(row: try row.int(), copy: try row.int())
            guard !claimed.contains(key) else { return true }
            row.rewind()
            items.append(try OpenItem(&row))
            return items.count < count
        }
        for item in items { self.claimed[run.number, default: []].insert(item.item.key) }
        return items
    }

    func release(run id: String, item: ItemKey) throws(JournalError) {
        claimed[try hold(id).number]?.remove(item)
    }

    func backlog(run id: String) throws(JournalError) -> Backlog {
        let run = try lookUp(id)
        var backlog = Backlog(queued: 0, bound: 0, inDoubt: 0)
        let sql = "SELECT state, bound, items FROM tally WHERE run = ? AND taken = 0"
        try connection.each(sql, [run.number]) { (row) throws(JournalError) in
            let state: ItemState = try row.name()
            let isBound = try row.bool()
            let items = try row.int()
            switch state {
            case .pending: if isBound { backlog.bound += items } else { backlog.queued += items }
            case .inDoubt: backlog.inDoubt += items
            case .inHand, .written, .unchanged, .failed, .invalid: break
            }
            return true
        }
        return backlog
    }

    func intend(
        run id: String, item key: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer {
        let run = try hold(id)
        let answer = try write { () throws(JournalError) -> IntentAnswer in
            let item = try standing(key, in: run)
            let isOpen = item.state == .pending || item.state == .inDoubt && item.heldUID == attempt.uid
            guard isOpen, !item.isTaken else { return .leaseLost }
            guard try !isHeld(attempt.uid, byOtherThan: item.number, in: run) else { return .uidTaken }
            // NULL where the message is the item's own, as it is for all but messages that name their tag.
            try connection.run(
                """
                INSERT INTO attempt (item, uid, reader, station, intended_at, message)
                SELECT number, ?2, ?3, ?4, ?5, nullif(?6, message) FROM item WHERE number = ?1
                """,
                [item.number, attempt.uid, attempt.reader, attempt.station, attempt.intendedAt, message])
            try connection.run(
                "UPDATE item SET state = 'in-hand', held_uid = ?, intents = intents + 1 WHERE number = ?",
                [attempt.uid, item.number])
            return .accepted
        }
        if answer == .accepted { claimed[run.number, default: []].insert(key) }
        return answer
    }

    func conclude(run id: String, item key: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        let run = try hold(id)
        guard !outcome.lacksFinishTime else {
            throw JournalError(.failed, context: "an outcome without a time: \(key)")
        }
        let answer = try write { () throws(JournalError) -> ConcludeAnswer in
            let item = try standing(key, in: run)
            guard !item.state.isFinal, !item.isTaken else { return .conflict }
            var held: UID?
            if outcome.holdsTag {
                guard let uid = outcome.uid ?? item.heldUID else {
                    throw JournalError(.failed, context: "an outcome without a UID: \(key)")
                }
                guard try !isHeld(uid, byOtherThan: item.number, in: run) else { return .conflict }
                held = uid
            }
            let number = try insert(outcome)
            if item.state == .inHand { try closeAttempt(of: item.number, with: number) }
            try connection.run(
                "UPDATE item SET state = ?, held_uid = ?, outcome = ?, made = ? WHERE number = ?",
                [
                    ItemState(outcome.status).rawValue, held, number,
                    outcome.status.isSuccess
                        ? try held.map { (uid) throws(JournalError) in try nextMade(on: uid) } : nil,
                    item.number,
                ])
            return .accepted
        }
        guard answer == .accepted else { return answer }
        if outcome.status == .pending {
            claimed[run.number, default: []].insert(key)
        } else {
            claimed[run.number]?.remove(key)
        }
        return answer
    }

    private func closeAttempt(of item: Int64, with outcome: Int64) throws(JournalError) {
        try connection.run(
            """
            UPDATE attempt SET outcome = ?
            WHERE number = (SELECT max(number) FROM attempt WHERE item = ?) AND outcome IS NULL
            """,
            [outcome, item])
    }

    private func nextMade(on uid: UID) throws(JournalError) -> Int {
        let sql = "SELECT coalesce(max(made), 0) + 1 FROM item WHERE held_uid = ? AND made IS NOT NULL"
        return try connection.first(sql, [uid]) { (row) throws(JournalError) in try row.int() } ?? 1
    }
}
