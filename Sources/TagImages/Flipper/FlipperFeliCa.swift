import Tags

extension TagImage {
    /// `FeliCa`: on FeliCa Lite and Lite-S, blocks of 18 bytes: the two status flags of the answer, then the data. Line
    /// 0 to 14 are the blocks of the same number; those that follow are the system blocks from 80 hex on, the card key
    /// among them, and are not kept.
    static func flipperFeliCa(_ flipper: FlipperFile) throws(ImageError) -> TagImage {
        let uid = try flipper.uid(counts: [8], kind: "a FeliCa card")
        let notes = try flipper.zeroUIDNotes(uid)
        guard let total = try flipper.number("Blocks total", in: 1...64) else {
            return TagImage(
                format: .flipper, uid: uid,
                memory: .notUnderstood("images of FeliCa cards other than Lite are not understood; only the UID is"),
                notes: notes)
        }
        let fields = try flipper.numbered("Block", count: total)
        var blocks = BlockMemory(blockBytes: 16, blockCount: min(total, 15))
        for (number, field) in fields.enumerated() {
            let bytes = try flipper.bytes(field, count: 18)
            // Status flag 1 is 0 where the read succeeded (JIS X 6319-4; FeliCa Lite-S User's Manual, 4.5).
            if number < blocks.blockCount, bytes[0] == 0 { blocks[number] = Array(bytes[2...]) }
        }
        return TagImage(
            format: .flipper, uid: uid, chip: try felicaChip(flipper, fields), memory: .type3(blocks), notes: notes)
    }

    /// The IC code: the second byte of the PMm (F0: Lite, F1: Lite-S), which Lite cards have in block 83 hex too, D_ID,
    /// the 19th line.
    private static func felicaChip(
        _ flipper: FlipperFile, _ fields: [FlipperFile.Field]
    ) throws(ImageError) -> Chip? {
        let stated = try flipper.bytes("Manufacture parameter", count: 8)?[1]
        let own = fields.count > 18 ? try flipper.bytes(fields[18], count: 18)[11] : nil
        for code in [stated, own] {
            if code == 0xF0 { return .felicaLite }
            if code == 0xF1 { return .felicaLiteS }
        }
        return nil
    }
}
