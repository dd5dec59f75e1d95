import Foundation

/// Lines to and from a child process, over a socket that is its input and output; used by one thread.
final class LineChannel {
    /// The child's end.
    let childEnd: FileHandle
    private let socket: Int32
    private var bytes: [UInt8] = []

    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw WorldError("no socket: errno \(errno)") }
        socket = ends[0]
        childEnd = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    deinit { close(socket) }

    /// The child reads the end of its input after this.
    func end() { shutdown(socket, Int32(SHUT_WR)) }

    func send(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        // Not `write`: to a child that is gone that would be the end of the tests.
        guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw WorldError("the server of tags is gone")
        }
    }

    /// The next line; nil when none comes in time. Throws when the child closed its output.
    func line(milliseconds: Int) throws -> String? {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while true {
            if let index = bytes.firstIndex(of: 0x0A) {
                defer { bytes.removeFirst(index + 1) }
                return String(decoding: bytes[..<index], as: UTF8.self)
            }
            let left = max(0, Int((end - .now) / .milliseconds(1)))
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Int32(left)) > 0 else {
                if left == 0 { return nil }
                continue
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { throw WorldError("the server of tags ended") }
            bytes += buffer.prefix(count)
        }
    }
}

/// What keeps a test of the real thing from being carried out; a fault of the test or of the machine.
struct WorldError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
