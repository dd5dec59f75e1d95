import Tags

extension TagImage {
    /// A Proxmark3 `.eml` file: a block a line in hex, `#` before comments. Lines of four bytes are of a Type 2 tag, the
    /// first 14 of them a header where there is one; lines of 16 bytes of a MIFARE Classic card.
    static func proxmarkEML(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard file.ending == "eml", let lines = file.lines else { return nil }
        var bytes: [UInt8] = []
        var blockBytes: Int?
        for (index, line) in lines.enumerated() {
            let text = line.trimmed
            if text.isEmpty || text.utf8.first == UInt8(ascii: "#") { continue }
            let block = text.utf8.count <= 64 ? [UInt8](hex: text) : nil
            guard let size = blockBytes else {
                // An electronic mail has the same ending.
                guard let block, [4, 16].contains(block.count) else { return nil }
                blockBytes = block.count
                bytes = block
                continue
            }
            guard let block, block.count == size else {
                throw ImageError(.broken, "line \(index + 1): \(size) bytes in hex must stand here")
            }
            guard bytes.count < 256 * 16 else {
                throw ImageError(.broken, "line \(index + 1): more blocks than any card has")
            }
            bytes += block
        }
        switch blockBytes {
        case 4: return try type2(eml: bytes)
        case 16: return try classic(eml: bytes)
        default: return nil
        }
    }

    private static func type2(eml bytes: [UInt8]) throws(ImageError) -> TagImage {
        if let header = ProxmarkHeader(bytes) { return type2(header, as: .proxmarkEML) }
        guard bytes.count <= mostType2Pages * 4 else {
            throw ImageError(.broken, "has \(bytes.count / 4) pages; a Type 2 tag has at most \(mostType2Pages)")
        }
        return .type2(PageMemory(bytes: bytes), as: .proxmarkEML)
    }

    private static func classic(eml bytes: [UInt8]) throws(ImageError) -> TagImage {
        guard [20, 64, 128, 256].contains(bytes.count / 16) else {
            throw ImageError(
                .broken, "has \(bytes.count / 16) blocks; a MIFARE Classic card has 20, 64, 128 or 256")
        }
        return try TagImage(format: .proxmarkEML, classic: bytes.map { $0 })
    }
}

extension Substring {
    /// Without the blanks and tabs at both ends.
    fileprivate var trimmed: Substring {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return self[endIndex...] }
        return self[first..<utf8.index(after: last)]
    }
}
