import Glibc
public import Provisioning

/// A look into a journal's file that changes nothing, waits for nobody and makes no file.
public struct JournalInspection: Hashable, Sendable {
    /// The version of the file, and the one that this program writes. An older one is migrated by the next run.
    public var version: Int
    public var currentVersion: Int
    /// Of the file and its log.
    public var bytes: Int64
    /// Ids of runs that some process holds now.
    public var runsInUse: [String]
    /// What SQLite's quick check says of the file; nil where it is sound, or was not checked.
    public var damage: String?
    /// False for a file of more than `mostBytesChecked`.
    public var isChecked: Bool

    /// The check reads the whole file.
    public static let mostBytesChecked: Int64 = 1 << 30

    /// Inspects the file at an absolute path. Throws what keeps it from being read: `notThere`, `corrupt`, `cannotOpen`, `newer` …
    public init(path: String) throws(JournalError) {
        guard JournalFile.exists(path) else { throw JournalError(.notThere, context: path) }
        let path = try JournalFile.resolved(path)
        try JournalFile.refuseUnfit(path: path)
        let (connection, version) = try JournalFile.openedForReading(path: path)
        guard version > 0 else { throw JournalError.empty(path) }
        self.version = version
        currentVersion = Schema.version
        bytes = Self.size(of: path) + Self.size(of: path + "-wal")
        isChecked = bytes <= Self.mostBytesChecked
        damage = isChecked ? try Self.damage(connection) : nil
        runsInUse = try Self.runsInUse(connection, path: path)
    }

    /// The files of a journal that are there and that this user cannot both read and write: its own, and those that SQLite and
    /// the locks of runs have beside it. A run needs them all.
    /// - Parameter path: absolute.
    public static func closedFiles(of path: String) -> [String] {
        let path = (try? JournalFile.resolved(path)) ?? path
        return [path, path + "-wal", path + "-shm", path + "-runs"].filter { name in
            var status = stat()
            // What is a link, a folder or a device beside a journal is none of its files.
            guard lstat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
            return access(name, R_OK | W_OK) != 0
        }
    }

    /// Skips what a comparison of every index with its table would cost (sqlite.org/pragma.html, quick_check).
    private static func damage(_ connection: Connection) throws(JournalError) -> String? {
        let word = try connection.first("PRAGMA quick_check(1)") { (row) throws(JournalError) in try row.text() }
        return word == "ok" ? nil : (word ?? "the check says nothing")
    }

    private static func runsInUse(_ connection: Connection, path: String) throws(JournalError) -> [String] {
        let runs = try connection.all("SELECT number, id FROM run ORDER BY number") { (row) throws(JournalError) in
            (number: try row.int64(), id: try row.text())
        }
        let inUse = try RunLocks.areInUse(runs.map(\.number), journal: path)
        return runs.filter { inUse.contains($0.number) }.map(\.id)
    }

    private static func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}
