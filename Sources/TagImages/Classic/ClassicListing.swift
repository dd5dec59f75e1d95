import Tags

extension TagImage {
    /// A listing of a MIFARE Classic card's blocks: `S0|B0 Key: FFFFFFFFFFFF [Manu ] [462F…]`. The keys are passed over;
    /// the last pair of brackets holds the block.
    static func classicListing(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard let first = file.firstLine, ClassicListingLine(first) != nil, let lines = file.lines else { return nil }
        var blocks = ListedBlocks()
        for (index, line) in lines.enumerated() where !line.withoutBlanks.isEmpty && !line.hasPrefix("#") {
            guard let block = ClassicListingLine(line.withoutBlanks), block.bytes.count == 16 else {
                throw ImageError(.broken, "line \(index + 1): a block is written S0|B0 … [32 hex digits]")
            }
            guard block.block < ClassicCard.blockCount(ofSector: block.sector) else {
                throw ImageError(.broken, "line \(index + 1): sector \(block.sector) has no block \(block.block)")
            }
            let number = ClassicCard.firstBlock(ofSector: block.sector) + block.block
            try blocks.add(block.bytes, at: number, line: index + 1)
        }
        return try classic(listed: blocks.bytes, as: .listing)
    }
}

private struct ClassicListingLine {
    let sector: Int
    let block: Int
    let bytes: [UInt8?]

    init?(_ text: Substring) {
        let names = text.prefix(before: " ", or: "\t").split(separator: "|")
        guard names.count == 2, names[0].hasPrefix("S"), names[1].hasPrefix("B"),
            let sector = Int(decimal: names[0].dropFirst()), (0..<ClassicCard.sectorCount).contains(sector),
            let block = Int(decimal: names[1].dropFirst()), (0..<16).contains(block),
            let open = text.utf8.lastIndex(of: UInt8(ascii: "[")), text.utf8.last == UInt8(ascii: "]"),
            let bytes = [UInt8?](
                hexText: text[text.utf8.index(after: open)..<text.utf8.index(before: text.endIndex)])
        else { return nil }
        self.sector = sector
        self.block = block
        self.bytes = bytes
    }
}
