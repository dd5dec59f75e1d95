import Tags

extension TagImage {
    /// The files of a Type 4 tag in hex, one a line by its name: `CC: 000F…`, then `E104: …`. `#` begins a comment.
    static func type4Files(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard let lines = file.lines else { return nil }
        let meant = lines.enumerated().map { (line: $0.offset + 1, text: $0.element.prefix(before: "#").withoutBlanks) }
            .filter { !$0.text.isEmpty }
        guard let first = meant.first, first.text.uppercased().hasPrefix("CC:") || file.ending == "t4t" else {
            return nil
        }
        var container: [UInt8]?
        var files: [UInt16: [UInt8]] = [:]
        for (line, text) in meant {
            guard let colon = text.firstIndex(of: ":"), let bytes = [UInt8](hex: text[text.index(after: colon)...])
            else { throw ImageError(.broken, "line \(line): a file is written CC: or E104: and its bytes in hex") }
            guard bytes.count <= 0x1_0000 else {
                throw ImageError(
                    .broken, "line \(line): \(bytes.count) bytes; a file of a Type 4 tag has at most 65536")
            }
            let name = text[..<colon].withoutBlanks
            let identifier = name.count == 4 ? UInt16(name, radix: 16) : nil
            guard name.uppercased() == "CC" || identifier == 0xE103 || identifier != nil else {
                throw ImageError(.broken, "line \(line): a file's name is CC or four hex digits, as E104")
            }
            let isContainer = identifier.map { $0 == 0xE103 } ?? true
            guard isContainer ? container == nil : files[identifier ?? 0] == nil else {
                throw ImageError(.broken, "line \(line): this file stands there twice")
            }
            if isContainer { container = bytes } else { files[identifier ?? 0] = bytes }
        }
        guard let container else {
            throw ImageError(.broken, "names no CC file; without it no other file can be found")
        }
        return TagImage(
            format: .type4Files, chip: Chip(type4Container: container),
            memory: .type4(container: container, files: files))
    }
}

extension Chip {
    /// The chip of a Type 4 tag, as the control TLVs of its capability container tell it; nil where they do not.
    ///
    /// NTAG 424 DNA is delivered with an NDEF file E104 of 256 bytes, and a proprietary file E105 of 128 bytes that key 2
    /// reads and key 3 writes (NXP NT4H2421Gx data sheet, content of the CC file at delivery). Who may read and write the NDEF
    /// file is not asked: that is changed on tags in use.
    init?(type4Container bytes: [UInt8]) {
        let factoryFiles: [[UInt8]] = [
            [0x04, 0x06, 0xE1, 0x04, 0x01, 0x00], [0x05, 0x06, 0xE1, 0x05, 0x00, 0x80, 0x82, 0x83],
        ]
        guard bytes.count >= 23, Array(bytes[0..<2]) == [0x00, 0x17], bytes[7...].starts(with: factoryFiles[0]),
            bytes[15...].starts(with: factoryFiles[1])
        else { return nil }
        self = .ntag424
    }
}
