import Tags

extension TagImage {
    /// `ISO15693-3` and `SLIX`: number and size of the blocks, then all of them in one line. Every other line (locks,
    /// passwords, capabilities) may be missing.
    static func flipperISO15693(_ flipper: FlipperFile) throws(ImageError) -> TagImage {
        let uid = try flipper.uid(counts: [8], kind: "a tag of ISO/IEC 15693")
        let notes = try flipper.zeroUIDNotes(uid)
        let chip = uid.flatMap(Chip.init(type5UID:))
        guard let content = try flipper.field("Data Content") else {
            return TagImage(
                format: .flipper, uid: uid, chip: chip, memory: .notUnderstood("the file has no memory of the tag"),
                notes: notes)
        }
        guard let blockCount = try flipper.number("Block Count", in: 1...256) else {
            throw ImageError(.broken, "the line Block Count: is missing")
        }
        let size = try flipper.required("Block Size")
        let blockBytes = Int(try flipper.bytes(size, count: 1)[0])
        guard (1...32).contains(blockBytes) else {
            throw ImageError(.broken, "line \(size.line): Block Size must be from 01 to 20, in hex")
        }
        let bytes = try flipper.bytes(content, count: blockCount * blockBytes)
        var blocks = BlockMemory(blockBytes: blockBytes, blockCount: blockCount)
        for (offset, byte) in bytes.enumerated() { blocks[byte: offset] = byte }
        return TagImage(format: .flipper, uid: uid, chip: chip, memory: .type5(blocks), notes: notes)
    }
}
