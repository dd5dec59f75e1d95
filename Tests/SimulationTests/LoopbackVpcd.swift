import Glibc
import Testing

/// Plays vpcd: listens on a port of this machine, takes one virtual card at a time.
struct LoopbackVpcd: ~Copyable {
    private let listener: Int32
    let port: UInt16

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(listener >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let failures = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) | listen(listener, 1) | getsockname(listener, $0, &size)
            }
        }
        try #require(failures == 0)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(listener) }

    /// Blocks until a card connects. Reads give up after 20 seconds, so that a broken client fails the test.
    func accept() throws -> Card {
        let descriptor = Glibc.accept(listener, nil, nil)
        try #require(descriptor >= 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return Card(descriptor: descriptor)
    }

    /// The connection of one card.
    struct Card: ~Copyable {
        let descriptor: Int32

        deinit { close(descriptor) }

        func send(_ body: [UInt8]) {
            // Header and body apart, as vpcd does.
            let header = [UInt8(body.count >> 8), UInt8(body.count & 0xFF)]
            #expect(Glibc.send(descriptor, header, 2, Int32(MSG_NOSIGNAL)) == 2)
            #expect(Glibc.send(descriptor, body, body.count, Int32(MSG_NOSIGNAL)) == body.count)
        }

        /// The next answer; nil when the card closed the connection.
        func receive() -> [UInt8]? {
            guard let header = read(2) else { return nil }
            return read(Int(header[0]) << 8 | Int(header[1]))
        }

        func command(_ body: [UInt8]) -> [UInt8]? {
            send(body)
            return receive()
        }

        private func read(_ count: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            let got = recv(descriptor, &bytes, count, Int32(MSG_WAITALL))
            return got == count && count > 0 ? bytes : nil
        }
    }
}
