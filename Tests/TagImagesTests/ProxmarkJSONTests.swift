import Tags
import Testing

@testable import TagImages

@Suite struct ProxmarkJSONTests {
    private func read(_ text: String) throws -> TagImage { try TagImage(reading: Array(text.utf8), name: "a.json") }

    @Test func mfu() throws {
        let image = try Fixture.read("proxmark3/mfu-ntag213-text.json")
        let pages = try #require(image.memory.pages)
        #expect(image.format == .proxmarkJSON)
        #expect(image.uid?.description == "0419C34B206D81")
        #expect(image.chip == .ntag213)
        #expect(image.version?.hex == "0004040201000F03")
        #expect(image.signature?.count == 32)
        #expect(image.counters == [2: 7])
        #expect(pages[8]?.description == "61746520")
        #expect(pages[2]?.description == "87480000")
        // Blocks that are not in the file, and the password pages, which read as zeros, are unknown.
        #expect((0..<pages.end).filter { pages[$0] == nil } == [20, 21])
        #expect(pages.end == 43)
    }

    @Test func aFileTypeMayHaveAVersion() throws {
        let text = try Fixture.text("proxmark3/mfu-ntag213-text.json").replacing(#""mfu""#, with: #""mfu v7""#)
        #expect(try read(text) == (try Fixture.read("proxmark3/mfu-ntag213-text.json")))
    }

    @Test func classic() throws {
        let image = try Fixture.read("proxmark3/mfc-v2-mini-uri.json")
        #expect(image.chip == .classicMini)
        #expect(image.uid?.description == "3C419007")
        #expect(image.memory.blocks?[0]?.hex == "3C419007EA0904006263646566676869")
        #expect(image.memory.blocks?[18] == nil)
        for type in ["mfcard", "mfc v3"] {
            let text = try Fixture.text("proxmark3/mfc-v2-mini-uri.json").replacing("mfc v2", with: type)
            #expect(try read(text) == image)
        }
    }

    @Test func iso15693() throws {
        let image = try Fixture.read("proxmark3/15693-v4-slix-uri.json")
        #expect(image.uid?.description == "E00401102B7C5136")
        #expect(image.chip == .icodeSLIX)
        #expect(image.memory.blocks == (try Fixture.read("flipper/slix-uri-v4.nfc")).memory.blocks)
        let turned = try Fixture.text("proxmark3/15693-v4-slix-uri.json")
            .replacing("36517C2B100104E0", with: "E00401102B7C5136").replacing(#""1C""#, with: #""1C00""#)
            .replacing("15693 v4", with: "15693 v5")
        #expect(try read(turned) == image)
    }

    @Test func iso15693OfOldClients() throws {
        let image = try Fixture.read("proxmark3/15693-raw.json")
        #expect(image.uid == nil)
        #expect(image.memory.blocks?.blockCount == 16)
        #expect(image.memory.blocks?[0]?.hex == "E1400D01")
    }

    @Test(arguments: [
        ("D1010A55036E2E6578616D706C650000", 14, ImageMemory?.none),
        ("03D0", 2, .dataArea([0x03, 0xD0])), ("0103A00C340300FE", 8, .dataArea([1, 3, 0xA0, 0x0C, 0x34, 3, 0, 0xFE])),
        ("FE", 1, .dataArea([0xFE])), ("D00000", 3, .message([0xD0, 0, 0])),
    ])
    func ndef(_ hex: String, _ size: Int, _ memory: ImageMemory?) throws {
        for key in ["\"Ndef.Size\": \(size)", "\"Ndef\": {\"Size\": \(size)}", "\"a\": 1"] {
            let text = "{\"FileType\": \"ndef\", \(key), \"blocks\": {\"0\": \"\(hex)\"}}"
            let bytes = try #require([UInt8](hex: hex))
            let expected = memory ?? .message(key.contains("Ndef") ? Array(bytes.prefix(size)) : bytes)
            #expect(try read(text).memory == expected)
        }
    }

    @Test func otherKindsAreNamed() throws {
        let image = try Fixture.read("proxmark3/topaz.json")
        #expect(image.memory == .notUnderstood(#"Proxmark3 images of "topaz" are not understood"#))
        #expect(image.uid?.description == "5B3C7D00112233")
    }

    @Test(arguments: [
        #"{"Created": "proxmark3"}"#, #"{"Created": "proxmark3", "FileType": "settings"}"#, #"{"FileType": "drawing"}"#,
        #"{"FileType": 7}"#, #"["FileType"]"#, "{", #"{"cards": {}}"#,
    ])
    func otherFilesAreNotTaken(_ text: String) {
        #expect(throws: ImageError(.unknownKind, "is of no kind of image that is known")) { try read(text) }
    }

    @Test(arguments: [
        ("mfu-ntag213-text", #""10": "#, #""11": "#, "line 21, byte 5: this name stands twice in one object"),
        ("mfu-ntag213-text", #""10": "#, #""011": "#, "block 11 stands twice"),
        ("mfu-ntag213-text", #""10": "#, #""512": "#, #""512" is no block from 0 to 511"#),
        ("mfu-ntag213-text", #""10": "#, #""-1": "#, #""-1" is no block from 0 to 511"#),
        (
            "mfu-ntag213-text", #""10": "#, #""99999999999999999999": "#,
            #""99999999999999999999" is no block from 0 to 511"#
        ),
        ("mfu-ntag213-text", #""0": "0419C356""#, #""0": "0419C35""#, "block 0 must be hex of 4 bytes in quotes"),
        ("mfu-ntag213-text", #""0": "0419C356""#, #""0": "0419C35600""#, "block 0 must be hex of 4 bytes in quotes"),
        ("mfu-ntag213-text", #""0": "0419C356""#, #""0": 419"#, "block 0 must be hex of 4 bytes in quotes"),
        ("mfu-ntag213-text", #""blocks""#, #""bricks""#, "has no blocks"),
        (
            "mfu-ntag213-text", "0419C34B206D81", "0419C34B206D8100",
            "Card.UID has 8 bytes; that of such a tag has 4, 7, 10"
        ),
        ("mfu-ntag213-text", "0004040201000F03", "0004040201000F", "Card.Version must be hex of 8 bytes in quotes"),
        (
            "mfu-ntag213-text", #""Counter2": "070000""#, #""Counter2": 7"#,
            "Card.Counter2 must be hex of 3 bytes in quotes"
        ),
        ("mfu-ntag213-text", "\n  }\n}", "", "line 17, byte 13: the { that stands here is never closed"),
        ("mfc-v2-mini-uri", #""19": ""#, #""256": ""#, #""256" is no block from 0 to 255"#),
        ("15693-v4-slix-uri", #""1C""#, #""1B""#, "block 27 stands here, and Card.pagescount says 27 in all"),
        (
            "15693-v4-slix-uri", #""bytesperpage": "04""#, #""bytesperpage": "00""#,
            "Card.bytesperpage must be from 01 to 20, in hex"
        ),
        (
            "15693-v4-slix-uri", #""bytesperpage": "04""#, #""bytesperpage": "08""#,
            "block 0 must be hex of 8 bytes in quotes"
        ),
        ("15693-v4-slix-uri", #""27": ""#, #""4000": ""#, #""4000" is no block from 0 to 2047"#),
        ("15693-raw", "E1400D01", "E1400D", "raw must be hex of blocks of 4 bytes, at most 2048 of them"),
        ("ndef-message", "14", "17", "Ndef.Size is 17, and the blocks have 16 bytes"),
        ("ndef-message", "14", "-1", "Ndef.Size is -1, and the blocks have 16 bytes"),
        ("ndef-message", #""0""#, #""1""#, "block 0 is missing"),
    ])
    func whatIsWrongIsNamed(_ file: String, _ part: String, _ wrong: String, _ message: String) throws {
        let text = try Fixture.text("proxmark3/\(file).json")
        let broken = text.replacing(part, with: wrong, maxReplacements: 1)
        #expect(broken != text)
        #expect(throws: ImageError(.broken, message)) { try read(broken) }
    }

    @Test(arguments: [
        "proxmark3/mfu-ntag213-text.json", "proxmark3/mfc-v2-mini-uri.json", "proxmark3/15693-v4-slix-uri.json",
        "proxmark3/15693-raw.json", "proxmark3/ndef-message.json", "proxmark3/topaz.json",
    ])
    func everyPrefixAndChangeIsReadOrRefused(_ path: String) throws {
        try everyPrefixAndChange(of: try Fixture.bytes(path), name: path)
    }
}
