import NDEF
import Testing

@Suite struct TextRecordTests {
    @Test(arguments: [
        ("Box 7", "en", "02 65 6E 42 6F 78 20 37"),
        ("", "en", "02 65 6E"),
        ("Grün", "de-CH", "05 64 65 2D 43 48 47 72 C3 BC 6E"),
        ("\u{1F4E6}", "x", "01 78 F0 9F 93 A6"),
        ("a\u{0}b", "en", "02 65 6E 61 00 62"),
    ])
    func bothWays(_ text: String, _ language: String, _ payload: String) throws {
        let value = try TextRecord(text, language: language)
        #expect(value.record.typeNameFormat == .wellKnown)
        #expect(value.record.type == Array("T".utf8))
        #expect(hex(value.record.payload) == payload)
        #expect(try TextRecord(decoding: value.record) == value)
    }

    /// Read as UTF-16, written again as UTF-8.
    @Test(arguments: [
        ("82 65 6E FE FF 00 4F 00 6B", "Ok", "02 65 6E 4F 6B"),
        ("82 65 6E FF FE 4F 00 6B 00", "Ok", "02 65 6E 4F 6B"),
        ("82 65 6E 00 4F 00 6B", "Ok", "02 65 6E 4F 6B"),
        ("82 65 6E D8 3D DC E6", "\u{1F4E6}", "02 65 6E F0 9F 93 A6"),
        ("82 65 6E FF FE 3D D8 E6 DC", "\u{1F4E6}", "02 65 6E F0 9F 93 A6"),
        ("82 65 6E", "", "02 65 6E"),
        ("82 65 6E FE FF", "", "02 65 6E"),
        ("82 65 6E FF FE FF FE", "\u{FEFF}", "02 65 6E EF BB BF"),
    ])
    func utf16(_ payload: String, _ text: String, _ rewritten: String) throws {
        let read = try TextRecord(decoding: Sample.record(.wellKnown, "T", payload: payload))
        #expect(read.text.unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(read.language == "en")
        #expect(read.encoding == .utf16)
        #expect(hex(read.record.payload) == rewritten)
    }

    /// Language codes that are read although they would not be written.
    @Test(arguments: [("00 41", "", "A"), ("05 65 6E 5F 55 53 41", "en_US", "A")])
    func unusualLanguage(_ payload: String, _ language: String, _ text: String) throws {
        let read = try TextRecord(decoding: Sample.record(.wellKnown, "T", payload: payload))
        #expect(read.language == language)
        #expect(read.text == text)
        #expect(hex(read.record.payload) == payload)
    }

    @Test(arguments: [
        ("", NDEFError.Code.emptyPayload, 0),
        ("42 65 6E 41", .reservedBitSet, 0),
        ("C2 65 6E 00 41", .reservedBitSet, 0),
        ("01", .languageTruncated, 0),
        ("03 65 6E", .languageTruncated, 0),
        ("3F 65 6E 41", .languageTruncated, 0),
        ("02 65 C3 A9", .invalidLanguage, 2),
        ("02 00 6E 41", .invalidLanguage, 1),
        ("02 65 20 41", .invalidLanguage, 2),
        ("02 65 6E FF", .invalidUTF8, 3),
        ("02 65 6E 41 C3", .invalidUTF8, 3),
        ("02 65 6E FF FE 41 00", .invalidUTF8, 3),
        ("82 65 6E 41", .invalidUTF16, 3),
        ("82 65 6E FE FF 00", .invalidUTF16, 3),
        ("82 65 6E D8 3D", .invalidUTF16, 3),
        ("82 65 6E DC E6 00 41", .invalidUTF16, 3),
        ("82 65 6E FF FE 3D D8", .invalidUTF16, 3),
    ])
    func refuses(_ payload: String, _ code: NDEFError.Code, _ offset: Int) throws {
        let error = try #require(throws: NDEFError.self) {
            try TextRecord(decoding: Sample.record(.wellKnown, "T", payload: payload))
        }
        #expect(error.code == code)
        #expect(error.offset == offset)
    }

    @Test func wrongType() {
        #expect(throws: NDEFError(.wrongType, offset: 0)) {
            try TextRecord(decoding: Sample.record(.wellKnown, "U", payload: "02 65 6E 41"))
        }
    }

    @Test(arguments: ["", "en_US", "e n", "é", "en\u{0}", String(repeating: "a", count: 64)])
    func refusesLanguage(_ language: String) {
        #expect(throws: NDEFError(.invalidLanguage, offset: 0)) { try TextRecord("A", language: language) }
    }

    @Test func longestLanguage() throws {
        let value = try TextRecord("A", language: String(repeating: "a", count: NDEFLimits.languageBytes))
        #expect(value.record.payload[0] == 0x3F)
        #expect(try TextRecord(decoding: value.record) == value)
    }

    /// The same to the eye, other bytes on the tag.
    @Test func equalityIsByBytes() throws {
        #expect(try TextRecord("\u{E9}", language: "en") != TextRecord("e\u{301}", language: "en"))
    }
}
