import Tags

/// A line of a listing in hex: bytes, and before them, where there is one, the page's number or the address.
struct ListingLine {
    /// The line of the file, from 1.
    let line: Int
    /// As it stands there, without `0x`, brackets, a word such as `Page` and a colon.
    var label: Substring?
    /// Whether `0x` stood before the label, so that it is hex.
    var isLabelHex = false
    var bytes: [UInt8?]
    /// `*`: the line before it is repeated up to the next one.
    var isRepeat = false
    /// Whether the lines between the one before it and this one were left out, as being the same as that one.
    var followsRepeat = false

    /// Nil where the line is none of a listing. `text` has no comment and is not empty.
    init?(_ text: Substring, line: Int) {
        self.line = line
        var columns = text.split(separator: "|", omittingEmptySubsequences: true).map { $0.withoutBlanks }[...]
        guard var first = columns.popFirst() else { return nil }
        if first.hasPrefix("*") {
            isRepeat = true
            bytes = [UInt8?](hexText: first.dropFirst().prefix(before: "(")) ?? []
            return
        }
        let isTable = text.hasPrefix("|") && !columns.isEmpty && !first.utf8.contains(UInt8(ascii: " "))
        if let (label, rest) = isTable ? (first, "") : Self.label(of: first) {
            self.label = label
            first = rest
            if label.lowercased().hasPrefix("0x") {
                isLabelHex = true
                self.label = label.dropFirst(2)
            }
            if first.isEmpty { first = columns.popFirst() ?? "" }
        }
        guard let bytes = Self.bytes(of: first.prefix(before: "(")) else { return nil }
        self.bytes = bytes
        if let label = self.label, label.isEmpty || !label.allSatisfy(\.isHexDigit) { return nil }
    }

    /// What can only be a number or an address, and what follows it: a word and a number, a number in brackets, one with a
    /// colon and a blank behind it, or one that is not as long as a byte, or as the bytes that follow.
    private static func label(of text: Substring) -> (label: Substring, rest: Substring)? {
        var text = text
        let words = ["page", "block", "blk", "pg"]
        if let word = words.first(where: { text.lowercased().hasPrefix($0) }) {
            text = text.dropFirst(word.count).drop { $0 == " " || $0 == "#" }
            let label = text.prefix { $0.isHexDigit || $0 == "x" || $0 == "X" }
            return (label, text.dropFirst(label.count).drop { ":=]) \t".contains($0) })
        }
        if text.hasPrefix("["), let close = text.firstIndex(of: "]") {
            return (text[..<close].dropFirst().withoutBlanks, text[text.index(after: close)...].withoutBlanks)
        }
        let token = text.prefix { !$0.isWhitespace && $0 != ":" }
        let behind = text.dropFirst(token.count)
        let rest = behind.drop { $0 == ":" }.withoutBlanks
        let digits = token.lowercased().hasPrefix("0x") ? token.count - 2 : token.count
        guard token.allSatisfy({ $0.isHexDigit || $0 == "x" || $0 == "X" }) else { return nil }
        if behind.first == ":", behind.dropFirst().first?.isWhitespace ?? true { return (token, rest) }
        if !digits.isMultiple(of: 2) { return (token, rest) }
        let next = rest.prefix { !$0.isWhitespace && $0 != ":" }
        let isLonger = digits == 2 ? next.count >= 8 && next.count.isMultiple(of: 4) : digits <= 8 && next.count == 2
        return isLonger && digits != next.count ? (token, rest) : nil
    }

    /// The bytes; without a bar before them, characters follow the bytes behind two blanks.
    private static func bytes(of text: Substring) -> [UInt8?]? {
        if let bytes = [UInt8?](hexText: text) { return bytes }
        var bytes: [UInt8?] = []
        var rest = text
        while let gap = rest.firstRange(of: "  "), let part = [UInt8?](hexText: rest[..<gap.lowerBound]) {
            bytes += part
            rest = rest[gap.upperBound...]
        }
        return bytes.isEmpty ? nil : bytes
    }
}
