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

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { path + "/tagmill.sqlite" }

    func journal(createIfMissing: Bool = true, readOnly: Bool = false) throws -> SQLiteJournal {
        try SQLiteJournal(
            path: file, createIfMissing: createIfMissing, readOnly: readOnly, digest: JournalSample.digest)
    }
}
