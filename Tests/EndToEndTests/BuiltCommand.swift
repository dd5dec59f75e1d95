import Foundation

/// The built command, as a user starts it.
struct BuiltCommand {
    /// The package's folder.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    /// Where the command and `TagServer` were built. TAGMILL_BUILT names another folder than the usual one, as seen from the
    /// package's: `run-sanitized.sh` does.
    static let products = root + "/" + (ProcessInfo.processInfo.environment["TAGMILL_BUILT"] ?? ".build/debug")
    static let path = products + "/tagmill"
    static let tagServer = products + "/TagServer"

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
    private var deadline: Date
    private let output: String
    private let errors: String

    init(
        _ words: [String], in folder: String, environment: [String: String] = [:], limitSeconds: Int = 240,
        terminal: Terminal? = nil
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
        if let terminal {
            process.standardInput = terminal.childEnd
            process.standardOutput = terminal.childEnd
            process.standardError = terminal.childEnd
        }
        try process.run()
        try terminal?.childEnd.close()
    }

    /// What stands on standard error so far.
    var errorsSoFar: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }

    /// Waits until standard error holds the text so many times; false when the command ended without it.
    func waitForErrors(_ text: String, times: Int = 1) -> Bool {
        while count(of: text) < times {
            guard process.isRunning, Date() < deadline else { return count(of: text) >= times }
            usleep(20_000)
        }
        return true
    }

    private func count(of text: String) -> Int { errorsSoFar.components(separatedBy: text).count - 1 }

    func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// As `finish`, with less patience.
    func finish(withinSeconds seconds: Int) throws -> BuiltCommand {
        deadline = min(deadline, Date(timeIntervalSinceNow: Double(seconds)))
        return try finish()
    }

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

/// A terminal for a command, and the window that it is in.
final class Terminal {
    let childEnd: FileHandle
    private let window: FileHandle

    init() throws {
        var ends: (window: Int32, child: Int32) = (-1, -1)
        guard openpty(&ends.window, &ends.child, nil, nil, nil) == 0 else {
            throw WorldError("no terminal: errno \(errno)")
        }
        window = FileHandle(fileDescriptor: ends.window, closeOnDealloc: true)
        childEnd = FileHandle(fileDescriptor: ends.child, closeOnDealloc: true)
        // A command that had the window too would never see it close.
        for descriptor in [ends.window, ends.child] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    func close() { try? window.close() }
}

/// A folder of a test's own, gone with it.
final class Scratch {
    let path: String
    /// Whether the folder stays behind, for somebody to look into.
    var isKept = false

    init() throws {
        path = NSTemporaryDirectory() + "tagmill-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        if !isKept { try? FileManager.default.removeItem(atPath: path) }
    }

    @discardableResult func write(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }
}

extension String {
    /// Hex without separators; nothing else is expected here.
    var hexBytes: [UInt8] {
        let digits = Array(utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
    }
}
