import CSQLite

/// SQLite alone, as fast as it makes one row after another durable: what a journal's flushes are measured against.
///
/// WAL, `synchronous=FULL`, one transaction of one row of 200 bytes each.
final class BareCommits {
    private var database: OpaquePointer?
    private var insert: OpaquePointer?

    /// Makes the file in `folder`. Nil where SQLite refuses.
    init?(folder: String) {
        guard sqlite3_open(folder + "/bare.sqlite", &database) == SQLITE_OK,
            sqlite3_exec(
                database,
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (n INTEGER PRIMARY KEY, b BLOB)",
                nil, nil, nil) == SQLITE_OK,
            sqlite3_prepare_v2(database, "INSERT INTO t (b) VALUES (zeroblob(200))", -1, &insert, nil) == SQLITE_OK
        else { return nil }
    }

    deinit {
        sqlite3_finalize(insert)
        sqlite3_close(database)
    }

    /// Commits so many rows one after another; false when one was refused.
    func commit(_ count: Int) -> Bool {
        for _ in 0..<count {
            guard sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK,
                sqlite3_step(insert) == SQLITE_DONE, sqlite3_reset(insert) == SQLITE_OK,
                sqlite3_exec(database, "COMMIT", nil, nil, nil) == SQLITE_OK
            else { return false }
        }
        return true
    }
}
