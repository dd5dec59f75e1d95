import Foundation
import SQLiteJournal
import TestSupport

/// A folder that goes with its last user.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "tagmill-journal-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Nobody makes a file in it any more.
    func close() throws { try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path) }

    /// Its owner makes files in it again.
    func reopen() throws { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }

    deinit {
        // What was closed is removed by nobody but root.
        try? reopen()
        try? FileManager.default.removeItem(atPath: path)
    }

    var file: String { path + "/tagmill.sqlite" }

    func journal(createIfMissing: Bool = true, readOnly: Bool = false) throws -> SQLiteJournal {
        try SQLiteJournal(
            path: file, createIfMissing: createIfMissing, readOnly: readOnly, digest: JournalSample.digest)
    }
}
