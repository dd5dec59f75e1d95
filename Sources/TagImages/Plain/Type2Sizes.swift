import Tags

/// Which Type 2 chip a memory is of, as far as the number of its pages tells.
enum Type2Sizes {
    /// Pages that are told apart by one number.
    static let mostPages = 256

    /// Nil where several chips have so many pages (20: MF0UL11, NTAG210; 41: MF0UL21, NTAG212), or none has.
    ///
    /// - Parameter hasCheckBytes: whether BCC0 and BCC1 are right; NTAG I2C has none, and as many pages as NTAG216.
    static func chip(pageCount: Int, hasCheckBytes: Bool) -> Chip? {
        switch pageCount {
        case 16: .ultralight
        case 42: .ntag203
        case 44, 48: .ultralightC
        case 45: .ntag213
        case 56: .ultralightAES
        case 135: .ntag215
        case 231: hasCheckBytes ? .ntag216 : .ntagI2C1K
        case 236 where !hasCheckBytes: .ntagI2CPlus1K
        default: nil
        }
    }

    /// BCC0 and BCC1 (ISO/IEC 14443-3, 6.4.4) in bytes 3 and 8.
    static func hasCheckBytes(_ header: some Collection<UInt8>) -> Bool {
        let header = Array(header.prefix(9))
        return header.count == 9 && 0x88 ^ header[0] ^ header[1] ^ header[2] == header[3]
            && header[4..<8].reduce(0, ^) == header[8]
    }

    /// Seven bytes around BCC0; on NTAG I2C, which has none, the first seven before SAK 00 and ATQA 44 00 (NXP
    /// NT3H2111/NT3H2211 data sheet, 8.3). Other memories, an emulator's zeros among them, tell no UID.
    static func uid(_ header: some Collection<UInt8>) -> UID? {
        let header = Array(header.prefix(10))
        if hasCheckBytes(header) { return UID(Array(header[0..<3] + header[4..<8])) }
        guard header.count == 10, Array(header[7...]) == [0x00, 0x44, 0x00] else { return nil }
        return UID(Array(header[0..<7]))
    }
}
