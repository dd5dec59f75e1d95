import Foundation

/// The built command, as a user starts it.
struct BuiltCommand {
    /// The package's folder.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    static let path = root + "/.build/debug/tagmill"

    var code: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Runs a program to its end; one that does not end within the limit is killed.
    static func run(
        _ words: [String], in folder: String, environment: [String: String] = [:], limitSeconds: Int = 240
    ) throws -> BuiltCommand {
        let started = try StartedCommand(words, in: folder, environment: environment, limitSeconds: limitSeconds)
        return try started.finish()
    }
}

/// A command that runs; its output goes to files, so that no pipe fills up.
final class StartedCommand {
    let process = Process()
    private let deadline: Date
    private let output: String
    private let errors: String

    init(
        _ words: [String], in folder: String, environment: [String: String] = [:], limitSeconds: Int = 240
    ) throws {
        let name = UUID().uuidString
        output = folder + "/\(name).out"
        errors = folder + "/\(name).err"
        for path in [output, errors] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
        deadline = Date(timeIntervalSinceNow: Double(limitSeconds))
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
        try process.run()
    }

    /// What stands on standard error so far.
    var errorsSoFar: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }

    /// Waits until standard error holds the text; false when the command ended without it.
    func waitForErrors(_ text: String) -> Bool {
        while !errorsSoFar.contains(text) {
            guard process.isRunning, Date() < deadline else { return errorsSoFar.contains(text) }
            usleep(20_000)
        }
        return true
    }

    func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end. A command that is over its limit is killed, and ends with the signal's number as its code.
    func finish() throws -> BuiltCommand {
        while process.isRunning, Date() < deadline { usleep(20_000) }
        if process.isRunning { signal(SIGKILL) }
        process.waitUntilExit()
        return BuiltCommand(
            code: process.terminationStatus, output: try String(contentsOfFile: output, encoding: .utf8),
            errors: try String(contentsOfFile: errors, encoding: .utf8))
    }
}

/// A folder of a test's own, gone with it.
final class Scratch {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "tagmill-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult func write(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }
}
