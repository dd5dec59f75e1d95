import Tags

extension TagImage {
    /// A memory in hex: a page or several a line, with numbers or addresses or without, or all of it in one line; nfcpy's
    /// dump too. `#` begins a comment.
    static func memoryListing(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard let text = file.lines else { return nil }
        var lines: [ListingLine] = []
        var wrongLine: Int?
        var wrong = 0
        for (index, line) in text.enumerated() {
            let meant = line.prefix(before: "#", or: ";").withoutBlanks
            if meant.isEmpty { continue }
            if let read = ListingLine(meant, line: index + 1) {
                lines.append(read)
            } else {
                wrong += 1
                wrongLine = wrongLine ?? index + 1
            }
        }
        let count = lines.reduce(0) { $0 + $1.bytes.count }
        // Mostly lines of hex: then it is a listing, and the others are wrong; else it is some other text.
        guard count >= 4, lines.count > wrong * 2 else { return nil }
        if let wrongLine { throw ImageError(.broken, "line \(wrongLine): this is no line of a listing in hex") }
        let memory = PlainMemory(bytes: try MemoryListing(lines).bytes, ending: file.ending)
        if let image = try memory.image(as: .listing) { return image }
        guard file.ending == "hex" || lines.contains(where: { $0.label != nil }) else { return nil }
        throw ImageError(
            .broken,
            "lists \(count) bytes that are neither the memory of a tag that is known, nor its TLVs, nor an NDEF "
                + "message")
    }
}

/// The lines of a listing put together.
struct MemoryListing {
    /// From the begin of the memory on; nil where a byte is not known or not listed.
    let bytes: [UInt8?]

    init(_ lines: [ListingLine]) throws(ImageError) {
        let lines = try Self.withRepeats(Self.withEnd(Self.withLabels(lines)))
        let overlap = Self.isOverlapping(lines)
        let labelled = lines.filter { $0.label != nil }
        if let odd = lines.first(where: { $0.label == nil }), !labelled.isEmpty {
            throw ImageError(.broken, "line \(odd.line): has no number, as other lines have")
        }
        let offsets =
            labelled.isEmpty
            ? Self.consecutive(lines, overlap: overlap) : try ListingPlaces.offsets(of: lines, overlap: overlap)
        bytes = try Self.merged(lines, offsets, overlap: overlap)
    }

    /// A number of two digits looks like a byte: it is one where the line has a byte more than the others with a number, or
    /// where every line has one more than whole pages.
    private static func withLabels(_ lines: [ListingLine]) -> [ListingLine] {
        let counted = lines.filter { !$0.isRepeat }
        var width = counted.first { $0.label != nil }.map { $0.bytes.count + 1 }
        if width == nil, let first = counted.first?.bytes.count, counted.count > 1, [5, 9, 17].contains(first),
            counted.allSatisfy({ $0.bytes.count == first })
        {
            width = first
        }
        return lines.map { line in
            guard line.label == nil, line.bytes.count == width, let number = line.bytes[0] else { return line }
            var line = line
            line.label = [number].hex[...]
            line.bytes.removeFirst()
            return line
        }
    }

    /// hexdump ends with the address behind the last byte, which looks like four bytes.
    private static func withEnd(_ lines: [ListingLine]) -> [ListingLine] {
        guard var last = lines.last, last.label == nil, last.bytes.count == 4, lines[0].label?.count == 8 else {
            return lines
        }
        last.label = last.bytes.compactMap { $0 }.hex[...]
        last.bytes = []
        return lines.dropLast() + [last]
    }

    /// Takes the `*` lines out and marks what follows them.
    private static func withRepeats(_ lines: [ListingLine]) throws(ImageError) -> [ListingLine] {
        var kept: [ListingLine] = []
        var pending: Int?
        for var line in lines {
            if line.isRepeat {
                guard let last = kept.last, last.label != nil, line.bytes.isEmpty || line.bytes == last.bytes else {
                    throw ImageError(.broken, "line \(line.line): * repeats a line with a number, and the same bytes")
                }
                pending = line.line
            } else {
                line.followsRepeat = pending != nil
                pending = nil
                kept.append(line)
            }
        }
        if let pending { throw ImageError(.broken, "line \(pending): * has no line after it to say how far it goes") }
        return kept
    }

    /// Reads of 16 bytes that begin one page after the other: each line repeats the last three pages of the one before.
    /// Most pairs of lines that are not all of one value must do so.
    private static func isOverlapping(_ lines: [ListingLine]) -> Bool {
        let lines = lines.filter { !$0.bytes.isEmpty }
        guard lines.count > 1, lines.allSatisfy({ $0.bytes.count == 16 }) else { return false }
        let pairs = zip(lines, lines.dropFirst()).filter { Set($0.bytes + $1.bytes).count > 1 }
        let agreeing = pairs.filter { Array($0.bytes[4...]) == Array($1.bytes[..<12]) }
        return agreeing.count * 2 > pairs.count
    }

    private static func consecutive(_ lines: [ListingLine], overlap: Bool) -> [Int] {
        var offset = 0
        return lines.map { line in
            defer { offset += overlap ? 4 : line.bytes.count }
            return offset
        }
    }

    private static func merged(_ lines: [ListingLine], _ offsets: [Int], overlap: Bool) throws(ImageError) -> [UInt8?] {
        var bytes: [UInt8?] = []
        for (line, offset) in zip(lines, offsets) {
            if line.followsRepeat { repeatLast(of: &bytes, upTo: offset, width: lines[0].bytes.count) }
            while bytes.count < offset { bytes.append(nil) }
            let common = bytes[offset...]
            guard common.isEmpty || Array(common) == Array(line.bytes.prefix(common.count)) else {
                throw ImageError(
                    .broken,
                    "line \(line.line): its first \(common.count) bytes are not those of the line before, which "
                        + "they repeat on the others")
            }
            bytes += line.bytes.dropFirst(common.count)
        }
        return overlap ? withoutRollOver(bytes) : bytes
    }

    private static func repeatLast(of bytes: inout [UInt8?], upTo offset: Int, width: Int) {
        let last = bytes.suffix(width)
        while !last.isEmpty, bytes.count < offset { bytes += last }
    }

    /// Reads near the end of the memory go on with page 0; those three pages at the end are copies.
    private static func withoutRollOver(_ bytes: [UInt8?]) -> [UInt8?] {
        let isCopy = bytes.count > 24 && bytes[0] != nil && Array(bytes.suffix(12)) == Array(bytes.prefix(12))
        return isCopy ? Array(bytes.dropLast(12)) : bytes
    }
}
