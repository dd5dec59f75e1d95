import Glibc

/// Where text goes: a file descriptor, or a test's record.
protocol TextOutput: Sendable {
    /// Writes everything, or tells why not. May block for as long as the other side does not take it.
    func write(_ text: String) -> OutputResult
}

enum OutputResult: Hashable, Sendable {
    case written
    /// Nobody reads any more; this is the reader's right and no error.
    case closed
    /// The system's own words.
    case failed(String)
}

/// A file descriptor of this process. `SIGPIPE` must be ignored.
struct DescriptorOutput: TextOutput {
    let descriptor: Int32

    func write(_ text: String) -> OutputResult {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable()
            // A descriptor that was closed before the start (`>&-`) has no reader either.
            case EPIPE, EBADF: return .closed
            default: return .failed(String(cString: strerror(errno)))
            }
        }
        return .written
    }

    /// For a descriptor that another program of the same terminal made non-blocking.
    private func waitUntilWritable() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, -1)
    }
}
