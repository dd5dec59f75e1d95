import Foundation

/// A command under limits that the system sets on its process, and what it took.
struct BoundedRun: Decodable {
    /// Seconds of processor time after which the system ends the process.
    static let mostSeconds = 1
    static let mostMemoryBytes = 64 << 20

    var words: [String]
    /// The exit code, or the signal as a number below zero.
    var code: Int32
    var memoryBytes: Int
    var errors: String

    /// Starts each command line, whose first word is a path, and waits. Python stands between, because what the system counts as a process's memory
    /// begins with that of the one which started it.
    private static let program = """
        import json, os, resource, sys, tempfile
        seconds, limit, lines = int(sys.argv[1]), int(sys.argv[2]), json.load(open(sys.argv[3]))
        seen = []
        for words in lines:
            with tempfile.TemporaryFile() as errors:
                child = os.fork()
                if child == 0:
                    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
                    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
                    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                    os.dup2(errors.fileno(), 2)
                    os.execv(words[0], words)
                _, status, usage = os.wait4(child, 0)
                errors.seek(0)
                seen.append(dict(
                    words=words, code=os.waitstatus_to_exitcode(status), memoryBytes=usage.ru_maxrss * 1024,
                    errors=errors.read(2000).decode(errors="replace")))
        json.dump(seen, sys.stdout)
        """

    /// Address space: far above what may be used, so that the process, and not the machine, is out of memory.
    private static let mostAddressBytes = 4 << 30

    /// - Parameters:
    ///   - folder: where a file with the command lines is left.
    ///   - seconds: of processor time that each may take.
    static func run(_ lines: [[String]], in folder: String, seconds: Int = mostSeconds) throws -> [BoundedRun] {
        let file = folder + "/lines.json"
        try JSONEncoder().encode(lines).write(to: URL(fileURLWithPath: file))
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = ["-c", program, "\(seconds)", "\(mostAddressBytes)", file]
        let output = Pipe()
        python.standardOutput = output
        try python.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        return try JSONDecoder().decode([BoundedRun].self, from: bytes)
    }
}
