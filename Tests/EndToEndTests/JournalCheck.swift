import CSQLite

/// The journal's file by SQLite alone, past the program's own code.
enum JournalCheck {
    static func faults(_ path: String) -> [String] {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            return ["the journal \(path) cannot be opened"]
        }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
        else { return ["the journal \(path) cannot be checked"] }
        let answer = String(cString: text)
        return answer == "ok" ? [] : ["the journal is not whole: \(answer)"]
    }

    static func run(_ statement: String, on path: String) throws {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        guard sqlite3_open(path, &database) == SQLITE_OK,
            sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK
        else { throw WorldError("\(statement) failed on \(path)") }
    }
}
