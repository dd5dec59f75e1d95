import Tags

/// How an APDU of the reader's carries a command of the tag's own: CLA, INS, P1, P2, the count of what follows, what the
/// reader's chip needs before the command, the command.
///
/// One of each way, for all readers.
final class Wrapping: Sendable {
    private let header: [UInt8]
    /// What stands before the command; behind its count.
    private let lead: [UInt8]
    /// The count of the command's own bytes stands before it once more.
    private let countsCommand: Bool
    /// Le, where there is one.
    private let le: UInt8?
    /// The most bytes that a command may have.
    let longest: Int
    /// GET_VERSION, and FAST_READs from page 0 on, by the last page: one of each is sent to nearly every tag, so they are
    /// made once.
    private let version: [UInt8]
    private let fastReads: [[UInt8]]

    init(
        _ header: [UInt8], lead: [UInt8] = [], countsCommand: Bool = false, le: UInt8? = nil, longest: Int
    ) {
        self.header = header
        self.lead = lead
        self.countsCommand = countsCommand
        self.le = le
        self.longest = longest
        func bytes(_ command: Type2Command) -> [UInt8] {
            Self.bytes(command.bytes, header, lead: lead, countsCommand: countsCommand, le: le)
        }
        version = bytes(.getVersion)
        fastReads = (0..<64).map { bytes(.fastRead(first: 0, last: $0)) }
    }

    /// The APDU of a command of at most `longest` bytes.
    func bytes(_ native: [UInt8]) -> [UInt8] {
        Self.bytes(native, header, lead: lead, countsCommand: countsCommand, le: le)
    }

    private static func bytes(
        _ native: [UInt8], _ header: [UInt8], lead: [UInt8], countsCommand: Bool, le: UInt8?
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(header.count + lead.count + native.count + 3)
        bytes.append(contentsOf: header)
        bytes.append(UInt8(lead.count + (countsCommand ? 1 : 0) + native.count))
        bytes.append(contentsOf: lead)
        if countsCommand { bytes.append(UInt8(native.count)) }
        bytes.append(contentsOf: native)
        if let le { bytes.append(le) }
        return bytes
    }

    /// The same of a command that reads.
    func bytes(_ command: Type2Command) -> [UInt8] {
        switch command {
        case .getVersion: return version
        case .fastRead(first: 0, let last) where last < fastReads.count: return fastReads[Int(last)]
        case .fastRead(let first, let last):
            var bytes = fastReads[0]
            let end = bytes.count - (le == nil ? 0 : 1)
            bytes[end - 2] = first
            bytes[end - 1] = last
            return bytes
        default: return bytes(command.bytes)
        }
    }
}

extension [UInt8] {
    /// Whether it ends with the status word 90 00.
    var isDone: Bool { count >= 2 && self[count - 2] == 0x90 && self[count - 1] == 0x00 }
}
