import Jobs
import Tags

extension TagImage {
    /// `15693`: up to version 3, the memory as one piece of hex under `raw`, blocks of four bytes; from version 4 on, its
    /// blocks, with their size in `Card.bytesperpage` and their number in `Card.pagescount`, lowest byte first.
    static func proxmarkISO15693(_ proxmark: ProxmarkFile) throws(ImageError) -> TagImage {
        let uid = try proxmark.uid(counts: [8]).map(withE0First)
        let chip = uid.flatMap(Chip.init(type5UID:))
        let raw = try proxmark.raw()
        let blocks = if let raw { raw } else { try blocks(proxmark) }
        return TagImage(format: .proxmarkJSON, uid: uid, chip: chip, memory: .type5(blocks))
    }

    private static func blocks(_ proxmark: ProxmarkFile) throws(ImageError) -> BlockMemory {
        let stated = try proxmark.card("bytesperpage", count: 1).map { Int($0[0]) }
        if let stated, !(1...32).contains(stated) {
            throw ImageError(.broken, "Card.bytesperpage must be from 01 to 20, in hex")
        }
        // ST25DV64K has 2,048 blocks, the most of any chip that is told apart.
        let blocks = try proxmark.blocks(of: stated, below: 2048)
        let end = (blocks.keys.max() ?? 0) + 1
        if let count = try proxmark.card("pagescount"), (1...2).contains(count.count) {
            let count = count.reversed().reduce(0) { $0 << 8 | Int($1) }
            guard end <= count else {
                throw ImageError(.broken, "block \(end - 1) stands here, and Card.pagescount says \(count) in all")
            }
        }
        var memory = BlockMemory(blockBytes: blocks.values.first?.count ?? 4, blockCount: end)
        for (number, bytes) in blocks { memory[number] = bytes }
        return memory
    }

    /// The client keeps the UID as it came over the air, the lowest byte first.
    private static func withE0First(_ uid: UID) -> UID {
        uid.bytes.last == 0xE0 && uid.bytes.first != 0xE0 ? UID(uid.bytes.reversed()) ?? uid : uid
    }
}

extension ProxmarkFile {
    fileprivate func raw() throws(ImageError) -> BlockMemory? {
        guard let raw = root["raw"] else { return nil }
        guard case .string(let text) = raw, let bytes = [UInt8](hex: text), !bytes.isEmpty, bytes.count % 4 == 0,
            bytes.count <= 2048 * 4
        else { throw ImageError(.broken, "raw must be hex of blocks of 4 bytes, at most 2048 of them") }
        var memory = BlockMemory(blockBytes: 4, blockCount: bytes.count / 4)
        for (offset, byte) in bytes.enumerated() { memory[byte: offset] = byte }
        return memory
    }
}
