import Glibc

/// A TCP connection to this machine, used by one thread.
struct TCPStream: ~Copyable {
    enum ReadResult: Hashable {
        case bytes([UInt8])
        case nothingYet, closed
    }

    private let descriptor: Int32

    /// Connects to 127.0.0.1; nil when nobody listens there.
    init?(port: UInt16) {
        // SOCK_CLOEXEC: a process that is started meanwhile must not keep the tag on the reader.
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), Int32(IPPROTO_TCP))
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(descriptor)
            return nil
        }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Up to 64 KiB of what has come, waiting at most so long for the first byte.
    func read(milliseconds: Int) -> ReadResult {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(&waiting, 1, Int32(clamping: milliseconds))
        if ready == 0 { return .nothingYet }
        if ready < 0 { return errno == EINTR ? .nothingYet : .closed }
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        guard !bytes.isEmpty else { return .closed }
        // vpcd writes header and body of a frame apart; an acknowledgement held back for 40 ms would hold up each one.
        // The option does not last, so it is set after every read.
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, &yes, socklen_t(MemoryLayout<Int32>.size))
        return .bytes(bytes)
    }

    /// Sends everything; false when the other side hung up.
    func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                send(
                    descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
