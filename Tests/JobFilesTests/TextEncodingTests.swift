import Jobs
import Testing

@testable import JobFiles

@Suite struct TextEncodingTests {
    static let text = "sku,text\r\nA,\"Größe\n🏷 €\"\r\nB,x\r\n"
    static let cells = [["A", "Größe\n🏷 €"], ["B", "x"]]

    /// A text as UTF-16 or UTF-32, without a mark.
    static func wide(_ text: String, bytes: Int, isLittle: Bool) -> [UInt8] {
        let units = bytes == 2 ? text.utf16.map { UInt32($0) } : text.unicodeScalars.map(\.value)
        return units.flatMap { unit in
            let little = (0..<bytes).map { UInt8(truncatingIfNeeded: unit >> (8 * $0)) }
            return isLittle ? little : little.reversed()
        }
    }

    @Test(arguments: [
        (2, true, "UTF-16 (little-endian, by its mark)", "utf-16le"),
        (2, false, "UTF-16 (big-endian, by its mark)", "UTF-16BE"),
        (4, true, "UTF-32 (little-endian, by its mark)", "utf32le"),
        (4, false, "UTF-32 (big-endian, by its mark)", "UTF_32BE"),
    ])
    func wideTextIsKnownByItsMark(_ bytes: Int, _ isLittle: Bool, _ shown: String, _ name: String) {
        let marked = Self.wide("\u{FEFF}" + Self.text, bytes: bytes, isLittle: isLittle)
        let reading = Reading(marked)
        #expect(reading.headers == ["sku", "text"])
        #expect(reading.cells == Self.cells)
        #expect(reading.records.map(\.line) == [2, 4])
        #expect(reading.notes == ["the file is \(shown)"])
        #expect(Reading(marked, pieces: 1, portion: 5) == reading)
        #expect(Reading(marked, pieces: 3, portion: 7) == reading)
        // The word says the same, with the order or without it, with the mark or without it.
        for told in [name, bytes == 2 ? "utf-16" : "UTF32"] {
            #expect(Reading(marked, options: CSVOptions(encoding: told)).cells == Self.cells)
        }
        let bare = Self.wide(Self.text, bytes: bytes, isLittle: isLittle)
        #expect(Reading(bare, options: CSVOptions(encoding: name)).cells == Self.cells)
    }

    @Test(
        arguments: [
            ("windows-1252", [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x20, 0x80, 0x35], "Größe €5"),
            ("cp1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
            ("ISO-8859-15", [0xA4, 0xBD], "€œ"),
            ("macintosh", [0x9F, 0xDB], "ü€"),
            ("shift_jis", [0x83, 0x5C, 0x82, 0xA0], "ソあ"),
            ("gbk", [0xC4, 0xE3], "你"),
            ("utf-8", [0xC3, 0xA4], "ä"),
            // Keeps a letter back until it is known that no accent follows.
            ("windows-1258", [0x61, 0xEC, 0x62], "áb"),
        ] as [(String, [UInt8], String)])
    func otherEncodingsByName(_ encoding: String, _ bytes: [UInt8], _ text: String) {
        let file = Array("sku,text\nA,".utf8) + bytes + Array("\nB,x".utf8)
        for pieces in [1, 2, .max] {
            let reading = Reading(file, options: CSVOptions(encoding: encoding), pieces: pieces)
            #expect(reading.cells == [["A", text], ["B", "x"]])
            #expect(reading.error == nil)
            #expect(reading.notes == [])
        }
    }

    @Test func aCharacterThatIsKeptBackComesAtTheEnd() {
        for (bytes, text) in [([], "xa"), ([0xEC], "xá")] as [([UInt8], String)] {
            let reading = Reading(Array("text\nxa".utf8) + bytes, options: CSVOptions(encoding: "windows-1258"))
            #expect(reading.cells == [[text]])
        }
    }

    static let latin = Array("sku,text\nA,Gr".utf8) + [0xF6, 0xDF] + Array("e\n".utf8)

    @Test(
        arguments: [
            (
                latin, nil,
                "file-not-utf8: line 2, byte 5: this is not UTF-8 (the byte is F6); save the file as UTF-8 (CSV UTF-8), or give "
                    + "its encoding, most likely --encoding windows-1252"
            ),
            (
                Array("sku,text\nA,".utf8) + [0x81, 0x0A], "windows-1252",
                "file-undecodable: line 2: 81 at byte 12 of the file is no character of windows-1252; give the encoding that "
                    + "it was saved in"
            ),
            (
                wide("\u{FEFF}sku\nA", bytes: 2, isLittle: true) + [0x3E, 0xD8, 0x41, 0x00], nil,
                "file-undecodable: line 2: 3ED8 at byte 13 of the file is no character of UTF-16LE (half of a surrogate pair)"
            ),
            (
                wide("\u{FEFF}sku\nA", bytes: 2, isLittle: false) + [0x00], nil,
                "file-undecodable: line 2: the file ends in the midst of a character of UTF-16BE: it is not whole"
            ),
            (
                wide(text, bytes: 2, isLittle: true), nil,
                "file-utf16: the file looks like UTF-16 without a byte order mark; read it with --encoding utf-16le, or save "
                    + "it as UTF-8 (CSV UTF-8)"
            ),
            (
                wide(text, bytes: 2, isLittle: false), "utf-8",
                "file-utf16: the file looks like UTF-16 without a byte order mark; read it with --encoding utf-16be, or save "
                    + "it as UTF-8 (CSV UTF-8)"
            ),
            (
                wide(text, bytes: 2, isLittle: true), "UTF-16",
                "file-encoding: the file has no byte order mark; give its encoding as UTF-16le or UTF-16be"
            ),
            (
                [0xEF, 0xBB, 0xBF] + Array(text.utf8), "windows-1252",
                "file-encoding: the file begins with the byte order mark of UTF-8, but the encoding is given as "
                    + "\"windows-1252\"; leave it out"
            ),
            (
                latin, "windows-125",
                "file-encoding: \"windows-125\" is no encoding that this system knows; is windows-1250 meant?"
            ),
            (latin, "latin-1", "file-encoding: \"latin-1\" is no encoding that this system knows; is latin1 meant?"),
            (latin, "", "file-encoding: \"\" is no encoding that this system knows; iconv -l lists all"),
            (
                latin, "ascii//IGNORE",
                "file-encoding: \"ascii//IGNORE\" is no encoding that this system knows; iconv -l lists all"
            ),
        ] as [([UInt8], String?, String)])
    func refused(_ bytes: [UInt8], _ encoding: String?, _ error: String) {
        for pieces in [1, .max] {
            #expect(Reading(bytes, options: CSVOptions(encoding: encoding), pieces: pieces).error == error)
        }
    }

    /// Decoded before it is split: the second byte of ソ in Shift JIS is a backslash, of a letter of UTF-16 a delimiter.
    @Test func bytesWithinACharacterPartNothing() {
        let text = "sku;text\nA;\u{2C3B}\u{0A22}\n"
        #expect(Reading(Self.wide("\u{FEFF}" + text, bytes: 2, isLittle: true)).cells == [["A", "\u{2C3B}\u{0A22}"]])
    }

    /// More than the buffers hold, in a text in which every character grows.
    @Test func longText() {
        let row = String(repeating: "€", count: 5_000)
        let text = "text\n" + String(repeating: row + "\n", count: 60)
        let bytes = Self.wide("\u{FEFF}" + text, bytes: 2, isLittle: true)
        let reading = Reading(bytes)
        #expect(reading.cells == (0..<60).map { _ in [row] })
        #expect(Reading(bytes, pieces: 777) == reading)
    }

    @Test func everyPrefixAndByteChanged() {
        let marked = Self.wide("\u{FEFF}" + Self.text, bytes: 2, isLittle: true)
        for count in 0...marked.count {
            let prefix = Array(marked.prefix(count))
            #expect(Reading(prefix, pieces: 1, portion: 4) == Reading(prefix))
        }
        for index in marked.indices {
            for byte: UInt8 in [0, 0x0A, 0x22, 0x2C, 0xD8, 0xDC, 0xFE, 0xFF] {
                var bytes = marked
                bytes[index] = byte
                #expect(Reading(bytes, pieces: 3, portion: 7) == Reading(bytes))
            }
        }
    }

    /// Every first byte pair, and every character, by the table of RFC 3629.
    @Test func utf8() {
        func check(_ bytes: [UInt8]) -> (Int, Bool) {
            let valid = bytes.withUnsafeBytes { UTF8Check.valid($0) }
            return (valid.count, valid.isBroken)
        }
        for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(scalar).utf8)
            #expect(check(bytes) == (bytes.count, false))
            for count in 0..<bytes.count { #expect(check(Array(bytes.prefix(count))) == (0, false)) }
        }
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let bytes = [first, second, 0x80, 0x80, 0x41]
                let offset = bytes[...].firstInvalidUTF8
                #expect(check(bytes) == (offset ?? bytes.count, offset != nil))
            }
        }
    }
}
