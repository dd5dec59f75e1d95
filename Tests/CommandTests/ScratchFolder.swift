import Foundation

/// A folder of its own for a test; gone with the value.
final class ScratchFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "tagmill-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
