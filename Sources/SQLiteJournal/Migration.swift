import Glibc
import Provisioning

/// Bringing the tables of an older journal to this version, after a copy of it was written beside.
enum Migration {
    /// What was done to a file when it was opened.
    struct Done {
        /// The version that it had.
        var from: Int
        /// The path of the copy.
        var copy: String
    }

    /// Does the steps from `version` on in one transaction, the marks with them.
    static func bring(_ connection: Connection, from version: Int) throws(JournalError) {
        try connection.write { () throws(JournalError) in
            for step in Schema.steps[version...] { try connection.execute(script: step) }
            try connection.execute(
                script: """
                    PRAGMA application_id = \(Schema.applicationID);
                    PRAGMA user_version = \(Schema.version);
                    """)
        }
    }

    /// Migrates the file while nobody has a run of it. Called while no other process sets the journal up.
    static func migrate(_ connection: Connection, from version: Int, locks: RunLocks) throws(JournalError) -> Done {
        let path = connection.path
        guard try locks.takeAll() else {
            throw JournalError(.locked, context: "\(path) is to be migrated when no run of it is in use any more")
        }
        defer { locks.giveBackAll() }
        let copy = try writeCopy(of: connection, version: version)
        do throws(JournalError) {
            try bring(connection, from: version)
        } catch {
            // Nothing was changed: there is nothing to keep a copy of.
            unlink(copy)
            throw error
        }
        return Done(from: version, copy: copy)
    }

    /// Writes `PATH-version-N`, or `PATH-version-N-2` … where that is taken: whole, read back and flushed before it has
    /// that name. It is as private as the journal.
    /// - Returns: its path.
    private static func writeCopy(of connection: Connection, version: Int) throws(JournalError) -> String {
        let path = connection.path
        let unfinished = "\(path)-version-\(version).unfinished"
        var status = stat()
        guard stat(path, &status) == 0 else { throw JournalError.system(path) }
        // One that is there was left by a migration that died.
        unlink(unfinished)
        let descriptor = Glibc.open(unfinished, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, status.st_mode & 0o777)
        guard descriptor >= 0 else { throw JournalError.system(unfinished) }
        defer { close(descriptor) }
        do throws(JournalError) {
            // SQLite fills a file that is there and empty.
            try connection.run("VACUUM INTO ?", [unfinished])
            try check(unfinished, version: version)
            guard fsync(descriptor) == 0 else { throw JournalError.system(unfinished) }
            let copy = freeName("\(path)-version-\(version)")
            guard rename(unfinished, copy) == 0 else { throw JournalError.system(copy) }
            JournalFile.flush(parentOf: copy)
            return copy
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    private static func check(_ path: String, version: Int) throws(JournalError) {
        let copy = try Connection(path: path, mode: .readOnly)
        let isWhole = try copy.first("PRAGMA quick_check(1)") { (row) throws(JournalError) in try row.text() == "ok" }
        guard isWhole == true, try JournalFile.version(copy) == version else {
            throw JournalError(.corrupt, context: "a copy of it cannot be read back: \(path)")
        }
    }

    private static func freeName(_ name: String) -> String {
        var (free, number) = (name, 1)
        while JournalFile.exists(free) {
            number += 1
            free = "\(name)-\(number)"
        }
        return free
    }
}
