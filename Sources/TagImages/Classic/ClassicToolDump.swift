import Tags

extension TagImage {
    /// MIFARE Classic Tool `.mct`: `+Sector: N`, then a line of 32 hex digits a block, hyphens where it was not read. A
    /// line that begins with `*` stands where a sector could not be read at all.
    static func classicToolDump(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard file.firstLine?.hasPrefix("+Sector:") ?? false, let lines = file.lines else { return nil }
        var dump = ClassicToolDump()
        for (index, line) in lines.enumerated() { try dump.take(line.withoutBlanks, line: index + 1) }
        try dump.endSector(line: lines.count)
        return try classic(listed: dump.blocks.bytes, as: .mct)
    }
}

private struct ClassicToolDump {
    var blocks = ListedBlocks()
    private var sectors: Set<Int> = []
    private var current: (sector: Int, line: Int, taken: Int, isUnreadable: Bool)?

    mutating func take(_ text: Substring, line: Int) throws(ImageError) {
        if text.hasPrefix("+Sector:") {
            try endSector(line: line)
            try beginSector(text.dropFirst("+Sector:".count).withoutBlanks, line: line)
        } else if text.hasPrefix("*") {
            current?.isUnreadable = true
        } else if !text.isEmpty {
            try takeBlock(text, line: line)
        }
    }

    private mutating func beginSector(_ name: Substring, line: Int) throws(ImageError) {
        guard let sector = Int(decimal: name), (0..<ClassicCard.sectorCount).contains(sector) else {
            throw ImageError(.broken, "line \(line): a sector is a number from 0 to \(ClassicCard.sectorCount - 1)")
        }
        guard sectors.insert(sector).inserted else {
            throw ImageError(.broken, "line \(line): sector \(sector) stands there twice; keep one card a file")
        }
        current = (sector, line, 0, false)
    }

    private mutating func takeBlock(_ text: Substring, line: Int) throws(ImageError) {
        guard let (sector, _, taken, _) = current, taken < ClassicCard.blockCount(ofSector: sector) else {
            throw ImageError(.broken, "line \(line): a line too many for this sector")
        }
        guard let bytes = [UInt8?](hexText: text), bytes.count == 16 else {
            throw ImageError(.broken, "line \(line): a block is 32 hex digits or hyphens")
        }
        try blocks.add(bytes, at: ClassicCard.firstBlock(ofSector: sector) + taken, line: line)
        current?.taken += 1
    }

    /// Checks that the sector had all its lines, or none because it could not be read.
    mutating func endSector(line: Int) throws(ImageError) {
        guard let (sector, begin, taken, isUnreadable) = current else { return }
        let expected = ClassicCard.blockCount(ofSector: sector)
        guard taken == expected || taken == 0 && isUnreadable else {
            throw ImageError(.broken, "line \(begin): sector \(sector) has \(taken) lines instead of \(expected)")
        }
        if taken == 0 {
            let last = ClassicCard.firstBlock(ofSector: sector) + expected - 1
            try blocks.add(Array(repeating: nil, count: 16), at: last, line: line)
        }
    }
}
