/// A sector of a MIFARE Classic card: its blocks, and what its trailer says but for the keys, which are never looked at.
///
/// Source: NXP MF1S50yyX and MF1S70yyX data sheets (memory organisation, access conditions); NXP AN1304 (general purpose
/// byte).
struct ClassicSector {
    /// Sectors 0 to 31 have 4 blocks, 32 to 39 have 16; the last of each is the trailer.
    let number: Int

    var blocks: Range<Int> {
        let first = number < 32 ? number * 4 : 128 + (number - 32) * 16
        return first..<(first + (number < 32 ? 4 : 16))
    }

    var dataBlocks: Range<Int> { blocks.dropLast() }

    /// The first byte of the trailer.
    private var trailerOffset: Int { (blocks.upperBound - 1) * 16 }

    /// The general purpose byte, between the access bits and key B; nil where it is not known.
    func generalPurposeByte(in memory: BlockMemory) -> UInt8? { memory[byte: trailerOffset + 9] }

    /// Bytes 6 to 8 of the trailer; nil where one of them is not known.
    func accessBits(in memory: BlockMemory) -> [UInt8]? {
        memory.knownBytes((trailerOffset + 6)..<(trailerOffset + 9))
    }

    /// Who may read and write the sector's data blocks.
    enum Access: Hashable {
        /// Key A or B writes.
        case open
        /// Key B writes, which others than the writer do not know.
        case keyBWrites
        /// No key writes.
        case readOnly
        /// Key A does not read.
        case keyBReads
    }

    /// The accesses of the data blocks; nil where the access bits are not known, or contradict their complements.
    ///
    /// Byte 6 has the complements of C2 and C1, byte 7 C1 and the complement of C3, byte 8 C3 and C2, a nibble each; bit
    /// i of a nibble is for block i, or in sectors of 16 blocks for the i-th five.
    func accesses(in memory: BlockMemory) -> Set<Access>? {
        guard let bits = accessBits(in: memory) else { return nil }
        let (c1, c2, c3) = (bits[1] >> 4, bits[2] & 15, bits[2] >> 4)
        guard bits[0] == ~(c2 << 4 | c1), bits[1] & 15 == ~c3 & 15 else { return nil }
        return Set(
            (0..<3).map { group in
                switch (c1 >> group & 1, c2 >> group & 1, c3 >> group & 1) {
                case (0, 0, 0): .open
                case (1, 0, 0), (1, 1, 0): .keyBWrites
                case (0, 1, 0), (0, 0, 1): .readOnly
                default: .keyBReads
                }
            })
    }
}
