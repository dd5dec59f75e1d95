import Foundation

/// The files of this repository.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The Swift sources below a folder, as paths from the root.
    static func swiftFiles(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
            .sorted()
            .map { folder + "/" + $0 }
    }

    static func sources() throws -> [ArrowChecker.Source] {
        try swiftFiles(below: "Sources").map { path in
            let target = path.split(separator: "/")[1]
            return ArrowChecker.Source(target: String(target), path: path, text: try text(path))
        }
    }
}
