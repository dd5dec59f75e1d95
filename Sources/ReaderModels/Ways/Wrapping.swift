import Tags

/// How an APDU of the reader's carries a command of the tag's own: CLA, INS, P1, P2, the count of what follows, what the
/// reader's chip needs before the command, the command.
struct Wrapping: Sendable {
    private let header: [UInt8]
    /// What stands before the command; behind its count.
    private let lead: [UInt8]
    /// The count of the command's own bytes stands before it once more.
    private let countsCommand: Bool
    /// Le, where there is one.
    private let le: UInt8?
    /// The most bytes that a command may have.
    let longest: Int

    init(
        _ header: [UInt8], lead: [UInt8] = [], countsCommand: Bool = false, le: UInt8? = nil, longest: Int
    ) {
        self.header = header
        self.lead = lead
        self.countsCommand = countsCommand
        self.le = le
        self.longest = longest
    }

    /// Puts the APDU into `frame`, in place of what stands there; the command is what `append` adds: so many bytes, at most
    /// `longest`.
    func fill(_ frame: inout [UInt8], commandOf count: Int, _ append: (inout [UInt8]) -> Void) {
        frame.removeAll(keepingCapacity: true)
        frame.append(contentsOf: header)
        frame.append(UInt8(lead.count + (countsCommand ? 1 : 0) + count))
        frame.append(contentsOf: lead)
        if countsCommand { frame.append(UInt8(count)) }
        append(&frame)
        if let le { frame.append(le) }
    }
}

extension [UInt8] {
    /// Whether it ends with the status word 90 00.
    var isDone: Bool { count >= 2 && self[count - 2] == 0x90 && self[count - 1] == 0x00 }
}
