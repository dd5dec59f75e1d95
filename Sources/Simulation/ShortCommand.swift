/// A command APDU in short form (ISO/IEC 7816-4, 5.1); its data stands in the command itself, in `body`.
struct ShortCommand: Hashable, Sendable {
    let cla: UInt8
    let ins: UInt8
    let p1: UInt8
    let p2: UInt8
    /// Bytes of data; 0: none.
    let count: Int
    /// 1 to 256; nil: no Le field.
    let le: Int?

    /// Nil when the lengths do not agree, or the command is in extended form.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        (cla, ins, p1, p2) = (bytes[0], bytes[1], bytes[2], bytes[3])
        switch bytes.count {
        case 4: (count, le) = (0, nil)
        case 5: (count, le) = (0, bytes[4] == 0 ? 256 : Int(bytes[4]))
        default:
            count = Int(bytes[4])
            guard count > 0 else { return nil }
            switch bytes.count - 5 - count {
            case 0: le = nil
            case 1: le = bytes[bytes.count - 1] == 0 ? 256 : Int(bytes[bytes.count - 1])
            default: return nil
            }
        }
    }

    /// Where the data stands in the bytes of the command; empty when there is none.
    var body: Range<Int> { count == 0 ? 0..<0 : 5..<5 + count }

    /// CLA FF, INS and P1 P2 as they are given.
    func isReaderCommand(_ ins: UInt8, _ p1: UInt8, _ p2: UInt8) -> Bool {
        cla == 0xFF && self.ins == ins && self.p1 == p1 && self.p2 == p2
    }
}
