import Jobs
import Provisioning
import Tags

/// The table `tag`: one row a tag, over all runs. Each is called in the transaction of the intent or the outcome.
extension WriteSession {
    /// A write of the item begins on the tag.
    func enterIntent(of item: Int64, _ attempt: Attempt) throws(JournalError) {
        try connection.run(
            """
            INSERT INTO tag (uid, run, item, state, since, station)
            SELECT ?2, run, number, 'in-doubt', ?3, ?4 FROM item WHERE number = ?1
            ON CONFLICT (uid) DO UPDATE SET run = excluded.run, item = excluded.item, state = excluded.state,
                since = excluded.since, station = excluded.station, digest = NULL
            """, [item, attempt.uid, attempt.intendedAt, attempt.station])
    }

    /// An item begins in doubt on a tag that, by what this journal knows, carries another: its write was later, by a run that
    /// is not in this journal.
    func enterDoubt(of item: Int64, on uid: UID, _ run: RunRecord) throws(JournalError) {
        try connection.run(
            """
            UPDATE tag SET run = item.run, item = item.number, state = 'in-doubt', since = ?3, station = ?4, digest = NULL
            FROM item WHERE item.number = ?1 AND tag.uid = ?2 AND tag.state = 'carries'
            """, [item, uid, run.startedAt, run.station])
    }

    /// The tag holds the item's message. It may have held it before: then since then.
    func enterCarried(_ item: Int64, on uid: UID, _ outcome: Outcome) throws(JournalError) {
        try connection.run(
            """
            INSERT INTO tag (uid, run, item, state, since, station, digest)
            SELECT ?2, run, number, 'carries', ?3, ?4, digest FROM item WHERE number = ?1
            ON CONFLICT (uid) DO UPDATE SET run = excluded.run, item = excluded.item, state = 'carries',
                since = iif(state = 'carries' AND digest = excluded.digest, since, excluded.since),
                station = excluded.station, digest = excluded.digest
            """, [item, uid, outcome.finishedAt ?? outcome.startedAt ?? Timestamp(milliseconds: 0), outcome.station])
    }

    /// A write of the item failed: what the tag holds is not known. Where another run wrote to it since, that stands.
    func enterUnknown(_ item: Int64, on uid: UID, _ outcome: Outcome) throws(JournalError) {
        try connection.run(
            "UPDATE tag SET state = 'unknown', since = coalesce(?3, since) WHERE uid = ?2 AND item = ?1",
            [item, uid, outcome.finishedAt])
    }
}

extension ReadSession {
    func ledger(uid: UID) throws(JournalError) -> LedgerEntry? {
        let sql = """
            SELECT tag.uid, tag.state, run.id, run.job, item.row, item.copy, item.sku, item.summary, tag.since, tag.station
            FROM tag JOIN item ON item.number = tag.item JOIN run ON run.number = tag.run WHERE tag.uid = ?
            """
        return try connection.first(sql, [uid]) { (row) throws(JournalError) in
            LedgerEntry(
                uid: try row.uid(), state: try row.name(), run: try row.text(), job: try row.text(),
                item: try ItemKey(&row), sku: try row.optionalText(),
                summary: try row.text(), since: try row.time(), station: try row.text())
        }
    }
}
