import Glibc

/// What the process was started in; read once, at the start, and handed down.
struct Surroundings: Sendable {
    var environment: [String: String]
    var outputIsTerminal: Bool
    var errorIsTerminal: Bool
    var inputIsTerminal: Bool

    /// This process's own.
    static func current() -> Self {
        Self(
            environment: environmentVariables(), outputIsTerminal: isatty(STDOUT_FILENO) == 1,
            errorIsTerminal: isatty(STDERR_FILENO) == 1, inputIsTerminal: isatty(STDIN_FILENO) == 1)
    }

    /// Whether standard error can be redrawn in place.
    var canRedraw: Bool { errorIsTerminal && obeysControls }

    /// Whether the terminal, if there is one, takes control sequences.
    var obeysControls: Bool { environment["TERM"] != "dumb" && environment["TERM"] != nil }

    /// The host's name, for `--station`.
    static func hostName() -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "localhost" }
        let name = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return name.isEmpty ? "localhost" : String(decoding: name, as: UTF8.self)
    }

    /// The columns and rows of the terminal at standard error, as they are now.
    static func terminalSize() -> TerminalSize? {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
    }

    private static func environmentVariables() -> [String: String] {
        var variables: [String: String] = [:]
        // `environ` is read before any thread is started, and nothing in this process changes it.
        var entry = nonisolatedEnvironment()
        while let text = entry?.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            entry = entry?.successor()
        }
        return variables
    }

    private static func nonisolatedEnvironment() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        // `environ` is a mutable global of C; looked up by name because Swift 6 does not let it be read directly.
        guard let symbol = dlsym(nil, "environ") else { return nil }
        return symbol.assumingMemoryBound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self).pointee
    }
}

struct TerminalSize: Hashable, Sendable {
    var columns: Int
    var rows: Int
}
