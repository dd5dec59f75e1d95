import Glibc

/// Where text goes: a file descriptor, or a test's record.
protocol TextOutput: Sendable {
    /// Writes everything, or tells why not. May block for as long as the other side does not take it.
    func write(_ text: String) -> OutputResult

    /// The same, given up as soon as `isAbandoned` says so; asked again and again while the other side takes nothing.
    func write(_ text: String, unless isAbandoned: () -> Bool) -> OutputResult
}

extension TextOutput {
    /// For an output that never blocks.
    func write(_ text: String, unless isAbandoned: () -> Bool) -> OutputResult {
        isAbandoned() ? .abandoned : write(text)
    }
}

enum OutputResult: Hashable, Sendable {
    case written
    /// Nobody reads any more; this is the reader's right and no error.
    case closed
    /// The system's own words.
    case failed(String)
    /// Not everything was written, because that was given up.
    case abandoned
}

/// A file descriptor of this process. `SIGPIPE` must be ignored.
struct DescriptorOutput: TextOutput {
    let descriptor: Int32

    func write(_ text: String) -> OutputResult {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            if let end = writeSome(of: &rest, atMost: rest.count) { return end }
        }
        return .written
    }

    /// Never blocks for longer than a moment: what a pipe or a terminal has room for is written, and no more.
    func write(_ text: String, unless isAbandoned: () -> Bool) -> OutputResult {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            if isAbandoned() { return .abandoned }
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&entry, 1, Self.momentMilliseconds) > 0 else { continue }
            if let end = writeSome(of: &rest, atMost: Self.mostAtOnce) { return end }
        }
        return .written
    }

    /// How long one wait for the other side lasts.
    private static let momentMilliseconds: Int32 = 100
    /// `PIPE_BUF` (limits.h): a pipe that can be written to takes so many bytes without blocking.
    private static let mostAtOnce = 4096

    /// Writes a part and takes it off `rest`. Nil while there is more to come.
    private func writeSome(of rest: inout ArraySlice<UInt8>, atMost limit: Int) -> OutputResult? {
        let count = rest.prefix(limit).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
            return nil
        }
        switch errno {
        case EINTR: return nil
        case EAGAIN: waitUntilWritable()
        // A descriptor that was closed before the start (`>&-`) has no reader either.
        case EPIPE, EBADF: return .closed
        // Nor has the terminal whose window was closed (`nohup`), where a file would have a bad disk.
        case EIO where isTerminal: return .closed
        default: return .failed(String(cString: strerror(errno)))
        }
        return nil
    }

    /// Not `isatty`, which says no once the window is closed.
    private var isTerminal: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    }

    /// For a descriptor that another program of the same terminal made non-blocking.
    private func waitUntilWritable() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, Self.momentMilliseconds)
    }
}
