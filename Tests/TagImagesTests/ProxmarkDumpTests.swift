import Tags
import Testing

@testable import TagImages

/// Proxmark3's binary dumps and `.eml` files.
@Suite struct ProxmarkDumpTests {
    @Test func headerOf56Bytes() throws {
        let image = try Fixture.read("proxmark3/mfu-ntag213-new-header.bin")
        #expect(image.format == .proxmarkBin)
        #expect(image.chip == .ntag213)
        #expect(image.signature?.count == 32)
        #expect(image.counters == [2: 7])
        #expect(image.memory == (try Fixture.read("proxmark3/mfu-ntag213-header.eml")).memory)
        #expect(image.memory.pages?[0]?.description == "0419C356")
        #expect(image.memory.pages?.end == 43)
    }

    @Test func headerOf48Bytes() throws {
        let image = try Fixture.read("proxmark3/mfu-ul11-old-header.bin")
        #expect(image.format == .proxmarkBin)
        #expect(image.version?.hex == "0004030101000B03")
        #expect(image.signature?.first == 0x0B)
        #expect(image.memory.pages?[0]?.description == "043E55E7")
        #expect(image.memory.pages?[3]?.description == "E1100600")
    }

    @Test func aHeaderIsToldByTheCheckBytesBehindIt() throws {
        let new = try Fixture.bytes("proxmark3/mfu-ntag213-new-header.bin")
        #expect(ProxmarkHeader(new) != nil)
        // Pages alone; one page fewer than the header says; wrong check bytes.
        #expect(ProxmarkHeader(Array(new[56...])) == nil)
        #expect(ProxmarkHeader(Array(new.dropLast(4))) == nil)
        var wrong = new
        wrong[56 + 3] ^= 1
        #expect(ProxmarkHeader(wrong) == nil)
        // NTAG I2C has none.
        wrong[3] = 0x05
        #expect(ProxmarkHeader(wrong)?.pages[0]?.description == "0419C357")
        #expect(ProxmarkHeader(Array(repeating: 0, count: 56 + 64)) == nil)
    }

    @Test func emlOfPages() throws {
        let image = try Fixture.read("proxmark3/mfu-ultralight-plain.eml")
        #expect(image.format == .proxmarkEML)
        #expect(image.memory.pages?.end == 16)
        #expect(image.memory.pages?[4]?.description == "030ED101")
    }

    @Test func emlOfBlocks() throws {
        let image = try Fixture.read("proxmark3/mfc-mini.eml")
        #expect(image.chip == .classicMini)
        #expect(image.uid?.description == "3C419007")
        #expect(image.memory.blocks?[3]?.hex == "A0A1A2A3A4A5787788C1FFFFFFFFFFFF")
    }

    @Test(arguments: [
        ("04112233\n0411223\n", "line 2: 4 bytes in hex must stand here"),
        ("04112233\n# x\n\n0411223344\n", "line 4: 4 bytes in hex must stand here"),
        ("04112233\nFrom: a\n", "line 2: 4 bytes in hex must stand here"),
        (
            String(repeating: "00112233445566778899AABBCCDDEEFF\n", count: 63),
            "has 63 blocks; a MIFARE Classic card has 20, 64, 128 or 256"
        ),
        (
            String(repeating: "00112233445566778899AABBCCDDEEFF\n", count: 257),
            "line 257: more blocks than any card has"
        ),
        (String(repeating: "00112233\n", count: 513), "has 513 pages; a Type 2 tag has at most 512"),
    ])
    func brokenEML(_ text: String, _ message: String) {
        #expect(throws: ImageError(.broken, message)) { try TagImage(reading: Array(text.utf8), name: "a.eml") }
    }

    @Test(arguments: ["From: a@b.example\nSubject: tags\n\nhello\n", "", "# comment\n", "0011\n"])
    func otherFilesAreNotTaken(_ text: String) {
        #expect(throws: ImageError(.unknownKind, "is of no kind of image that is known")) {
            try TagImage(reading: Array(text.utf8), name: "a.eml")
        }
    }

    @Test(arguments: [
        "proxmark3/mfu-ntag213-new-header.bin", "proxmark3/mfu-ul11-old-header.bin",
        "proxmark3/mfu-ntag213-header.eml", "proxmark3/mfu-ultralight-plain.eml", "proxmark3/mfc-mini.eml",
    ])
    func everyPrefixAndChangeIsReadOrRefused(_ path: String) throws {
        try everyPrefixAndChange(of: try Fixture.bytes(path), name: path)
    }
}
