import Tags

extension TagImage {
    /// The image of a MIFARE Classic card of which these bytes are listed, block 0 first; nil where a byte is not known.
    /// A card of which the last sectors are missing is taken for the smallest that has them all.
    init(
        format: ImageFormat, classic bytes: [UInt8?], statedUID: UID? = nil, statedChip: Chip? = nil,
        notes: [String] = []
    ) throws(ImageError) {
        let count = (bytes.count + 15) / 16
        let cards: [(Chip, Int)] = [(.classicMini, 20), (.classic1K, 64), (.classic2K, 128), (.classic4K, 256)]
        guard let (chip, blockCount) = cards.first(where: { count <= $0.1 }) else {
            throw ImageError(.broken, "has \(count) blocks; a MIFARE Classic has at most 256")
        }
        var blocks = BlockMemory(blockBytes: 16, blockCount: blockCount)
        for (offset, byte) in bytes.enumerated() { blocks[byte: offset] = byte }
        let uid = Self.classicUID(blocks)
        var notes = notes
        if let uid, let statedUID, uid != statedUID {
            notes.append("the file says UID \(statedUID), block 0 says \(uid)")
        } else if uid == nil, let note = Self.checkByteNote(blocks, statedUID) {
            notes.append(note)
        }
        self.init(
            format: format, uid: uid ?? statedUID, chip: statedChip ?? chip, memory: .classic(blocks), notes: notes)
    }

    /// Block 0 without a UID that can be trusted: its check byte (NXP MF1S50YYX, 8.6.1) is wrong. A UID of seven bytes that
    /// the file states, and with which block 0 begins, has none.
    private static func checkByteNote(_ blocks: BlockMemory, _ statedUID: UID?) -> String? {
        let bytes = (0..<7).compactMap { blocks[byte: $0] }
        guard bytes.count == 7, bytes.contains(where: { $0 != 0 }), bytes != statedUID?.bytes else { return nil }
        let (uid, check) = (Array(bytes[0..<4]), bytes[0..<4].reduce(0, ^))
        guard check != bytes[4] else { return nil }
        let wrong = "BCC in block 0 is \([bytes[4]].hex), and the four bytes before it make \([check].hex)"
        guard let statedUID else { return wrong + ": they are not taken for the UID" }
        return statedUID.bytes == uid
            ? wrong : wrong + "; the file says UID \(statedUID), block 0 begins with \(uid.hex)"
    }

    /// The UID in block 0: seven bytes where SAK and ATQA stand behind them, else four where the fifth checks them.
    private static func classicUID(_ blocks: BlockMemory) -> UID? {
        guard let bytes = blocks[0], bytes.contains(where: { $0 != 0 }) else { return nil }
        if [0x08, 0x09, 0x18, 0x88].contains(bytes[7]), [0x42, 0x44].contains(bytes[8]), bytes[9] == 0 {
            return UID(Array(bytes[0..<7]))
        }
        return bytes[0] ^ bytes[1] ^ bytes[2] ^ bytes[3] == bytes[4] ? UID(Array(bytes[0..<4])) : nil
    }
}
