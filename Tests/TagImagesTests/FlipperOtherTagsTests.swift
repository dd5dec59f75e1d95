import Tags
import Testing

@testable import TagImages

/// Flipper files of other tags than those of Type 2.
@Suite struct FlipperOtherTagsTests {
    private func read(_ text: String) throws -> TagImage { try TagImage(reading: Array(text.utf8), name: "a.nfc") }

    // MARK: MIFARE Classic

    @Test func classicWithUnknownBytes() throws {
        let image = try Fixture.read("flipper/classic-mini-uri-v4.nfc")
        let blocks = try #require(image.memory.blocks)
        #expect(image.chip == .classicMini)
        #expect(image.uid?.description == "5A173C9E")
        #expect(blocks.blockCount == 20)
        #expect(blocks[4]?.hex.hasPrefix("0316D101125504") == true)
        #expect(blocks[16] == nil)
        #expect(blocks[7] == nil)
        #expect(blocks[byte: 7 * 16] == 0xD3)
        #expect(blocks[byte: 7 * 16 + 9] == 0x40)
        #expect(blocks[byte: 7 * 16 + 10] == nil)
        #expect(blocks.bytes.count { $0 == nil } == 3 * 16 + 4 * 6)
    }

    @Test func classicWithKeyMaps() throws {
        let image = try Fixture.read("flipper/classic-mini-key-maps-v2.nfc")
        let blocks = try #require(image.memory.blocks)
        // Sector 4 has no key: nothing of it was read. Sectors 2 and 3 have no key B.
        #expect((16..<20).allSatisfy { blocks[$0] == nil })
        #expect(blocks[11] == nil)
        #expect(blocks[byte: 11 * 16 + 5] == 0xF7)
        #expect(blocks[byte: 11 * 16 + 10] == nil)
        #expect(blocks[7] != nil)
        #expect(blocks.bytes.count { $0 == nil } == 4 * 16 + 2 * 6)
    }

    @Test(arguments: [("MINI", 20, Chip.classicMini), ("1K", 64, .classic1K), ("4K", 256, .classic4K)])
    func classicSizes(_ type: String, _ blockCount: Int, _ chip: Chip) throws {
        let image = try read(Self.classic(type: type, blockCount: blockCount))
        #expect(image.chip == chip)
        #expect(image.memory.blocks?[blockCount - 1]?.last == UInt8(blockCount - 1))
        #expect(throws: ImageError(.broken, "block \(blockCount - 1) of \(blockCount) is missing")) {
            try read(Self.classic(type: type, blockCount: blockCount - 1))
        }
        #expect(throws: ImageError.self) { try read(Self.classic(type: type, blockCount: blockCount + 1)) }
    }

    @Test(arguments: [
        ("type: MINI", "type: 2K", "line 8: Mifare Classic type must be MINI, 1K or 4K"),
        ("type: MINI", "kind: MINI", "the line Mifare Classic type: is missing"),
        ("Block 18: ?? ", "Block 18: ", "line 29: Block 18 must have 16 bytes, each of two digits or ??"),
        ("Block 18: ?? ", "Block 18: ? ", "line 29: Block 18 must have 16 bytes, each of two digits or ??"),
        ("Block 18: ?? ", "Block 18: ?? ?? ", "line 29: Block 18 must have 16 bytes, each of two digits or ??"),
        ("Block 17", "Block 18", "line 29: block 18 stands in line 28 too"),
        (
            "UID: 5A 17 3C 9E", "UID: 5A 17 3C",
            "line 4: the UID has 3 bytes; that of a card of ISO/IEC 14443-3 type A has 4, 7, 10"
        ),
    ])
    func brokenClassic(_ line: String, _ wrong: String, _ message: String) throws {
        let text = try Fixture.text("flipper/classic-mini-uri-v4.nfc")
        #expect(throws: ImageError(.broken, message)) { try read(text.replacing(line, with: wrong)) }
    }

    @Test func aUIDThatBlockZeroContradictsIsNoted() throws {
        let text = try Fixture.text("flipper/classic-mini-uri-v4.nfc").replacing("UID: 5A", with: "UID: 5B")
        let image = try read(text)
        #expect(image.uid?.description == "5A173C9E")
        #expect(image.notes == ["the file says UID 5B173C9E, block 0 says 5A173C9E"])
    }

    private static func classic(type: String, blockCount: Int) -> String {
        """
        Filetype: Flipper NFC device
        Version: 4
        Device type: Mifare Classic
        UID: 01 02 03 04
        Mifare Classic type: \(type)
        Data format version: 2

        """
            + (0..<blockCount).map {
                "Block \($0): " + String(repeating: "00 ", count: 15) + [UInt8(truncatingIfNeeded: $0)].hex + "\n"
            }.joined()
    }

    // MARK: ISO 15693

    @Test func slix() throws {
        let image = try Fixture.read("flipper/slix-uri-v4.nfc")
        #expect(image.chip == .icodeSLIX)
        #expect(image.uid?.description == "E00401102B7C5136")
        #expect(image.memory.blocks?.blockBytes == 4)
        #expect(image.memory.blocks?.blockCount == 28)
        #expect(image.memory.blocks?[0]?.hex == "E1400D01")
    }

    @Test(arguments: [
        ("E00401002B7C5136", Chip?.some(.icodeSLI)), ("E00401082B7C5136", .icodeSLIX2),
        ("E00401102B7C5136", .icodeSLIX),
        ("E00401182B7C5136", nil), ("E00402002B7C5136", nil), ("E00224002B7C5136", .st25dv), ("E00228002B7C5136", nil),
        ("E10401002B7C5136", nil), ("04112233445566", nil),
    ])
    func chipsByTheirUID(_ uid: String, _ chip: Chip?) throws {
        #expect(Chip(type5UID: try #require(UID(hex: uid))) == chip)
    }

    @Test func iso15693WithoutMemoryTellsTheUIDAlone() throws {
        let text = try Fixture.text("flipper/slix-uri-v4.nfc").replacing(
            "Device type: SLIX", with: "Device type: ISO15693-3")
        #expect(try read(text).memory == (try Fixture.read("flipper/slix-uri-v4.nfc")).memory)
        let bare = text.split(separator: "\n").prefix(5).joined(separator: "\n")
        #expect(try read(bare).memory == .notUnderstood("the file has no memory of the tag"))
        #expect(try read(bare).uid?.description == "E00401102B7C5136")
    }

    @Test(arguments: [
        ("Block Count: 28", "Block Count: 27", "line 14: Data Content has 112 bytes, not 108"),
        ("Block Count: 28", "Block Count: 257", "line 11: Block Count must be from 1 to 256"),
        ("Block Count: 28", "Blocks: 28", "the line Block Count: is missing"),
        ("Block Size: 04", "Block Size: 21", "line 13: Block Size must be from 01 to 20, in hex"),
        ("Block Size: 04", "Block Size: 00", "line 13: Block Size must be from 01 to 20, in hex"),
        ("Block Size: 04", "Block Size: 4", "line 13: Block Size is no hex"),
        ("UID: E0 04", "UID: E0", "line 4: the UID has 7 bytes; that of a tag of ISO/IEC 15693 has 8"),
    ])
    func brokenISO15693(_ line: String, _ wrong: String, _ message: String) throws {
        let text = try Fixture.text("flipper/slix-uri-v4.nfc")
        #expect(throws: ImageError(.broken, message)) { try read(text.replacing(line, with: wrong)) }
    }

    // MARK: FeliCa

    @Test func felicaLiteS() throws {
        let image = try Fixture.read("flipper/felica-lite-s-uri-v4.nfc")
        #expect(image.chip == .felicaLiteS)
        #expect(image.uid?.description == "012E4C5D11223344")
        #expect(image.memory.blocks?.blockCount == 15)
        #expect(image.memory.blocks?[0]?.hex == "100401000D00000000000100000E0031")
        // Its read was answered with status flags 01 B1.
        #expect(image.memory.blocks?[2] == nil)
        #expect(image.memory.blocks?[3] == Array(repeating: 0, count: 16))
    }

    @Test(arguments: [
        ("F1", "F1", Chip?.some(.felicaLiteS)), ("F0", "F1", .felicaLite), ("4E", "F0", .felicaLite), ("4E", "20", nil),
    ])
    func felicaChipByItsICCode(_ stated: String, _ own: String, _ chip: Chip?) throws {
        let text = try Fixture.text("flipper/felica-lite-s-uri-v4.nfc")
            .replacing("parameter: 00 F1", with: "parameter: 00 \(stated)")
            .replacing("44 00 F1 00 00 00 01 43 00", with: "44 00 \(own) 00 00 00 01 43 00")
        #expect(try read(text).chip == chip)
    }

    @Test func felicaOfOtherKindsTellsTheUIDAlone() throws {
        let text = """
            Filetype: Flipper NFC device
            Version: 4
            Device type: FeliCa
            UID: 01 2E 4C 5D 11 22 33 44
            Data format version: 2
            IC Type: FeliCa Standard
            System found: 1
            """
        let image = try read(text)
        #expect(
            image.memory == .notUnderstood("images of FeliCa cards other than Lite are not understood; only the UID is")
        )
        #expect(image.uid?.description == "012E4C5D11223344")
    }

    // MARK: The UID alone

    @Test(arguments: [
        ("ISO14443-3A", "04 2A 73 19 5E 44 80"), ("ISO14443-4A", "08 11 22 33"), ("UID", "01 02 03 04"),
        ("Mifare DESFire", "04 2A 73 19 5E 44 80"), ("ST25TB", "D0 02 1B 11 22 33 44 55"),
        ("ISO14443-3B", "01 02 03 04"),
        ("Bank card", "01 02 03 04"), ("Something of tomorrow", "01 02 03 04 05 06 07 08 09 0A"),
    ])
    func devicesOfOtherTypesAreNamed(_ device: String, _ uid: String) throws {
        let text = """
            Filetype: Flipper NFC device
            Version: 4
            Device type: \(device)
            UID: \(uid)
            ATS: 06 75 77 81 02 80
            Application 112233: anything
            """
        let image = try read(text)
        #expect(image.uid == UID(hex: uid))
        #expect(
            image.memory
                == .notUnderstood("images of device type \"\(device)\" are not understood; only its UID is"))
        #expect(image.chip == (device == "Mifare DESFire" ? .desfire : nil))
        // Field case 43
        #expect(throws: ImageError(.broken, "line 4: the UID has 5 bytes; that of any tag has 4, 7, 8, 10")) {
            try read(text.replacing("UID: \(uid)", with: "UID: 01 02 03 04 05"))
        }
    }

    @Test(arguments: [
        ("flipper/classic-mini-uri-v4.nfc", 1), ("flipper/classic-mini-key-maps-v2.nfc", 7),
        ("flipper/slix-uri-v4.nfc", 1), ("flipper/felica-lite-s-uri-v4.nfc", 1), ("flipper/desfire-v4.nfc", 1),
    ])
    func everyPrefixAndChangeIsReadOrRefused(_ path: String, _ step: Int) throws {
        try everyPrefixAndChange(of: try Fixture.bytes(path), name: path, step: step)
    }
}
