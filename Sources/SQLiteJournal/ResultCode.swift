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

    /// What it means to whoever keeps a journal.
    var code: JournalError.Code {
        switch primary {
        case SQLITE_FULL: .full
        case SQLITE_READONLY: .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
        case SQLITE_BUSY, SQLITE_LOCKED: .locked
        default: .failed
        }
    }
}
