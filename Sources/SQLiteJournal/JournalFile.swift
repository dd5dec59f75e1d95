import Glibc
import Provisioning

/// Opening a journal's file: ours or not, this version's or not, made where that was asked for.
enum JournalFile {
    /// A journal that is open for writing.
    struct Opened {
        var connection: Connection
        var files: OpenedFiles
        var migration: Migration.Done?
    }

    /// Opens for writing, makes the tables where the file is new, and migrates an older one.
    static func open(path: String, create: Bool, locks: RunLocks) throws(JournalError) -> Opened {
        try locks.whileSettingUp { () throws(JournalError) in
            let connection = try Connection(path: path, mode: create ? .create : .readWrite)
            let version = try version(connection)
            guard !connection.isReadOnly else { throw JournalError(.readOnly, context: path) }
            guard version > 0 || create else { throw JournalError.empty(path) }
            let mode = try connection.first("PRAGMA journal_mode = WAL") { (row) throws(JournalError) in try row.text()
            }
            guard mode == "wal" else {
                throw JournalError(.cannotOpen, context: "\(path): this file system keeps no write-ahead log")
            }
            // WAL is kept in the file; these are the connection's own. 16 MiB of pages hold the opening of a run of
            // some 50,000 items. What is deleted is overwritten.
            try connection.execute(
                script: """
                    PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384;
                    PRAGMA secure_delete = ON
                    """)
            var migration: Migration.Done?
            if version == 0 {
                try Migration.bring(connection, from: 0)
                // The file itself says from now on that it is a journal, also to whoever has lost its log.
                try connection.execute(script: "PRAGMA wal_checkpoint(TRUNCATE)")
            } else if version < Schema.version {
                migration = try Migration.migrate(connection, from: version, locks: locks)
            }
            return Opened(
                connection: connection, files: try OpenedFiles(path: path, locks: locks), migration: migration)
        }
    }

    /// A second connection to a journal that is open for writing: one that never writes.
    static func openBeside(path: String) throws(JournalError) -> Connection {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute(script: "PRAGMA query_only = ON")
        // Reads once: from here on it has its files open, whatever becomes of their names.
        _ = try version(connection)
        return connection
    }

    /// Opens for reading. Waits for nobody. An older journal is left as it is and migrated in memory.
    static func openForReading(path: String) throws(JournalError) -> Connection {
        let (connection, version) = try openedForReading(path: path)
        guard version > 0 else { throw JournalError.empty(path) }
        guard version < Schema.version else { return connection }
        let copy = try Connection(path: path, mode: .inMemory)
        try connection.copy(to: copy)
        try Migration.bring(copy, from: version)
        return copy
    }

    static func openedForReading(path: String) throws(JournalError) -> (Connection, version: Int) {
        do throws(JournalError) {
            let connection = try Connection(path: path, mode: .readOnly)
            return (connection, try version(connection))
        } catch {
            // A WAL file's readers share memory through a file beside it, which cannot be made in a folder that
            // cannot be written. Without a write-ahead log the file alone is the whole journal.
            guard error.code == .cannotOpen || error.code == .readOnly, isEmpty(path + "-wal") else { throw error }
            let connection = try Connection(path: path, mode: .immutable)
            return (connection, try version(connection))
        }
    }

    /// The version of a file of ours by its marks; 0 where it is new. Any other is refused.
    static func version(_ connection: Connection, of mark: FileMark = Schema.mark) throws(JournalError) -> Int {
        var marks = try marks(connection)
        // Between the questions another process may have made tables and marks at once: then they are asked again.
        if marks.application == 0, marks.tables > 0 { marks = try Self.marks(connection) }
        if marks == (0, 0, 0) { return 0 }
        return try judge(application: marks.application, version: marks.version, mark, path: connection.path)
    }

    private static func marks(
        _ connection: Connection
    ) throws(JournalError) -> (application: Int, version: Int, tables: Int) {
        let application = try connection.first("PRAGMA application_id") { (row) throws(JournalError) in try row.int64()
        }
        let version = try connection.first("PRAGMA user_version") { (row) throws(JournalError) in try row.int64() }
        let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { (row) throws(JournalError) in
            try row.count()
        }
        return (Int(application ?? 0), Int(version ?? 0), tables ?? 0)
    }

    private static func judge(
        application: Int, version: Int, _ mark: FileMark, path: String
    ) throws(JournalError) -> Int {
        guard application == mark.applicationID, version > 0 else {
            throw JournalError(.cannotOpen, context: "\(path): a file of another program")
        }
        guard version <= mark.version else { throw JournalError(.newer, context: "\(path): version \(version)") }
        return version
    }

    /// Refuses what is no file of ours, or cannot be written, before anything is made beside it: by the first bytes of the
    /// file alone (sqlite.org/fileformat.html, 1.3), so that nobody is disturbed. What they do not tell is told when it is
    /// opened.
    static func refuseForeign(path: String, of mark: FileMark = Schema.mark) throws(JournalError) {
        let descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw JournalError.system(path)
        }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: 105)
        let count = read(descriptor, &header, header.count)
        // Nothing yet.
        guard count != 0 else { return }
        guard count == header.count, header.starts(with: "SQLite format 3\0".utf8) else {
            throw JournalError(.corrupt, context: "\(path): no SQLite file")
        }
        func number(_ range: Range<Int>) -> Int { header[range].reduce(0) { $0 << 8 | Int($1) } }
        let (version, application, cells) = (number(60..<64), number(68..<72), number(103..<105))
        // The marks of a journal that was just made may stand in its log.
        if application == 0, version == 0, cells == 0 || !isEmpty(path + "-wal") { return }
        _ = try judge(application: application, version: version, mark, path: path)
    }

    /// The path of the file itself where `path` is a link: what stands beside a journal stands beside the file, so that all
    /// who name it, one way or another, find the same.
    static func resolved(_ path: String) throws(JournalError) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        guard let file = realpath(path, nil) else { throw JournalError.system(path) }
        defer { free(file) }
        return String(cString: file)
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Refuses what is no file that a journal may be in, before it is opened: opening a pipe may wait for ever, and a device
    /// may do anything. SQLite names the log after the path: of a file with two names each would have a log of its own, and
    /// neither would be the whole journal (sqlite.org/howtocorrupt.html, 2.5).
    static func refuseUnfit(path: String) throws(JournalError) {
        var status = stat()
        for name in [path, path + "-wal", path + "-shm", path + "-runs"] where stat(name, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            guard kind != S_IFDIR || name != path else {
                throw JournalError(.cannotOpen, context: "\(name) is a folder")
            }
            // A folder beside it is no harm to who only reads.
            guard kind == S_IFREG || kind == S_IFDIR else {
                throw JournalError(.cannotOpen, context: "\(name) is no file but a pipe, a socket or a device")
            }
        }
        guard stat(path, &status) == 0, status.st_nlink > 1 else { return }
        throw JournalError(
            .cannotOpen,
            context: "\(path) has \(status.st_nlink) names (hard links), and each would have a log of its own; "
                + "leave it one name, or name a file that has one")
    }

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
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw JournalError.system(folder) }
            flush(parentOf: folder)
        }
    }

    /// Best effort: where a folder cannot be flushed, the file system has no such notion.
    static func flush(parentOf name: String) {
        let slash = name.utf8.lastIndex(of: UInt8(ascii: "/"))
        let parent = slash.map { $0 == name.startIndex ? "/" : String(name[..<$0]) } ?? "."
        let descriptor = Glibc.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
