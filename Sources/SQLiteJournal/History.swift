import Jobs
import Provisioning
import Tags

extension Session {
    /// One state of the journal answers all of it.
    func find(
        run id: String, uid: UID, digest: [UInt8]?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        let run = try lookUp(id)
        return try connection.read { () throws(JournalError) in
            var history = TagHistory()
            try findHeld(uid, in: run, &history)
            try findBound(uid, in: run, &history)
            try findMade(uid, in: run, busy: busy, &history)
            if let digest {
                history.sameMessage = try queued("digest = ?2", [run.number, digest], busy: busy)
            }
            return history
        }
    }

    /// (1) and (2). An item that a later run took is closed; its tag still takes no other item here.
    private func findHeld(_ uid: UID, in run: Run, _ history: inout TagHistory) throws(JournalError) {
        let sql = """
            SELECT state, taken_by IS NOT NULL, \(OpenItem.sqlColumns) FROM item WHERE run = ? AND held_uid = ?
            """
        let held = try connection.first(sql, [run.number, uid]) {
            (row) throws(JournalError) -> (ItemState, isTaken: Bool, OpenItem) in
            (try row.name(), try row.bool(), try OpenItem(&row))
        }
        switch held {
        case nil: break
        case (.inDoubt, isTaken: false, let item)?: history.inDoubt = item
        case (.inHand, isTaken: false, _)?: history.inHand = true
        case (_, _, let item)?: history.endedHere = item.item.key
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

    /// (4), (5), and the SKU that the tag carries.
    private func findMade(
        _ uid: UID, in run: Run, busy: Set<ItemKey>, _ history: inout TagHistory
    ) throws(JournalError) {
        let last = "SELECT sku FROM item WHERE held_uid = ? AND made IS NOT NULL ORDER BY made DESC LIMIT 1"
        history.carriedSKU = try connection.first(last, [uid]) { (row) throws(JournalError) in try row.optionalText() }
            .flatMap { $0 }
        let earlier = """
            SELECT run.id, item.sku, item.copy, item.digest FROM item JOIN run ON run.number = item.run
            WHERE item.held_uid = ? AND item.made IS NOT NULL AND run.job = ? AND run.number <> ?
            ORDER BY item.made DESC LIMIT 1
            """
        let made = try connection.first(earlier, [uid, run.job, run.number]) {
            (row) throws(JournalError) -> (run: String, sku: String?, copy: Int, digest: [UInt8]) in
            (try row.text(), try row.optionalText(), try row.int(), try row.bytes())
        }
        guard let made else { return }
        history.madeByRun = made.run
        if let sku = made.sku {
            history.carries = try queued("sku = ?2 AND copy = ?3", [run.number, sku, made.copy], busy: busy)
        } else {
            history.carries = try queued("digest = ?2 AND sku IS NULL", [run.number, made.digest], busy: busy)
        }
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
            let key = ItemKey(row: try row.int(), copy: try row.int())
            guard !busy.contains(key) else { return true }
            row.rewind()
            found = try OpenItem(&row)
            return false
        }
        return found
    }
}
