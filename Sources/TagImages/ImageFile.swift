/// A file before it is known which kind of image it is.
struct ImageFile {
    let bytes: [UInt8]
    /// The file's name, for its ending alone.
    let name: String

    /// The name's ending in lower case, without the dot; empty where it has none.
    var ending: String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...]).lowercased()
    }

    /// The lines of a text file (CR LF, LF or CR), without a byte order mark; nil where the file has a NUL or is no UTF-8.
    let lines: [Substring]?

    init(bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard !text.contains(0), let string = String(validating: text, as: UTF8.self) else {
            lines = nil
            return
        }
        lines = string.split(omittingEmptySubsequences: false) { $0.isNewline }
    }
}
