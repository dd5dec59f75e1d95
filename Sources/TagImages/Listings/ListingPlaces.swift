import Tags

/// How the labels of a listing count, told from their sequence: in decimal or hex, and pages, blocks of 16 bytes or bytes.
struct ListingPlaces: Hashable {
    /// 10 or 16.
    let radix: Int
    /// How many bytes a step of one is.
    let bytesPerStep: Int

    /// The largest memory of a tag is 8 KiB.
    static let mostBytes = 1 << 16

    /// Where the bytes of each line begin, from the first byte of the memory on. Every line has a label.
    ///
    /// - Parameter overlap: whether each line repeats all but the first page of the next.
    /// - Throws: `broken` where the labels do not rise, or count equally well in two ways that differ.
    static func offsets(of lines: [ListingLine], overlap: Bool) throws(ImageError) -> [Int] {
        let width = lines.first?.bytes.count ?? 4
        let units = overlap ? [4] : Set([4, 1, width]).sorted()
        var best: (gaps: Int, offsets: [Int])?
        var isAmbiguous = false
        for radix in [10, 16] {
            for unit in units {
                let places = ListingPlaces(radix: radix, bytesPerStep: unit)
                guard let offsets = places.offsets(of: lines) else { continue }
                guard let gaps = gaps(lines, offsets, overlap: overlap) else { continue }
                if let found = best, found.gaps <= gaps {
                    if found.gaps == gaps, found.offsets != offsets { isAmbiguous = true }
                } else {
                    best = (gaps, offsets)
                    isAmbiguous = false
                }
            }
        }
        guard let best else {
            let line = lines.first?.line ?? 1
            throw ImageError(.broken, "line \(line): from here on the numbers of pages do not rise as they should")
        }
        guard !isAmbiguous else {
            throw ImageError(
                .broken,
                "line \(lines.first?.line ?? 1): whether the numbers are decimal or hex, or pages or bytes, cannot be "
                    + "told from them; write hex ones with 0x, or leave no page out")
        }
        return best.offsets
    }

    private func offsets(of lines: [ListingLine]) -> [Int]? {
        var offsets: [Int] = []
        for line in lines {
            guard !(line.isLabelHex && radix == 10), let label = line.label, let number = Int(label, radix: radix),
                number <= Self.mostBytes, number * bytesPerStep <= Self.mostBytes,
                (number * bytesPerStep).isMultiple(of: 4)
            else { return nil }
            offsets.append(number * bytesPerStep)
        }
        return offsets
    }

    /// How often a line does not go on where the one before it ends; nil where one begins before that.
    private static func gaps(_ lines: [ListingLine], _ offsets: [Int], overlap: Bool) -> Int? {
        var gaps = 0
        for index in lines.indices.dropFirst() {
            let end = offsets[index - 1] + (overlap ? 4 : lines[index - 1].bytes.count)
            if offsets[index] < end { return nil }
            if offsets[index] > end, !lines[index].followsRepeat { gaps += 1 }
        }
        return gaps
    }
}
