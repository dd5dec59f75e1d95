import Jobs

/// A file before it is known which kind of image it is.
struct ImageFile {
    let bytes: [UInt8]
    /// The bytes without a byte order mark of UTF-8 before them.
    let text: ArraySlice<UInt8>
    /// The file's name, for its ending alone.
    let name: String

    /// The name's ending in lower case, without the dot; empty where it has none.
    var ending: String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...]).lowercased()
    }

    /// The most lines that a file is looked at with: the longest image in text is a tenth of it.
    static let mostLines = 1 << 15

    /// SUB (ISO/IEC 6429), which no image has.
    private static let substitute: UInt8 = 0x1A

    /// The text with a mark in the place of what is no ASCII: what images say stands in ASCII, and texts with marks that
    /// combine can take very long to compare.
    static func ascii(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: text.map { $0 < 0x80 ? $0 : substitute }, as: UTF8.self)
    }

    /// Whether it is a text: UTF-8 without a NUL, of at most `mostLines` lines.
    let isText: Bool

    init(bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
        text = bytes[(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
        isText = Self.isText(text)
    }

    private static func isText(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.firstInvalidUTF8 == nil else { return false }
        var ends = 0
        var last: UInt8 = 0
        for byte in text {
            if byte == 0 { return false }
            if byte == 0x0D || byte == 0x0A && last != 0x0D { ends += 1 }
            last = byte
        }
        return ends < mostLines
    }

    /// The lines of a text (CR LF, LF or CR), without a byte order mark, made anew each time; nil where the file is none.
    var lines: [Substring]? {
        guard isText else { return nil }
        let ascii = Self.ascii(text)
        var lines: [Substring] = []
        var start = (index: ascii.startIndex, offset: 0)
        for place in places {
            let first = ascii.utf8.index(start.index, offsetBy: place.lowerBound - start.offset)
            let end = ascii.utf8.index(first, offsetBy: place.count)
            lines.append(ascii[first..<end])
            start = (end, place.upperBound)
        }
        return lines
    }

    /// The first line of a text that is not blank, without the blanks around it; nil where there is none.
    var firstLine: Substring? {
        guard isText else { return nil }
        for place in places {
            let start = text.startIndex
            let line = Self.ascii(text[(start + place.lowerBound)..<(start + place.upperBound)])[...].withoutBlanks
            if !line.isEmpty { return line }
        }
        return nil
    }

    /// Where the lines of the text stand in it, without what ends them.
    private var places: some Sequence<Range<Int>> {
        let text = text
        return sequence(state: Optional(0)) { (start: inout Int?) -> Range<Int>? in
            guard let first = start else { return nil }
            let rest = text[(text.startIndex + first)...]
            guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
                start = nil
                return first..<text.count
            }
            let isPair = rest[end] == 0x0D && end + 1 < rest.endIndex && rest[end + 1] == 0x0A
            let line = first..<(end - text.startIndex)
            start = line.upperBound + (isPair ? 2 : 1)
            return line
        }
    }

    /// Whether the text's bytes stand somewhere in the file.
    func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        var start = 0
        while start + wanted.count <= bytes.count {
            var length = 0
            while length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
            if length == wanted.count { return true }
            start += 1
        }
        return false
    }
}
