import CSQLite
import Provisioning
import Tags

/// One SQLite connection and its prepared statements. It owns both, and closes them when it goes.
///
/// Opened without SQLite's own mutex: whoever holds it calls from one thread at a time.
final class Connection {
    enum Mode {
        case readWrite
        /// The file is made where it is not there.
        case create
        case readOnly
        /// Read without locks: right only while nobody writes.
        case immutable
        /// Of this process alone, and gone with the connection; the path serves for messages.
        case inMemory
    }

    let path: String
    /// Whether SQLite itself failed in the transaction that goes on: then nothing of it can be kept.
    private(set) var hasFailed = false
    private let pointer: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// How long a call waits for another process to finish its transaction: the opening of a run of a million items takes
    /// the better part of it.
    private static let busyTimeoutMilliseconds: Int32 = 60_000

    /// - Parameter busyTimeoutMilliseconds: after so long, a call that waits for another process throws `locked`.
    init(
        path: String, mode: Mode, busyTimeoutMilliseconds: Int32 = Connection.busyTimeoutMilliseconds
    ) throws(JournalError) {
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // A name such as ":memory:" is a file too.
        var name = path.hasPrefix("/") ? path : "./" + path
        switch mode {
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .immutable:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = "file:\(Self.percentEncoded(name))?immutable=1"
        case .inMemory:
            flags |= SQLITE_OPEN_READWRITE
            name = ":memory:"
        }
        var pointer: OpaquePointer?
        let code = ResultCode(rawValue: sqlite3_open_v2(name, &pointer, flags, nil))
        guard code == .ok, let pointer else {
            let failure = ResultCode.Failure(code: code)
            sqlite3_close_v2(pointer)
            throw failure.error(path)
        }
        self.path = path
        self.pointer = pointer
        sqlite3_busy_timeout(pointer, busyTimeoutMilliseconds)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(pointer)
    }

    /// The file cannot be written, although that was asked for.
    var isReadOnly: Bool { sqlite3_db_readonly(pointer, "main") != 0 }

    /// The number of the row that was inserted last.
    var lastNumber: Int64 { sqlite3_last_insert_rowid(pointer) }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes64(pointer)) }

    /// How many steps SQLite took for its statements: the same work in any run, whatever the clock says.
    var steps: Int {
        statements.values.reduce(0) { $0 + $1.steps }
    }

    /// Runs a script of our own, which has no values in it.
    func execute(script: String) throws(JournalError) {
        let code = ResultCode(rawValue: sqlite3_exec(pointer, script, nil, nil, nil))
        guard code == .ok else { throw error(ResultCode.Failure(code: code)) }
    }

    /// Makes `copy`, which is empty, hold what this connection reads.
    func copy(to copy: Connection) throws(JournalError) {
        guard let backup = sqlite3_backup_init(copy.pointer, "main", pointer, "main") else {
            throw copy.error(ResultCode.Failure(code: ResultCode(rawValue: sqlite3_extended_errcode(copy.pointer))))
        }
        let step = ResultCode(rawValue: sqlite3_backup_step(backup, -1))
        let end = ResultCode(rawValue: sqlite3_backup_finish(backup))
        guard step == .done, end == .ok else { throw error(ResultCode.Failure(code: end == .ok ? step : end)) }
    }

    /// Runs a statement to its end.
    func run(_ sql: String, _ values: [(any Bindable)?] = []) throws(JournalError) {
        try each(sql, values) { (_) throws(JournalError) in true }
    }

    /// Hands one row after another to `body`, until there is none or it answers false. Within it the same statement
    /// must not be used again.
    func each(
        _ sql: String, _ values: [(any Bindable)?] = [], _ body: (inout Row) throws(JournalError) -> Bool
    ) throws(JournalError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        do throws(ResultCode.Failure) { try statement.bind(values) } catch { throw self.error(error) }
        while try step(statement) {
            var row = Row(statement)
            do throws(JournalError) {
                guard try body(&row) else { return }
            } catch {
                guard !error.context.hasPrefix(path) else { throw error }
                throw JournalError(error.code, context: error.context.isEmpty ? path : "\(path): \(error.context)")
            }
        }
    }

    /// The first row; nil where there is none.
    func first<Result>(
        _ sql: String, _ values: [(any Bindable)?] = [], _ body: (inout Row) throws(JournalError) -> Result
    ) throws(JournalError) -> Result? {
        var result: Result?
        try each(sql, values) { (row) throws(JournalError) in
            result = try body(&row)
            return false
        }
        return result
    }

    /// Every row.
    func all<Result>(
        _ sql: String, _ values: [(any Bindable)?] = [], _ body: (inout Row) throws(JournalError) -> Result
    ) throws(JournalError) -> [Result] {
        var results: [Result] = []
        try each(sql, values) { (row) throws(JournalError) in
            results.append(try body(&row))
            return true
        }
        return results
    }

    /// What `body` did is on disk when this returns, or nothing of it is there.
    func write<Result>(_ body: () throws(JournalError) -> Result) throws(JournalError) -> Result {
        // Immediate: a transaction that begins by reading could not become a writing one after another's commit.
        try transaction("BEGIN IMMEDIATE", body)
    }

    /// `body` sees one state of the journal, whatever others write meanwhile.
    func read<Result>(_ body: () throws(JournalError) -> Result) throws(JournalError) -> Result {
        try transaction("BEGIN", body)
    }

    private func transaction<Result>(
        _ begin: String, _ body: () throws(JournalError) -> Result
    ) throws(JournalError) -> Result {
        hasFailed = false
        try run(begin)
        do throws(JournalError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors SQLite has rolled back already; an error of the rollback changes nothing for us.
            if sqlite3_get_autocommit(pointer) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    private func prepared(_ sql: String) throws(JournalError) -> Statement {
        if let statement = statements[sql] { return statement }
        do throws(ResultCode.Failure) {
            let statement = try Statement(sql, on: pointer)
            statements[sql] = statement
            return statement
        } catch {
            // The statements are ours and right for the version that the file says it has: what they name is not there.
            throw self.error(error, whereWrong: .corrupt)
        }
    }

    private func step(_ statement: Statement) throws(JournalError) -> Bool {
        do throws(ResultCode.Failure) {
            return try statement.step()
        } catch {
            throw self.error(error, whereWrong: .corrupt)
        }
    }

    private func error(_ failure: ResultCode.Failure, whereWrong code: JournalError.Code = .failed) -> JournalError {
        // What a constraint refuses is undone by SQLite, statement by statement.
        if failure.code.primary != SQLITE_CONSTRAINT { hasFailed = true }
        return failure.error(path, whereWrong: code)
    }

    /// RFC 3986, 2.3: unreserved characters and the slash stand, every other byte is encoded.
    private static func percentEncoded(_ path: String) -> String {
        var text = ""
        for byte in path.utf8 {
            let scalar = Unicode.Scalar(byte)
            let character = Character(scalar)
            if byte < 0x80, character.isLetter || character.isNumber || "-._~/".contains(character) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%" + [byte].hex
            }
        }
        return text
    }
}
