import CSQLite
import Provisioning

/// What an SQLite call answered: the extended code, whose low byte is the primary one (sqlite.org/rescode.html).
struct ResultCode: RawRepresentable, Equatable {
    let rawValue: Int32

    static let ok = ResultCode(rawValue: SQLITE_OK)
    static let row = ResultCode(rawValue: SQLITE_ROW)
    static let done = ResultCode(rawValue: SQLITE_DONE)

    /// The code without its extension.
    var primary: Int32 { rawValue & 0xFF }

    /// A call that did not succeed.
    struct Failure: Error {
        var code: ResultCode

        /// What it means to whoever keeps the journal at that path. The words are SQLite's for the code: the sentence that it
        /// makes for a connection has SQL in it, and the number that the system gave it is overwritten by then.
        /// - Parameter whereWrong: the meaning of a statement that does not fit the file.
        func error(_ path: String, whereWrong: JournalError.Code = .failed) -> JournalError {
            let meaning = code.primary == SQLITE_ERROR ? whereWrong : meaning
            let words = words
            let place = words.isEmpty ? path : "\(path): \(words)"
            return JournalError(meaning, context: "\(place) (SQLite \(code.rawValue))")
        }

        /// Empty where the code of the error says it all.
        private var words: String {
            switch code.primary {
            case SQLITE_ERROR: "a part of it is missing"
            case SQLITE_CONSTRAINT: "what was to be recorded contradicts what is there"
            case SQLITE_FULL, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_READONLY: ""
            case SQLITE_BUSY, SQLITE_LOCKED: "another program keeps the file to itself"
            default: String(cString: sqlite3_errstr(code.rawValue))
            }
        }

        private var meaning: JournalError.Code {
            switch code.primary {
            case SQLITE_FULL: .full
            case SQLITE_READONLY: .readOnly
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
            case SQLITE_BUSY, SQLITE_LOCKED: .locked
            default: .failed
            }
        }
    }
}
