import CSQLite

/// The file by SQLite alone, past the journal.
package struct RawDatabase: ~Copyable {
    private var pointer: OpaquePointer?

    package init(_ path: String) { sqlite3_open(path, &pointer) }

    deinit { sqlite3_close(pointer) }

    /// SQLite's answer to a script.
    @discardableResult package func run(_ script: String) -> Int32 { sqlite3_exec(pointer, script, nil, nil, nil) }

    package func integer(_ query: String) -> Int64? {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(pointer, query, -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { return nil }
        return sqlite3_column_int64(statement, 0)
    }

    package func text(_ query: String) -> String? {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(pointer, query, -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
        else { return nil }
        return String(cString: text)
    }
}
