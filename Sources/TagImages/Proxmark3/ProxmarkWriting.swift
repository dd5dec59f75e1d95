import Jobs
import Tags

extension TagImage {
    /// The image of a Type 2 tag as Proxmark3 JSON, `mfu`. Pages that are not known, and those of passwords and
    /// keys, are left out: Proxmark's client takes the pages before the first that is missing, this reader all of them.
    func proxmarkJSONFile() throws(ImageError) -> [UInt8] {
        let tag = try Type2Parts(self, format: "Proxmark3's format")
        var card: [JSONValue.Member] = [
            .init("UID", .string(tag.uid.bytes.hex)),
            .init("Chip", .string(tag.chip.rawValue)),
            .init("Version", .string((version ?? Array(repeating: 0, count: 8)).hex)),
            .init("TBO_0", .string("0000")),
            .init("TBO_1", .string("00")),
            .init("Signature", .string((signature ?? Array(repeating: 0, count: 32)).hex)),
        ]
        for number in 0..<3 {
            let value = counters[number] ?? 0
            let bytes = (0..<3).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            card.append(.init("Counter\(number)", .string(bytes.hex)))
            card.append(.init("Tearing\(number)", .string(counters[number] == nil ? "00" : "BD")))
        }
        let blocks = (0..<tag.pages.end).compactMap { page -> JSONValue.Member? in
            guard !tag.chip.secretPages.contains(page), let known = tag.pages[page] else { return nil }
            return JSONValue.Member("\(page)", .string(known.bytes.hex))
        }
        guard !blocks.isEmpty else {
            throw ImageError(.notWritable, "no page of the tag is known that Proxmark3's format could hold")
        }
        let root = JSONValue.object([
            .init("Created", .string("proxmark3")),
            .init("FileType", .string("mfu")),
            .init("Card", .object(card)),
            .init("blocks", .object(blocks)),
        ])
        return Array((root.indented + "\n").utf8)
    }
}
