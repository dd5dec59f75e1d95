import Jobs
import Provisioning
import Tags

extension ReadSession {
    /// One state of the journal answers all of it.
    func find(
        run id: String, uid: UID, digests: MessageDigests?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        let run = try lookUp(id)
        return try connection.read { () throws(JournalError) in
            var history = TagHistory()
            try findHeld(uid, in: run, &history)
            try findBound(uid, in: run, &history)
            try findCarried(uid, in: run, busy: busy, &history)
            try findMade(uid, in: run, &history)
            history.failures = try failures(of: uid, in: run)
            if let digests { history.sameMessage = try queued(digests, in: run, busy: busy) }
            return history
        }
    }

    /// (6)
    private func queued(
        _ digests: MessageDigests, in run: Run, busy: Set<ItemKey>
    ) throws(JournalError) -> OpenItem? {
        let whole = "digest = ?2 AND uid_places IS NULL"
        if let open = try queued(whole, [run.number, digests.whole], busy: busy) { return open }
        guard let digest = digests.withoutUID else { return nil }
        return try queued("digest = ?2 AND uid_places IS NOT NULL", [run.number, digest], busy: busy)
    }

    /// The id of the run that made the tag of an item in doubt since. The intent was the ledger's last word on the tag: that
    /// another run's item is there now came after it.
    static let madeSince = """
        SELECT maker.id FROM tag JOIN run AS maker ON maker.number = tag.run
        WHERE tag.uid = item.held_uid AND tag.state = 'carries' AND tag.run <> item.run
        """

    /// (1) and (2). An item that a later run took is closed; its tag still takes no other item here.
    private func findHeld(_ uid: UID, in run: Run, _ history: inout TagHistory) throws(JournalError) {
        let sql = """
            SELECT state, taken_by IS NOT NULL, (\(Self.madeSince)),
                (SELECT reason FROM outcome WHERE outcome.number = item.outcome), \(OpenItem.sqlColumns) FROM item
            WHERE run = ? AND held_uid = ?
            """
        let held = try connection.first(sql, [run.number, uid]) {
            (row) throws(JournalError) -> (ItemState, isTaken: Bool, madeSince: String?, Reason?, OpenItem) in
            (try row.name(), try row.bool(), try row.optionalText(), try row.optionalName(), try OpenItem(&row))
        }
        switch held {
        case nil: break
        case (.inDoubt, isTaken: false, let run?, _, let item)?:
            (history.madeSince, history.overtaken) = (run, item.item.key)
        case (.inDoubt, isTaken: false, nil, _, let item)?: history.inDoubt = item
        case (.inHand, isTaken: false, _, _, _)?: history.inHand = true
        case (_, _, _, let reason, let item)?:
            history.endedHere = item.item.key
            if reason?.isHalfDone == true { history.endedHalf = reason }
        }
    }

    /// (3). A good row comes before a bad one that names the same tag.
    private func findBound(_ uid: UID, in run: Run, _ history: inout TagHistory) throws(JournalError) {
        let sql = """
            SELECT state, taken_by IS NOT NULL, \(OpenItem.sqlColumns) FROM item WHERE run = ? AND bound_uid = ?
            ORDER BY state = 'invalid', position LIMIT 1
            """
        let bound = try connection.first(sql, [run.number, uid]) {
            (row) throws(JournalError) -> (ItemState, Bool, OpenItem) in
            (try row.name(), try row.bool(), try OpenItem(&row))
        }
        guard let (state, isTaken, item) = bound else { return }
        if state.isFinal || isTaken {
            history.boundEnded = item.item.key
        } else if state == .pending {
            history.bound = item
        }
    }

    /// (4), and the SKU that the tag carries: what the ledger says.
    private func findCarried(
        _ uid: UID, in run: Run, busy: Set<ItemKey>, _ history: inout TagHistory
    ) throws(JournalError) {
        let sql = """
            SELECT tag.run, run.job, item.sku, item.copy, item.digest, item.uid_places
            FROM tag JOIN item ON item.number = tag.item JOIN run ON run.number = tag.run
            WHERE tag.uid = ? AND tag.state = 'carries'
            """
        let carried = try connection.first(sql, [uid]) {
            (row) throws(JournalError)
                -> (run: Int64, job: String, sku: String?, copy: Int, digest: [UInt8], places: String?) in
            (
                try row.number(), try row.text(), try row.optionalText(), try row.count(), try row.bytes(),
                try row.optionalText()
            )
        }
        guard let carried else { return }
        history.carriedSKU = carried.sku
        guard carried.job == run.job, carried.run != run.number else { return }
        if let sku = carried.sku {
            history.carries = try queued("sku = ?2 AND copy = ?3", [run.number, sku, carried.copy], busy: busy)
        } else {
            history.carries = try queued(
                "digest = ?2 AND sku IS NULL AND uid_places IS ?3", [run.number, carried.digest, carried.places],
                busy: busy)
        }
    }

    /// (5)
    private func findMade(_ uid: UID, in run: Run, _ history: inout TagHistory) throws(JournalError) {
        let sql = """
            SELECT run.id FROM item JOIN run ON run.number = item.run
            WHERE item.held_uid = ? AND item.made IS NOT NULL AND run.job = ? AND run.number <> ?
            ORDER BY item.made DESC LIMIT 1
            """
        history.madeByRun = try connection.first(sql, [uid, run.job, run.number]) { (row) throws(JournalError) in
            try row.text()
        }
    }

    private func failures(of uid: UID, in run: Run) throws(JournalError) -> Int {
        let sql = """
            SELECT outcome.reason FROM attempt
            JOIN item ON item.number = attempt.item JOIN outcome ON outcome.number = attempt.outcome
            WHERE attempt.uid = ? AND item.run = ?
            """
        var failures = 0
        try connection.each(sql, [uid, run.number]) { (row) throws(JournalError) in
            let reason: Reason? = try row.optionalName()
            if reason?.isSpoilage == true { failures += 1 }
            return true
        }
        return failures
    }

    /// The first item in job order that is pending, bound to no UID, not busy, and meets the condition.
    private func queued(
        _ condition: String, _ values: [(any Bindable)?], busy: Set<ItemKey>
    ) throws(JournalError) -> OpenItem? {
        let sql = """
            SELECT \(OpenItem.sqlColumns) FROM item
            WHERE run = ?1 AND state = 'pending' AND bound_uid IS NULL AND taken_by IS NULL AND \(condition)
            ORDER BY position
            """
        var found: OpenItem?
        try connection.each(sql, values) { (row) throws(JournalError) in
            let key = try ItemKey(&row)
            guard !busy.contains(key) else { return true }
            row.rewind()
            found = try OpenItem(&row)
            return false
        }
        return found
    }
}
