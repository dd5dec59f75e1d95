/// A command APDU in short form (ISO/IEC 7816-4, 5.1).
struct ShortCommand: Hashable, Sendable {
    let cla: UInt8
    let ins: UInt8
    let p1: UInt8
    let p2: UInt8
    let data: [UInt8]
    /// 1 to 256; nil: no Le field.
    let le: Int?

    /// Nil when the lengths do not agree, or the command is in extended form.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        (cla, ins, p1, p2) = (bytes[0], bytes[1], bytes[2], bytes[3])
        switch bytes.count {
        case 4: (data, le) = ([], nil)
        case 5: (data, le) = ([], bytes[4] == 0 ? 256 : Int(bytes[4]))
        default:
            let count = Int(bytes[4])
            guard count > 0 else { return nil }
            data = Array(bytes.dropFirst(5).prefix(count))
            guard data.count == count else { return nil }
            switch bytes.count - 5 - count {
            case 0: le = nil
            case 1: le = bytes[bytes.count - 1] == 0 ? 256 : Int(bytes[bytes.count - 1])
            default: return nil
            }
        }
    }
}
