import Tags
import Testing

@testable import TagImages

struct TagInfoTests {
    @Test(arguments: ["taginfo/ntag210-uri-scan.txt", "taginfo/ntag210-uri-scan.xml"])
    func aScanSaysVersionAndSignature(_ path: String) throws {
        let image = try Fixture.read(path)
        #expect(image.version?.hex == "0004040101000B03")
        #expect(image.signature?.hex == "0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F20")
        #expect(image.notes == ["page 17: bytes that the scan leaves out (--) have no function and count as 00"])
        let pages = try #require(image.memory.pages)
        #expect(pages[17]?.description == "00050000")
        #expect(pages[state: 18] == .unread, "XX is not read, and not zero")
        #expect(pages[state: 19] == .unread, "XX XX -- -- is not read either")
    }

    /// In a page of the message every byte has a function: one that is left out was not read.
    @Test func aByteOfTheMessageThatIsLeftOut() throws {
        let scan =
            "[00] 04 C1 D2 9F\n[01] 5A 3B 7E 80\n[02] 9F 48 00 00\n[03] E1 10 06 00\n[04] 03 03 -- 00\n[05] 00 FE 00 00\n"
        let image = try TagImage(reading: Array(scan.utf8), name: "scan.txt")
        #expect(image.memory.pages?[state: 4] == .unread)
        #expect(image.notes.contains("page 4: bytes are left out (--), which counts as not read"))
        guard case .missing = image.contents.verdict else {
            Issue.record("\(image.contents.verdict)")
            return
        }
    }

    static let page0 = "[00] * 04 C1 D2 9F\n"

    /// A page, as a line of memory writes it, and what is known of it.
    @Test(arguments: [
        ("[01] *  5A:3B:7E:80 (UID3-UID6)", "5A3B7E80"), ("[01]   5a 3b 7e 80 ", "5A3B7E80"),
        ("[01] .p 5A3B7E80 |Z;~.|", "5A3B7E80"), ("[01] rwi 5A 3B 7E 80", "5A3B7E80"),
        ("[1] 5A 3B 7E 80 |[00]|", "5A3B7E80"),
        ("[01] +P XX XX XX XX (PWD0-PWD3)", nil), ("[01] - ?? ?? ?? ??", nil), ("[01] x XX 3B 7E 80", nil),
        ("[01] . 00 05 -- -- (ACCESS)", "00050000"), ("[01] . -- -- -- --", nil),
    ]) func memoryLines(_ line: String, _ page: String?) throws {
        let image = try TagImage(reading: Array((Self.page0 + line + "\n").utf8), name: "scan.txt")
        #expect(image.format == .tagInfoText)
        #expect(image.memory.pages?[1]?.description == page)
    }

    @Test(arguments: [
        ("[01] 5A 3B 7E\n", "line 2: block 1 has 3 bytes instead of 4"),
        ("[01] 5A 3B 7E 8G\n", "line 2: block 1 is no hex"),
        ("[00] 04 C1 D2 00\n", "line 2: block 0 stands there twice, with other bytes"),
        ("[FFFFFF] 04 C1 D2 00\n", "line 2: no tag has a block 16777215"),
        ("[FFFFFFFFFFFFFFFFFFFF] 04 C1 D2 00\n", "line 2: no line as [04] 03 00 FE 00"),
        ("[2FF] 04 C1 D2 00\n", "has 768 pages; a tag of this kind has at most 512"),
        ("hello\n", "line 2: no line as [04] 03 00 FE 00"),
    ]) func wrongLines(_ line: String, _ message: String) {
        #expect(throws: ImageError(.broken, message)) {
            try TagImage(reading: Array((Self.page0 + line).utf8), name: "scan.txt")
        }
    }

    /// Blocks of 16 bytes are those of a MIFARE Classic, keys shown with colons, a remark under each trailer.
    @Test func aClassicScan() throws {
        let text = """
            ** TagInfo scan (version 4.24.5) 2026-01-02 03:04:05 **
            # IC type:
            MIFARE Classic EV1 (MF1S50)
            # Detailed protocol information:
            ID: 3C:5A:7E:91
            # Memory content:
            Sector 0 (0x00)
            [00] r--  3C 5A 7E 91 89 08 04 00 62 63 64 65 66 67 68 69 |<Z~.....bcdefghi|
            [01] rwi  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 |................|
            [02] ???  ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??
            [03] wxx  FF:FF:FF:FF:FF:FF FF:07:80 69 FF:FF:FF:FF:FF:FF
                      Factory default key           Factory default key (readable)
            """
        let image = try TagImage(reading: Array(text.utf8), name: "scan.txt")
        #expect(image.uid?.description == "3C5A7E91")
        let blocks = try #require(image.memory.blocks)
        #expect(blocks[2] == nil)
        #expect(blocks[3]?.hex == "FFFFFFFFFFFFFF078069FFFFFFFFFFFF")
    }

    @Test func aScanWithoutMemorySaysWhichTagItWas() throws {
        let text =
            "** TagInfo scan (version 4.25.5) **\n# IC type:\nMIFARE DESFire EV3 (MF3D83)\n\nID: 04:11:22:33:44:55:66\n"
        let image = try TagImage(reading: Array(text.utf8), name: "scan.txt")
        #expect(image.chip == .desfire)
        #expect(image.uid?.description == "04112233445566")
        #expect(image.memory == .notUnderstood("the scan lists no memory that is understood"))
    }

    @Test(arguments: [
        ("NTAG215", Chip.ntag215), ("MIFARE Ultralight (MF0ICU1)", .ultralight),
        ("MIFARE Ultralight C (MF0ICU2)", .ultralightC),
        ("MIFARE Ultralight EV1 (MF0UL21)", .mf0ul21), ("NTAG I2C plus (NT3H2111)", .ntagI2CPlus1K),
        ("ICODE SLIX2 (SL2S2602)", .icodeSLIX2), ("MIFARE Classic EV1 (MF1S50)", .classic1K),
        ("NTAG216 (NT2H1611)", .ntag216),
        ("a tag", nil),
    ]) func namesOfChips(_ name: String, _ chip: Chip?) { #expect(Chip(productName: name[...]) == chip) }
}
