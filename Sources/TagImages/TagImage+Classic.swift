import Tags

extension TagImage {
    /// An image of a MIFARE Classic card: every format that has the blocks of one comes through here.
    ///
    /// - Parameters:
    ///   - blocks: as many as the card has (`classicBlockCounts`), 16 bytes each.
    ///   - statedUID: as the file states it beside the memory.
    static func classic(
        _ blocks: BlockMemory, as format: ImageFormat, statedUID: UID? = nil, notes: [String] = []
    ) -> TagImage {
        let ownUID = classicUID(blocks)
        var notes = notes
        if let ownUID, let statedUID, ownUID != statedUID {
            notes.append("the file states the UID \(statedUID), block 0 has \(ownUID)")
        }
        let chip: Chip? =
            switch blocks.blockCount {
            case 20: .classicMini
            case 64: .classic1K
            case 128: .classic2K
            case 256: .classic4K
            default: nil
            }
        return TagImage(
            format: format, uid: ownUID ?? statedUID, chip: chip, memory: .classic(blocks), notes: notes)
    }

    /// The blocks of the cards of this family: Mini, 1K, 2K, 4K.
    static let classicBlockCounts = [20, 64, 128, 256]

    /// The UID in block 0: four bytes and their sum as check byte, or seven bytes of a card by NXP, which has none
    /// (NXP AN10927, section 2).
    private static func classicUID(_ blocks: BlockMemory) -> UID? {
        let bytes = (0..<7).compactMap { blocks[byte: $0] }
        guard bytes.count == 7 else { return nil }
        if bytes[0..<4].reduce(0, ^) == bytes[4] { return UID(Array(bytes[0..<4])) }
        return bytes[0] == 0x04 ? UID(bytes) : nil
    }
}
