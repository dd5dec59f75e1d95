import Tags

extension TagImage {
    /// A scan by NXP TagInfo as text: headings that begin with `#` or `--`, and under `# Memory content:` a block a line,
    /// `[04] .  03 00 FE 00 |....|`, its number in hex. Such lines alone, without the scan around them, are read too.
    static func tagInfoText(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard let lines = file.lines, let first = file.firstLine else { return nil }
        let isScan = first.hasPrefix("** TagInfo scan") || lines.contains { isMemoryHeading($0) }
        guard isScan || blockLine(first) != nil else { return nil }
        var scan = TagInfoScan()
        if !isScan { scan.begin(heading: "memory content") }
        for (index, line) in lines.enumerated() {
            let text = line.withoutBlanks
            if text.hasPrefix("# ") || text.hasPrefix("-- ") && text.hasSuffix("--") {
                if isScan { scan.begin(heading: text.drop { $0 == "#" || $0 == "-" }) }
            } else if !text.hasPrefix("[") || !scan.isInMemory {
                if !isScan, !text.isEmpty {
                    throw ImageError(.broken, "line \(index + 1): no line as [04] 03 00 FE 00")
                }
                scan.take(text)
            } else if let (number, access, bytes) = blockLine(text) {
                try scan.take(block: number, bytes, access: access, line: index + 1)
            } else {
                throw ImageError(.broken, "line \(index + 1): no line as [04] 03 00 FE 00")
            }
        }
        return try scan.image(as: .tagInfoText)
    }

    private static func isMemoryHeading(_ line: Substring) -> Bool {
        let text = line.withoutBlanks
        return text.hasPrefix("# ") && text.dropFirst(2).lowercased().hasPrefix("memory content")
    }

    /// Number, access and bytes of a line `[2A] +p XX XX -- -- (…)`. Between them the scan says how the block may be accessed,
    /// in one to three characters, which are never two hex digits.
    private static func blockLine(_ text: Substring) -> (number: Int, access: Substring, bytes: Substring)? {
        guard text.first == "[", let close = text.firstIndex(of: "]"),
            let number = Int(text[..<close].dropFirst(), radix: 16), number >= 0
        else { return nil }
        let rest = text[text.index(after: close)...].prefix(before: "|", or: "(").withoutBlanks
        let access = rest.prefix { !$0.isWhitespace }
        let isAccess = access.count <= 3 && [UInt8?](hexText: access)?.isEmpty ?? true
        return isAccess ? (number, access, rest.dropFirst(access.count)) : (number, "", rest)
    }
}
