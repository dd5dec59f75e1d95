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

    /// The lines of a text file (CR LF, LF or CR), without a byte order mark; nil where the file has a NUL, is no UTF-8,
    /// or has more than `mostLines`.
    let lines: [Substring]?

    init(bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
        text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard !text.contains(0), let string = String(validating: text, as: UTF8.self) else {
            lines = nil
            return
        }
        lines = Self.lines(of: string)
    }

    private static func lines(of text: String) -> [Substring]? {
        let bytes = Array(text.utf8)
        var lines: [Substring] = []
        var start = text.startIndex
        var index = 0
        while let end = bytes[index...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            guard lines.count + 1 < mostLines else { return nil }
            let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
            let endOfLine = text.utf8.index(start, offsetBy: end - index)
            lines.append(text[start..<endOfLine])
            index = end + (isPair ? 2 : 1)
            start = text.utf8.index(endOfLine, offsetBy: isPair ? 2 : 1)
        }
        lines.append(text[start...])
        return lines
    }
}
