/// A MIFARE application directory: which sectors of a MIFARE Classic card hold what (NXP AN10787).
///
/// ```
/// byte 0     checksum of the bytes behind it
/// byte 1     info: the card publisher's sector
/// byte 2 on  two bytes a sector: MAD1 for sectors 1 to 15, MAD2 for 17 to 39; 03 E1 is NDEF
/// ```
struct ApplicationDirectory {
    /// Blocks 1 and 2 of sector 0.
    static let firstBlocks = 1..<3
    /// The data blocks of sector 16, where the second directory of larger cards is.
    static let secondBlocks = 64..<67

    private let bytes: [UInt8]
    /// The sector that stands before the first one listed: 0, or 16.
    private let base: Int

    /// Nil where one of the blocks is not known.
    init?(_ memory: BlockMemory, blocks: Range<Int>) {
        guard let bytes = memory.knownBytes((blocks.lowerBound * 16)..<(blocks.upperBound * 16)) else { return nil }
        self.bytes = bytes
        base = blocks == Self.firstBlocks ? 0 : 16
    }

    /// The sectors that hold the NDEF message, in order.
    var sectors: [Int] {
        (1..<(bytes.count / 2)).filter { bytes[2 * $0] == 0x03 && bytes[2 * $0 + 1] == 0xE1 }.map { base + $0 }
    }

    var checksum: UInt8 { bytes[0] }

    /// CRC-8 with the polynomial 1D and the preset C7 (AN10787).
    var expectedChecksum: UInt8 {
        bytes.dropFirst().reduce(0xC7) { sum, byte in
            (0..<8).reduce(sum ^ byte) { bits, _ in bits << 1 ^ (bits & 0x80 == 0 ? 0 : 0x1D) }
        }
    }

    var isChecksumRight: Bool { checksum == expectedChecksum }
}
