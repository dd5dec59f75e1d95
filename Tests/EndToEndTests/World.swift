import Foundation

/// A real pcscd with virtual readers in namespaces of its own, and tags that outlive the commands which write to them,
/// laid by the program `TagServer`. Commands are started in the same namespaces, as children of the test.
///
/// Used by one thread. Ends with the object.
final class World {
    /// One tag as it is now.
    struct Tag {
        let uid: String
        let writes: Int
        let memory: [UInt8]
    }

    let scratch: Scratch
    private let keeper = Process()
    private let channel: LineChannel
    private var server: pid_t = 0
    private var gateIsReached = false

    var folder: String { scratch.path }
    /// Where commands without `--journal` keep theirs.
    var journal: String { folder + "/reports/tagmill.sqlite" }

    /// So long after power off a tag is lifted, and so long the reader is empty then, in milliseconds: enough for pcscd
    /// to see it, which looks every 400 ms.
    static let doneAfter = 300
    static let betweenTags = 450

    /// - Parameter rack: the text of a rack file; each reader's tags are one column of the stack.
    init(rack: String, in scratch: Scratch) throws {
        self.scratch = scratch
        let file = try scratch.write("rack.json", rack)
        let conf = scratch.path + "/conf"
        let made = try BuiltCommand.run([BuiltCommand.path, "rack", file, "--pcsc", conf], in: scratch.path)
        guard made.code == 0 else { throw WorldError(made.errors) }
        channel = try LineChannel()
        let errors = scratch.path + "/world.err"
        _ = FileManager.default.createFile(atPath: errors, contents: nil)
        keeper.executableURL = URL(fileURLWithPath: BuiltCommand.root + "/Tests/Support/with-pcscd.sh")
        keeper.arguments = [
            conf, BuiltCommand.tagServer, file, "\(Self.doneAfter)", "\(Self.betweenTags)",
        ]
        keeper.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
        keeper.standardInput = channel.childEnd
        keeper.standardOutput = channel.childEnd
        keeper.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
        try keeper.run()
        try channel.childEnd.close()
        guard let ready = try channel.line(milliseconds: 60_000)?.split(separator: " "), ready.first == "ready",
            let pid = ready.last.flatMap({ pid_t($0) })
        else { throw WorldError("no server of tags; see \(errors)") }
        server = pid
    }

    deinit {
        channel.end()
        keeper.waitUntilExit()
    }

    // MARK: Commands

    /// Words that are run where pcscd is. The process is the command itself, not a shell around it.
    func words(_ command: [String]) -> [String] {
        // The folder as it is there: `--wd` would lead past what is mounted in it.
        var enter = ["nsenter", "--target", "\(server)", "--mount", "--net", "--wdns=\(folder)"]
        if getuid() != 0 { enter += ["--user", "--preserve-credentials"] }
        return enter + ["--"] + command
    }

    func start(_ words: [String], limitSeconds: Int = 240) throws -> StartedCommand {
        try StartedCommand(self.words([BuiltCommand.path] + words), in: folder, limitSeconds: limitSeconds)
    }

    func run(_ words: [String], limitSeconds: Int = 240) throws -> BuiltCommand {
        try start(words, limitSeconds: limitSeconds).finish()
    }

    /// Runs a line of the shell in the namespaces; `$TAGMILL` is the command.
    func shell(_ line: String) throws -> BuiltCommand {
        try BuiltCommand.run(words(["sh", "-c", line]), in: folder, environment: ["TAGMILL": BuiltCommand.path])
    }

    /// A path as the commands see it, which may have mounted something there.
    func path(_ name: String) -> String { "/proc/\(server)/root\(folder)/\(name)" }

    // MARK: Tags

    @discardableResult func ask(_ line: String) throws -> [String] {
        try channel.send(line)
        var answers: [String] = []
        while true {
            guard let answer = try channel.line(milliseconds: 30_000) else { throw WorldError("no answer to \(line)") }
            switch answer {
            case "ok": return answers
            case "no": throw WorldError("the server of tags refused \(line)")
            case "gate": gateIsReached = true
            default: answers.append(answer)
            }
        }
    }

    /// From now on the tags stop at that exchange; see `TagServer`.
    func setGate(_ place: String) throws {
        gateIsReached = false
        try ask("gate \(place)")
    }

    /// Waits until the tags stand at the gate. False when the command ended before.
    func waitForGate(_ command: StartedCommand) throws -> Bool {
        while !gateIsReached {
            if try channel.line(milliseconds: 20) == "gate" { gateIsReached = true }
            guard gateIsReached || command.process.isRunning else { return false }
        }
        return true
    }

    func tags() throws -> [Tag] {
        try ask("tags").map { line in
            let words = line.split(separator: " ")
            guard words.count == 4, words[0] == "tag", let writes = Int(words[2]) else { throw WorldError(line) }
            return Tag(uid: String(words[1]), writes: writes, memory: String(words[3]).hexBytes)
        }
    }

    // MARK: The service

    /// Ends pcscd and returns when it is gone. Tags go on lying where they lie.
    func stopService() throws {
        kill(keeper.processIdentifier, SIGUSR1)
        try waitForService(false)
    }

    /// pcscd dies at once; `stopService` clears up after it.
    func killService() throws {
        let file = "/proc/\(server)/root/run/pcscd/pcscd.pid"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        guard let pid = pid_t(text.prefix { $0.isNumber }) else { throw WorldError("no process of pcscd: \(text)") }
        kill(pid, SIGKILL)
    }

    func startService() throws {
        kill(keeper.processIdentifier, SIGUSR2)
        try waitForService(true)
    }

    /// Takes the last entry of the configuration away, the two readers of one driver, while pcscd is stopped. A pcscd that runs
    /// keeps what it has, told by SIGUSR1 or not (1.9.9, measured).
    func dropLastReaders() throws {
        let file = folder + "/conf/reader.conf"
        let entries = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n\n")
        try entries.dropLast().joined(separator: "\n\n").appending("\n")
            .write(toFile: file, atomically: true, encoding: .utf8)
    }

    private func waitForService(_ isThere: Bool) throws {
        for _ in 0..<2000 {
            if FileManager.default.fileExists(atPath: "/proc/\(server)/root/run/pcscd/pcscd.comm") == isThere { return }
            usleep(10_000)
        }
        throw WorldError(isThere ? "pcscd did not start" : "pcscd did not end")
    }
}
