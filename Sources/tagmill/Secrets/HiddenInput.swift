import Glibc

/// A line that is typed and not shown.
enum HiddenInput {
    /// Reads a line from the terminal at standard input while it shows nothing; nil where the input ended, or is no terminal.
    ///
    /// Ctrl-C must not leave a terminal behind that shows nothing: signals that would end the process wait until it shows
    /// again. So it is called before a `SignalWatch` is made, which takes them.
    static func line(from descriptor: Int32 = STDIN_FILENO) -> String? {
        var shown = termios()
        guard tcgetattr(descriptor, &shown) == 0 else { return nil }
        var (held, before) = (sigset_t(), sigset_t())
        sigemptyset(&held)
        for signal in ending + [SIGTSTP] { sigaddset(&held, signal) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(descriptor, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(descriptor, TCSAFLUSH, &shown)
            // Here a signal that waited is delivered.
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return readLine(from: descriptor)
    }

    private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// How long a signal waits at most.
    private static let momentMilliseconds: Int32 = 100
    /// The longest line that a terminal hands over at once (termios(3), canonical mode).
    private static let mostBytes = 4_096

    private static func readLine(from descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        while true {
            if isEnding { return nil }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, momentMilliseconds)
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            return String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
        }
    }

    private static var isEnding: Bool {
        var waiting = sigset_t()
        sigpending(&waiting)
        return ending.contains { sigismember(&waiting, $0) == 1 }
    }
}
