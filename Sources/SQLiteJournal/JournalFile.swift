import Glibc
import Provisioning

/// Opening a journal's file: ours or not, this version's or not, made where that was asked for.
enum JournalFile {
    /// Opens for writing, and makes the tables where the file is new.
    static func open(path: String, create: Bool, locks: RunLocks) throws(JournalError) -> Connection {
        try locks.whileSettingUp { () throws(JournalError) in
            let connection = try Connection(path: path, mode: create ? .create : .readWrite)
            let isNew = try inspect(connection)
            guard !connection.isReadOnly else { throw JournalError(.readOnly, context: path) }
            if isNew {
                guard create else { throw JournalError(.notThere, context: path) }
                try setUp(connection)
            }
            // WAL is kept in the file; these two are the connection's own.
            try connection.execute(script: "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
            return connection
        }
    }

    /// Opens for reading. Waits for nobody.
    static func openForReading(path: String) throws(JournalError) -> Connection {
        do throws(JournalError) {
            return try opened(path: path, mode: .readOnly)
        } catch {
            // A WAL file's readers share memory through a file beside it, which cannot be made in a folder that
            // cannot be written. Without a write-ahead log the file alone is the whole journal.
            guard error.code == .cannotOpen || error.code == .readOnly, isEmpty(path + "-wal") else { throw error }
            return try opened(path: path, mode: .immutable)
        }
    }

    private static func opened(path: String, mode: Connection.Mode) throws(JournalError) -> Connection {
        let connection = try Connection(path: path, mode: mode)
        if try inspect(connection) { throw JournalError(.notThere, context: path) }
        return connection
    }

    /// Tells a new file (true) from one of ours (false) by its marks; any other is refused.
    private static func inspect(_ connection: Connection) throws(JournalError) -> Bool {
        let application = try connection.first("PRAGMA application_id") { (row) throws(JournalError) in try row.int() }
        let version = try connection.first("PRAGMA user_version") { (row) throws(JournalError) in try row.int() }
        let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { (row) throws(JournalError) in
            try row.int()
        }
        if application == 0, version == 0, tables == 0 { return true }
        guard application == Schema.applicationID, let version, version > 0 else {
            throw JournalError(.cannotOpen, context: "\(connection.path): a file of another program")
        }
        guard version <= Schema.version else {
            throw JournalError(.newer, context: "\(connection.path): version \(version)")
        }
        return false
    }

    private static func setUp(_ connection: Connection) throws(JournalError) {
        try connection.execute(script: "PRAGMA journal_mode = WAL")
        try connection.write { () throws(JournalError) in
            try connection.execute(script: Schema.script)
            try connection.execute(
                script: """
                    PRAGMA application_id = \(Schema.applicationID);
                    PRAGMA user_version = \(Schema.version);
                    """)
        }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_size == 0
    }

    /// Makes the folders above the file, each on disk before the next.
    static func makeFolders(above path: String) throws(JournalError) {
        let bytes = Array(path.utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            let folder = String(decoding: bytes[..<index], as: UTF8.self)
            guard !exists(folder) else { continue }
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
                let number = errno
                let code: JournalError.Code = number == ENOSPC ? .full : .cannotOpen
                throw JournalError(code, context: "\(folder): \(String(cString: strerror(number)))")
            }
            flush(parentOf: folder)
        }
    }

    /// Best effort: where a folder cannot be flushed, the file system has no such notion.
    private static func flush(parentOf folder: String) {
        let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/"))
        let parent = slash.map { $0 == folder.startIndex ? "/" : String(folder[..<$0]) } ?? "."
        let descriptor = Glibc.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
