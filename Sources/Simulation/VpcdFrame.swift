/// What vpcd sends to a virtual card: two bytes of length, the high one first, and so many bytes (vsmartcard 3.3,
/// `vpcd.c`). One byte is a control code, anything else a command APDU.
enum VpcdFrame: Hashable, Sendable {
    case powerOff
    case powerOn
    case reset
    case getATR
    case command([UInt8])

    init(_ body: [UInt8]) {
        switch body {
        case [0x00]: self = .powerOff
        case [0x01]: self = .powerOn
        case [0x02]: self = .reset
        case [0x04]: self = .getATR
        default: self = .command(body)
        }
    }

    /// A frame that answers. Length 0 is never sent: pcscd's driver would wait for ever; at most 65535 bytes.
    static func answer(_ body: [UInt8]) -> [UInt8]? {
        guard !body.isEmpty, body.count <= 0xFFFF else { return nil }
        return [UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }
}

/// Cuts frames out of what a connection brings, in whatever pieces. Holds one frame at most beside what was appended.
struct VpcdFrames: Sendable {
    private var bytes: [UInt8] = []

    init() {}

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// The next whole frame; nil until it is there. A frame of length 0 has no meaning and is passed over.
    mutating func next() -> VpcdFrame? {
        while bytes.count >= 2 {
            let count = Int(bytes[0]) << 8 | Int(bytes[1])
            guard bytes.count >= 2 + count else { return nil }
            let body = Array(bytes[2..<2 + count])
            bytes.removeFirst(2 + count)
            if count > 0 { return VpcdFrame(body) }
        }
        return nil
    }
}
