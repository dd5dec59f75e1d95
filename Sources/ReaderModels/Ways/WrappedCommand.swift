extension [UInt8] {
    /// A command of the tag's own in an APDU of the reader's: CLA, INS, P1, P2, the count of what follows, `lead`, the command.
    ///
    /// - Parameters:
    ///   - lead: what the reader's chip needs before it; with the command at most 255 bytes.
    init(apdu cla: UInt8, _ ins: UInt8, _ p1: UInt8, _ p2: UInt8, lead: [UInt8] = [], native: [UInt8]) {
        self.init()
        reserveCapacity(6 + lead.count + native.count)
        append(cla)
        append(ins)
        append(p1)
        append(p2)
        append(UInt8(lead.count + native.count))
        append(contentsOf: lead)
        append(contentsOf: native)
    }

    /// Whether it ends with the status word 90 00.
    var isDone: Bool { count >= 2 && self[count - 2] == 0x90 && self[count - 1] == 0x00 }
}
