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

    /// The lines of a text file (CR LF, LF or CR), without a byte order mark; nil where the file has a NUL, is no UTF-8,
    /// or has more than `mostLines`.
    let lines: [Substring]?

    /// The first line that is not blank, without the blanks around it; nil where there is none.
    let firstLine: Substring?

    init(bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
        self.text = text[...]
        guard String(validating: text, as: UTF8.self) != nil else {
            (lines, firstLine) = (nil, nil)
            return
        }
        let ascii = Self.ascii(text[...])
        lines = Self.lines(of: ascii, Array(ascii.utf8))
        firstLine = lines?.lazy.map(\.withoutBlanks).first { !$0.isEmpty }
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

    /// The lines of a text that has these bytes.
    private static func lines(of text: String, _ bytes: [UInt8]) -> [Substring]? {
        var lines: [Substring] = []
        var start = (index: text.startIndex, offset: 0)
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == 0 { return nil }
            guard byte == 0x0A || byte == 0x0D else {
                offset += 1
                continue
            }
            guard lines.count + 1 < mostLines else { return nil }
            let end = text.utf8.index(start.index, offsetBy: offset - start.offset)
            lines.append(text[start.index..<end])
            let isPair = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
            let width = isPair ? 2 : 1
            offset += width
            start = (text.utf8.index(end, offsetBy: width), offset)
        }
        lines.append(text[start.index...])
        return lines
    }
}
