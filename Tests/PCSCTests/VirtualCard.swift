import Foundation
import Threads

/// A card for a vpcd reader (vsmartcard): connects to the reader's port, gives its answer to reset, and answers APDUs by
/// a function. Made for these tests; the product's own virtual tags are not used here.
///
/// The wire: frames of a two-byte length, most significant first, and the data. One byte of data is a control code:
/// 00 power off, 01 power on, 02 reset (none is answered), 04 asks for the answer to reset.
final class VirtualCard: Sendable {
    /// What the card does with a command.
    enum Reply: Sendable {
        case bytes([UInt8])
        /// Leaves the reader without an answer.
        case leave
        /// Stays on the reader and never answers: the driver hangs until the card is lifted.
        case silence
    }

    /// What the reader did, in order.
    enum Event: Hashable, Sendable {
        case powerOff, powerOn, reset
        case command([UInt8])
    }

    private struct State {
        var socket: Int32?
        /// Of every time that it lay on the reader; closed at the end, so that no number is another's meanwhile.
        var sockets: [Int32] = []
        var events: [Event] = []
    }

    private let state = Guarded(State())
    private let port: UInt16
    private let atr: [UInt8]
    private let answer: @Sendable ([UInt8]) -> Reply

    /// A card outside any reader.
    init(port: UInt16, atr: [UInt8], answer: @escaping @Sendable ([UInt8]) -> Reply) {
        self.port = port
        self.atr = atr
        self.answer = answer
    }

    deinit {
        // A thread that serves the card keeps it, so none is left.
        for socket in state.withLock({ $0.sockets }) { close(socket) }
    }

    var events: [Event] { state.withLock { $0.events } }

    var commands: [[UInt8]] {
        events.compactMap { event in
            if case .command(let bytes) = event { bytes } else { nil }
        }
    }

    struct NoReader: Error {
        var port: UInt16
        var errno: Int32
    }

    /// Lays the card on the reader. The reader notices at its next look, within half a second.
    func insert() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let error = errno
            close(descriptor)
            throw NoReader(port: port, errno: error)
        }
        state.withLock { state in
            state.socket = descriptor
            state.sockets.append(descriptor)
        }
        Thread { [self] in
            serve(descriptor)
            shutdown(descriptor, Int32(SHUT_RDWR))
        }.start()
    }

    /// Lifts the card. The reader notices at its next look.
    func remove() {
        let descriptor = state.withLock { state in
            defer { state.socket = nil }
            return state.socket
        }
        if let descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    private func serve(_ descriptor: Int32) {
        while let head = receive(2, from: descriptor),
            let frame = receive(Int(head[0]) << 8 | Int(head[1]), from: descriptor)
        {
            let reply: [UInt8]
            switch (frame.count, frame.first) {
            case (1, 0x00):
                record(.powerOff)
                continue
            case (1, 0x01):
                record(.powerOn)
                continue
            case (1, 0x02):
                record(.reset)
                continue
            case (1, 0x04): reply = atr
            default:
                record(.command(frame))
                switch answer(frame) {
                case .leave: return
                case .silence: continue
                case .bytes(let bytes):
                    // A frame of no bytes would hang the driver.
                    precondition(!bytes.isEmpty)
                    reply = bytes
                }
            }
            let length = UInt16(reply.count)
            let message = [UInt8(length >> 8), UInt8(length & 0xFF)] + reply
            guard send(descriptor, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
                return
            }
        }
    }

    private func record(_ event: Event) { state.withLock { $0.events.append(event) } }

    private func receive(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var have = 0
        while have < count {
            let got = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + have, count - have, 0) }
            guard got > 0 else { return nil }
            have += got
        }
        return bytes
    }
}
