import Glibc
public import Jobs
import NDEF
public import Provisioning
import Tags
import Threads

/// Saved tags in an SQLite file.
///
/// One connection with a rollback journal: the file alone is everything, and a copy of it is whole. `synchronous=EXTRA`
/// flushes the folder as well, so that what a call changed is on disk when it returns. Calls from any thread; several
/// processes may share the file, and wait for one another.
public final class SQLiteSavedTags: SavedTags {
    private let path: String
    private let connection: Guarded<Connection>

    /// How long a call waits for another process; each keeps the file for a moment.
    private static let busyTimeoutMilliseconds: Int32 = 10_000

    /// - Parameters:
    ///   - createIfMissing: makes the file, and the folders above it, where it is not there.
    ///   - readOnly: for commands that only read: a file that cannot be written is taken too. Nothing is made.
    /// - Throws: `notThere`; `newer`; `corrupt` for a file that is damaged or no SQLite file, `cannotOpen` for one of another
    ///   program, one with several names, or what is no regular file; `readOnly` where the file or its folder cannot be
    ///   written.
    public init(path: String, createIfMissing: Bool, readOnly: Bool = false) throws(SavedTagsError) {
        do throws(JournalError) {
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw JournalError(.cannotOpen, context: "no file name")
            }
            let creates = createIfMissing && !readOnly
            if !creates, !JournalFile.exists(path) { throw JournalError(.notThere, context: path) }
            let path = try JournalFile.resolved(path)
            try JournalFile.refuseUnfit(path: path)
            if !readOnly { try JournalFile.refuseForeign(path: path, of: SavedTagsSchema.mark) }
            if creates { try JournalFile.makeFolders(above: path) }
            self.path = path
            connection = Guarded(try Self.open(path: path, creates: creates, readOnly: readOnly))
        } catch {
            throw SavedTagsError(error)
        }
    }

    private static func open(path: String, creates: Bool, readOnly: Bool) throws(JournalError) -> Connection {
        // For reading too: where a process died within a write, the next that opens the file takes the half of it back.
        let connection = try Connection(
            path: path, mode: creates ? .create : .readWrite, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        let version = try JournalFile.version(connection, of: SavedTagsSchema.mark)
        guard readOnly || !connection.isReadOnly else { throw JournalError(.readOnly, context: path) }
        guard version > 0 || creates else {
            var status = stat()
            if stat(path, &status) == 0, status.st_size == 0 { throw JournalError(.notThere, context: path) }
            throw JournalError(.corrupt, context: "\(path): there is nothing in it")
        }
        try connection.execute(
            script: "PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
        if version < SavedTagsSchema.mark.version, !readOnly { try bringUp(connection) }
        return connection
    }

    /// Does the steps that are missing, the marks with them, unless another process did them meanwhile.
    private static func bringUp(_ connection: Connection) throws(JournalError) {
        let mark = SavedTagsSchema.mark
        try connection.write { () throws(JournalError) in
            let version = try JournalFile.version(connection, of: mark)
            for step in SavedTagsSchema.steps[version...] { try connection.execute(script: step) }
            guard version < mark.version else { return }
            try connection.execute(
                script: "PRAGMA application_id = \(mark.applicationID); PRAGMA user_version = \(mark.version)")
        }
    }

    // MARK: Reading

    public func list() throws(SavedTagsError) -> [SavedTag] {
        try asking { (connection) throws(JournalError) in
            try connection.read { () throws(JournalError) in try connection.savedTags() }
        }
    }

    public func tag(id: Int) throws(SavedTagsError) -> SavedTag {
        let tag = try asking { (connection) throws(JournalError) in
            try connection.read { () throws(JournalError) in try connection.savedTags(only: id).first }
        }
        guard let tag else { throw SavedTagsError(.noSuchTag, context: "\(id)") }
        return tag
    }

    // MARK: Changing

    public func insert(_ contents: [SavedContent], at time: Timestamp) throws(SavedTagsError) -> [SavedTag] {
        try asking { (connection) throws(JournalError) in
            try connection.write { () throws(JournalError) in
                var saved: [SavedTag] = []
                for content in contents {
                    try connection.run(
                        "INSERT INTO saved_tag (name, created_at, uid, chip) VALUES (?,?,?,?)",
                        [content.name, time, content.uid, content.chip?.rawValue])
                    let id = connection.lastNumber
                    try connection.insert(content.records, tag: id)
                    saved.append(SavedTag(id: Int(id), createdAt: time, content: content))
                }
                return saved
            }
        }
    }

    public func update(id: Int, from old: SavedContent, to new: SavedContent) throws(SavedTagsError) {
        try changing(id) { (connection, tag) throws(JournalError) in
            guard tag.content.name == old.name, tag.content.records == old.records else { return .changed }
            try connection.run("UPDATE saved_tag SET name = ? WHERE number = ?", [new.name, id])
            try connection.run("DELETE FROM saved_record WHERE tag = ?", [id])
            try connection.insert(new.records, tag: Int64(id))
            return nil
        }
    }

    public func touch(id: Int, at time: Timestamp) throws(SavedTagsError) {
        try changing(id) { (connection, _) throws(JournalError) in
            try connection.run("UPDATE saved_tag SET last_used_at = ? WHERE number = ?", [time, id])
            return nil
        }
    }

    public func delete(id: Int) throws(SavedTagsError) {
        try changing(id) { (connection, _) throws(JournalError) in
            try connection.run("DELETE FROM saved_tag WHERE number = ?", [id])
            return nil
        }
    }

    /// Changes a tag that is there, in one transaction. `body` answers why it changed nothing.
    private func changing(
        _ id: Int, _ body: @Sendable (Connection, SavedTag) throws(JournalError) -> SavedTagsError.Code?
    ) throws(SavedTagsError) {
        let refusal = try asking { (connection) throws(JournalError) -> SavedTagsError.Code? in
            try connection.write { () throws(JournalError) -> SavedTagsError.Code? in
                guard let tag = try connection.savedTags(only: id).first else { return .noSuchTag }
                return try body(connection, tag)
            }
        }
        if let refusal { throw SavedTagsError(refusal, context: "\(id)") }
    }

    private func asking<Result: Sendable>(
        _ body: @Sendable (Connection) throws(JournalError) -> Result
    ) throws(SavedTagsError) -> Result {
        do throws(JournalError) {
            return try connection.withLock { (connection) throws(JournalError) in try body(connection) }
        } catch {
            throw SavedTagsError(error)
        }
    }
}

extension SavedTagsError {
    /// What went wrong below, of this file.
    fileprivate init(_ error: JournalError) {
        let code: Code =
            switch error.code {
            case .notThere: .notThere
            case .cannotOpen, .gone: .cannotOpen
            case .full: .full
            case .readOnly: .readOnly
            case .corrupt: .corrupt
            case .newer: .newer
            case .locked: .locked
            case .noSuchRun, .notHeld, .failed: .failed
            }
        self.init(code, context: error.context)
    }
}
