import Jobs

/// Which encoding the bytes of a file are text in: told by its byte order mark, or by a person.
enum TextEncoding {
    /// What people's files are in, for the nearest of a name that is unknown.
    static let usual = [
        "utf-8", "utf-16", "utf-16le", "utf-16be", "utf-32le", "utf-32be", "windows-1250", "windows-1251",
        "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258",
        "cp1250", "cp1251", "cp1252", "cp437", "cp850", "cp852", "cp866", "iso-8859-1", "iso-8859-2", "iso-8859-5",
        "iso-8859-7", "iso-8859-9", "iso-8859-15", "latin1", "latin2", "macintosh", "koi8-r", "koi8-u", "shift_jis",
        "cp932", "euc-jp", "iso-2022-jp", "gbk", "gb18030", "big5", "euc-kr", "cp949", "us-ascii",
    ]

    /// A byte order mark (Unicode 15, section 2.6).
    private struct Mark {
        /// As iconv knows the encoding.
        let name: String
        let bytes: [UInt8]

        /// For a sentence.
        var shown: String { name == "UTF-8" ? name : "\(name.dropLast(2)) (\(order), by its mark)" }

        private var order: String { name.hasSuffix("LE") ? "little-endian" : "big-endian" }
    }

    /// That of UTF-32 begins with that of UTF-16.
    private static let marks = [
        Mark(name: "UTF-8", bytes: PlainText.mark), Mark(name: "UTF-32LE", bytes: [0xFF, 0xFE, 0, 0]),
        Mark(name: "UTF-32BE", bytes: [0, 0, 0xFE, 0xFF]), Mark(name: "UTF-16LE", bytes: [0xFF, 0xFE]),
        Mark(name: "UTF-16BE", bytes: [0xFE, 0xFF]),
    ]

    /// The name under which iconv reads a file that begins with `start`, nil for UTF-8; and what was found out.
    ///
    /// Throws `wideCharacters` for UTF-16 without a mark, and `badEncoding` where mark and word contradict each other.
    static func choose(
        _ start: ArraySlice<UInt8>, told: String?
    ) throws(JobFileError) -> (name: String?, note: String?) {
        let key = told.map(key)
        if let mark = marks.first(where: { start.starts(with: $0.bytes) }) {
            let own = Self.key(mark.name)
            guard key == nil || key == own || key == String(own.prefix(5)) else {
                throw JobFileError(
                    .badEncoding,
                    context:
                        "the file begins with the byte order mark of \(mark.name), but the encoding is given as "
                        + "\((told ?? "").quoted); leave it out")
            }
            guard mark.name != "UTF-8" else { return (nil, nil) }
            return (mark.name, told == nil ? "the file is \(mark.shown)" : nil)
        }
        guard let told, let key, key != "utf8" else {
            if let name = unmarkedUTF16(start) {
                throw JobFileError(
                    .wideCharacters,
                    context:
                        "the file looks like UTF-16 without a byte order mark; read it with --encoding \(name), "
                        + "or save it as UTF-8 (CSV UTF-8)")
            }
            return (nil, nil)
        }
        guard key != "utf16", key != "utf32" else {
            throw JobFileError(
                .badEncoding,
                context: "the file has no byte order mark; give its encoding as \(told)le or \(told)be")
        }
        return (marks.first { Self.key($0.name) == key }?.name ?? told, nil)
    }

    /// Throws `wideCharacters` where the begin of a file is UTF-16 or UTF-32.
    static func refuseWide(_ start: ArraySlice<UInt8>) throws(JobFileError) {
        let mark = marks.dropFirst().first { start.starts(with: $0.bytes) }
        guard let name = mark?.shown ?? unmarkedUTF16(start) else { return }
        throw JobFileError(.wideCharacters, context: "the file is \(name); save it as UTF-8")
    }

    /// Latin letters in UTF-16 are a zero byte and another, by turns; a letter of another script among them has none, and
    /// characters beyond the first plane may have one on the other side.
    private static func unmarkedUTF16(_ start: ArraySlice<UInt8>) -> String? {
        let start = Array(start.prefix(64))
        guard start.count >= 4 else { return nil }
        let zeros = [0, 1].map { parity in start.indices.count { $0 % 2 == parity && start[$0] == 0 } }
        let half = start.count / 2
        if zeros[1] * 2 >= half, zeros[1] > zeros[0] * 3 { return "utf-16le" }
        if zeros[0] * 2 >= half, zeros[0] > zeros[1] * 3 { return "utf-16be" }
        return nil
    }

    /// How many bytes stand together at least.
    static func unitBytes(of name: String) -> Int {
        let key = key(name)
        return key.hasPrefix("utf16") ? 2 : key.hasPrefix("utf32") ? 4 : 1
    }

    /// `UTF-16LE` and `utf16le` are one name.
    private static func key(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }
}
