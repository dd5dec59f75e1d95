import Jobs
import Provisioning
import Tags

extension WriteSession {
    /// What decides whether an item may be written or concluded.
    struct Standing {
        var number: Int64
        var state: ItemState
        /// The tag on which it is in hand, in doubt or ended.
        var heldUID: UID?
        /// A later run has it.
        var isTaken: Bool
    }

    func standing(_ key: ItemKey, in run: Run) throws(JournalError) -> Standing {
        let sql =
            "SELECT number, state, held_uid, taken_by IS NOT NULL FROM item WHERE run = ? AND row = ? AND copy = ?"
        let standing = try connection.first(sql, [run.number, key.row, key.copy]) { (row) throws(JournalError) in
            Standing(
                number: try row.number(), state: try row.name(), heldUID: try row.optionalUID(), isTaken: try row.bool()
            )
        }
        guard let standing else { throw JournalError(.failed, context: "the run has no \(key)") }
        return standing
    }

    private func isHeld(_ uid: UID, byOtherThan item: Int64, in run: Run) throws(JournalError) -> Bool {
        let sql = "SELECT 1 FROM item WHERE run = ? AND held_uid = ? AND number <> ?"
        return try connection.first(sql, [run.number, uid, item]) { (_) throws(JournalError) in true } ?? false
    }

    func intend(
        _ key: ItemKey, of run: Run, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer {
        try requireHeld(run)
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
        try enterIntent(of: item.number, attempt)
        keep(key, of: run)
        return .accepted
    }

    func conclude(_ key: ItemKey, of run: Run, outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        try requireHeld(run)
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
        var made: Int?
        if outcome.status.isSuccess, let held { made = try nextMade(on: held) }
        try connection.run(
            "UPDATE item SET state = ?, held_uid = ?, outcome = ?, made = ? WHERE number = ?",
            [ItemState(outcome.status).rawValue, held, number, made, item.number])
        try enter(outcome, of: item, on: held)
        if outcome.status == .pending { keep(key, of: run) } else { drop(key, of: run) }
        return .accepted
    }

    /// What the outcome says of its tag. One that no write preceded says nothing, unless the tag holds the item.
    private func enter(_ outcome: Outcome, of item: Standing, on held: UID?) throws(JournalError) {
        switch outcome.status {
        case .written, .unchanged:
            if let held { try enterCarried(item.number, on: held, outcome) }
        case .failed, .pending:
            guard item.state == .inHand, let uid = item.heldUID else { return }
            if let held {
                try enterCarried(item.number, on: held, outcome)
            } else {
                try enterUnknown(item.number, on: uid, outcome)
            }
        case .inDoubt, .invalid: break
        }
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
        return try connection.first(sql, [uid]) { (row) throws(JournalError) in try row.count() } ?? 1
    }
}
