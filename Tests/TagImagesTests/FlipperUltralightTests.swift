import Tags
import Testing

@testable import TagImages

@Suite struct FlipperUltralightTests {
    @Test func versionFour() throws {
        let image = try Fixture.read("flipper/ntag213-uri-v4.nfc")
        let pages = try #require(image.memory.pages)
        #expect(image.format == .flipper)
        #expect(image.uid?.description == "047A11523C6180")
        #expect(image.chip == .ntag213)
        #expect(image.version?.hex == "0004040201000F03")
        #expect(image.signature?.count == 32)
        #expect(image.counters == [2: 7])
        #expect(pages.bytes(of: 3..<6)?.hex == "E11012000103A00C34031FD1")
        #expect(pages[40]?.description == "000000BD")
        #expect(image.notes.isEmpty)
        // The password pages read as zeros: what stands in them is not known.
        #expect(pages.end == 43)
    }

    @Test func versionTwoHasTheChipAsDeviceTypeAndReadEveryPage() throws {
        let image = try Fixture.read("flipper/ntag203-text-v2.nfc")
        #expect(image.chip == .ntag203)
        #expect(image.uid?.description == "0421960AB23381")
        #expect(image.version == nil)
        #expect(image.signature == nil)
        #expect(image.counters.isEmpty)
        #expect(image.memory.pages?.bytes(of: 0..<42)?.count == 168)
    }

    @Test func pagesBehindThoseReadAreUnknown() throws {
        let image = try Fixture.read("flipper/ul11-part-read-v3.nfc")
        #expect(image.chip == .mf0ul11)
        #expect(image.memory.pages?.end == 12)
        #expect(image.memory.pages?.bytes(of: 0..<12)?.count == 48)
        #expect(image.counters == [0: 0, 1: 513, 2: 0])
    }

    @Test(arguments: [
        ("Mifare Ultralight", Chip.ultralight, 16), ("Mifare Ultralight C", .ultralightC, 48),
        ("Mifare Ultralight 11", .mf0ul11, 20), ("Mifare Ultralight 21", .mf0ul21, 41), ("NTAG203", .ntag203, 42),
        ("NTAG213", .ntag213, 45), ("NTAG215", .ntag215, 135), ("NTAG216", .ntag216, 231),
        ("NTAG I2C 1K", .ntagI2C1K, 231), ("NTAG I2C 2K", .ntagI2C2K, 485), ("NTAG I2C Plus 1K", .ntagI2CPlus1K, 236),
        ("NTAG I2C Plus 2K", .ntagI2CPlus2K, 492),
    ])
    func everyTypeNameInBothPlaces(_ name: String, _ chip: Chip, _ pageCount: Int) throws {
        for (version, device, type) in [
            (2, name, ""), (3, name, ""), (4, "NTAG/Ultralight", "NTAG/Ultralight type: \(name)\n"),
        ] {
            let text = Self.file(version: version, device: device, middle: type, pageCount: pageCount)
            let image = try TagImage(reading: Array(text.utf8), name: "a.nfc")
            #expect(image.chip == chip)
            #expect(image.memory.pages?[pageCount - 9]?.bytes == [0x11, 0x22, 0x33, UInt8((pageCount - 9) & 0xFF)])
        }
    }

    @Test func orderAndCommentsAndUnknownKeysDoNotMatter() throws {
        let lines = try Fixture.text("flipper/ntag213-uri-v4.nfc").split(separator: "\n").map(String.init)
        let turned = [lines[0], "# a comment", "", "Colour: blue: bright"] + lines[1...].reversed()
        let image = try TagImage(reading: Array(turned.joined(separator: "\r").utf8), name: "a.nfc")
        #expect(image == (try Fixture.read("flipper/ntag213-uri-v4.nfc")))
    }

    @Test(arguments: ["00 44", "44 00"]) func eitherOrderOfTheATQA(_ atqa: String) throws {
        let text = try Fixture.text("flipper/ntag213-uri-v4.nfc").replacing("ATQA: 00 44", with: "ATQA: \(atqa)")
        #expect(
            try TagImage(reading: Array(text.utf8), name: "") == (try Fixture.read("flipper/ntag213-uri-v4.nfc")))
    }

    @Test func aTypeThatIsNotKnownLeavesTheVersionToTellTheChip() throws {
        let text = try Fixture.text("flipper/ntag213-uri-v4.nfc").replacing("type: NTAG213", with: "type: NTAG999")
        let image = try TagImage(reading: Array(text.utf8), name: "")
        #expect(image.chip == .ntag213)
        #expect(image.notes == [#"the type "NTAG999" is not known"#])
    }

    @Test(arguments: [
        // What the line becomes, and what is said of it.
        ("Pages total: 45", "Pages total: 3072", "line 19: Pages total must be from 1 to 512"),
        ("Pages total: 45", "Pages total: -1", "line 19: Pages total must be from 1 to 512"),
        ("Pages total: 45", "Pages total: 99999999999999999999", "line 19: Pages total must be from 1 to 512"),
        ("Pages total: 45", "Pages total: 46", "page 45 of 46 is missing"),
        ("Pages total: 45", "Pages total: 44", "line 20: Pages read must be from 0 to 44"),
        ("Page 44: ", "Page 45: ", "line 65: page 45 stands here, of 45 in all"),
        ("Pages total: 45", "Total: 45", "the line Pages total: is missing"),
        ("Pages read: 45", "Pages read: 46", "line 20: Pages read must be from 0 to 45"),
        ("Page 7: ", "Page 6: ", "line 28: page 6 stands in line 27 too"),
        ("Page 7: ", "Seite 7: ", "page 7 of 45 is missing"),
        ("Page 0: 04 7A 11 E7", "Page 0: 04 7A 11", "line 21: Page 0 has 3 bytes, not 4"),
        ("Page 0: 04 7A 11 E7", "Page 0: 04 7A 11 E7 00", "line 21: Page 0 has 5 bytes, not 4"),
        ("Page 0: 04 7A 11 E7", "Page 0: 04 7A 11 ??", "line 21: Page 0 is no hex"),
        ("Page 0: 04 7A 11 E7", "Page 0 04 7A 11 E7", "line 21: no key with a colon stands here"),
        ("SAK: 00", "UID: 04 7A 11 52 3C 61 80", "line 8: UID stands in line 6 too"),
        ("Counter 2: 7", "Counter 2: 16777216", "line 17: Counter 2 must be from 0 to 16777215"),
        ("Mifare version: 00", "Mifare version:", "line 12: Mifare version has 7 bytes, not 8"),
        ("Version: 4", "Version: 1", "the line Version: must say 2, 3 or 4"),
        ("Version: 4", "Version: 4.0", "line 2: Version must be from 1 to 9"),
        ("Version: 4", "# no version", "the line Version: must say 2, 3 or 4"),
        ("Device type", "Device", "the line Device type: is missing"),
        ("# UID is common", "# Not read: pages 7-3\n# ", "line 5: pages stand as in 43-44, 50"),
        ("# UID is common", "# Not read: pages 7, 100000\n# ", "line 5: pages stand as in 43-44, 50"),
        // Field case 43
        (
            "UID: 04 7A 11 52 3C 61 80", "UID: 04 7A 11 52 3C 61 80 00",
            "line 6: the UID has 8 bytes; that of a tag of ISO/IEC 14443-3 type A has 4, 7, 10"
        ),
        ("UID: 04 7A 11 52 3C 61 80", "UID: 04 7A 1", "line 6: the UID is no hex"),
    ])
    func whatIsWrongIsNamedWithItsLine(_ line: String, _ wrong: String, _ message: String) throws {
        let text = try Fixture.text("flipper/ntag213-uri-v4.nfc")
        let broken = text.replacing(line, with: wrong)
        #expect(broken != text)
        #expect(throws: ImageError(.broken, message)) { try TagImage(reading: Array(broken.utf8), name: "a.nfc") }
    }

    // Field case 43
    @Test func aUIDOfTenZeroBytesIsNone() throws {
        let zeros = "UID: 00 00 00 00 00 00 00 00 00 00"
        let text = try Fixture.text("flipper/ntag213-uri-v4.nfc").replacing("UID: 04 7A 11 52 3C 61 80", with: zeros)
        let image = try TagImage(reading: Array(text.utf8), name: "a.nfc")
        #expect(image.notes == ["the file states a UID of 10 zero bytes, which is none"])
        #expect(image.memory == (try Fixture.read("flipper/ntag213-uri-v4.nfc")).memory)
    }

    @Test func countsThatLieAndLinesWithoutEndAreRefused() throws {
        let text = try Fixture.text("flipper/ntag213-uri-v4.nfc")
        let long = text.replacing("Page 7: ", with: "Page 7: " + String(repeating: "00 ", count: 300_000))
        #expect(throws: ImageError(.broken, "line 28: Page 7 has 300004 bytes, not 4")) {
            try TagImage(reading: Array(long.utf8), name: "a.nfc")
        }
        let many = text + (45..<5000).map { "Page \($0): 00 00 00\n" }.joined()
        #expect(throws: ImageError.self) { try TagImage(reading: Array(many.utf8), name: "a.nfc") }
        let unread = text.replacing(
            "SAK", with: "# Not read: pages 0-44" + String(repeating: ",0-44", count: 150_000) + "\nSAK")
        #expect(throws: ImageError(.broken, "line 8: pages stand as in 43-44, 50")) {
            try TagImage(reading: Array(unread.utf8), name: "a.nfc")
        }
        let names = text + (0..<4000).map { "Key\($0) 1: 1\n" }.joined()
        #expect(try TagImage(reading: Array(names.utf8), name: "a.nfc").chip == .ntag213)
        let keys = text + (0..<30_000).map { "Key \($0): 1\n" }.joined()
        #expect(throws: ImageError(.broken, "line 4099: more than 4096 keys; no tag needs as many")) {
            try TagImage(reading: Array(keys.utf8), name: "a.nfc")
        }
    }

    // Field case 27
    @Test func aPasswordStandsInNoMessage() throws {
        let text = try Fixture.text("flipper/ntag213-uri-v4.nfc")
            .replacing("Page 43: 00 00 00 00", with: "Page 43: C0 DE F0 0D")
        let image = try TagImage(reading: Array(text.utf8), name: "a.nfc")
        #expect(image.memory.pages?[43]?.description == "C0DEF00D")
        #expect(!"\(image.notes) \(image.contents.notes)".contains("DEF0"))
        for broken in [text.replacing("F0 0D", with: "F0 0D 0"), text.replacing("F0 0D", with: "F0 0D 11")] {
            do {
                _ = try TagImage(reading: Array(broken.utf8), name: "a.nfc")
                Issue.record("a broken page was read")
            } catch {
                #expect(!"\(error)".contains("DE"))
            }
        }
    }

    @Test(arguments: [
        ("flipper/ntag213-uri-v4.nfc", 7), ("flipper/ntag203-text-v2.nfc", 7), ("flipper/ul11-part-read-v3.nfc", 1),
    ])
    func everyPrefixAndChangeIsReadOrRefused(_ path: String, _ step: Int) throws {
        try everyPrefixAndChange(of: try Fixture.bytes(path), name: path, step: step)
    }

    @Test(arguments: ["", "\n", "# comment\n", "Filetype: Flipper SubGhz Key File\nVersion: 1\n", "Page 0: 1\n", "x"])
    func otherFilesAreNotTaken(_ text: String) {
        #expect(throws: ImageError(.unknownKind, "is of no kind of image that is known")) {
            try TagImage(reading: Array(text.utf8), name: "a.nfc")
        }
    }

    private static func file(version: Int, device: String, middle: String, pageCount: Int) -> String {
        """
        Filetype: Flipper NFC device
        Version: \(version)
        Device type: \(device)
        UID: 04 7A 11 52 3C 61 80
        ATQA: 00 44
        SAK: 00
        \(middle)Pages total: \(pageCount)

        """ + (0..<pageCount).map { "Page \($0): 11 22 33 \([UInt8($0 & 0xFF)].hex)\n" }.joined()
    }
}
