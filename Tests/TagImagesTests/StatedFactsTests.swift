import Tags
import Testing

@testable import TagImages

/// What files say of a tag beside its memory, and how it stands to the memory.
struct StatedFactsTests {
    private static func read(_ text: String, _ name: String) throws(ImageError) -> TagImage {
        try TagImage(reading: Array(text.utf8), name: name)
    }

    // MARK: UIDs

    private static let metrodroid = #"{"tagId":"UID","mifareUltralight":{"pages":[{"data":"04c1d29f"}]}}"#
    private static let vicinity = #"{"tagId":"UID","vicinity":{"pages":[{"data":"e1400401"}]}}"#
    private static let desfire = #"{"tagId":"UID","mifareDesfire":{}}"#
    private static let felica = #"{"tagId":"UID","felica":{"systems":{"4860":{"services":{"11":{"blocksMap":{}}}}}}}"#
    private static let card =
        "<card type='1' id='UID'><pages><page index='0'><data>BMHSnw==</data></page></pages></card>"
    private static let scan = "** TagInfo scan (version 4.25.5) **\n\nID: UID\n# Memory content:\n[00] 04 C1 D2 9F"
    private static let scanXML =
        "<scan><uid>UID</uid><section><subsection title='Memory content'>"
        + "<block><address>0</address><data>04 C1 D2 9F</data></block></subsection></section></scan>"
    private static let empty = "** TagInfo scan (version 4.25.5) **\n\nID: UID\n"

    /// Field case 43.
    @Test(arguments: [
        (metrodroid, "a.json"), (vicinity, "a.json"), (desfire, "a.json"), (felica, "a.json"), (card, "a.xml"),
        (scan, "a.txt"), (scanXML, "a.xml"), (empty, "a.txt"),
    ]) func aUIDThatIsNoneIsNotedWithItsLength(_ text: String, _ name: String) throws {
        for (uid, note) in [
            ("0102030405", "the file states a UID of 5 bytes; that of a tag has 4, 7, 8 or 10"),
            ("01020304050607080900AA", "the file states a UID of 11 bytes; that of a tag has 4, 7, 8 or 10"),
            (String(repeating: "00", count: 10), "the file states a UID of 10 zero bytes, which is none"),
        ] {
            let image = try Self.read(text.replacing("UID", with: uid), name)
            #expect(image.uid == nil)
            #expect(image.notes.contains(note), "\(name): \(image.notes)")
        }
        let right = try Self.read(text.replacing("UID", with: "04C1D25A3B7E80"), name)
        #expect(right.uid?.description == "04C1D25A3B7E80")
        #expect(!right.notes.contains { $0.hasPrefix("the file states a UID") })
    }

    /// MCT with this first block, and Flipper's file, which states a UID beside it.
    private static func classic(_ block: String, stated: String?) throws -> TagImage {
        let blocks = [block] + Array(repeating: String(repeating: "0", count: 32), count: 19)
        guard let stated else {
            let sectors = (0..<5).map { sector in
                "+Sector: \(sector)\n" + blocks[(4 * sector)..<(4 * sector + 4)].joined(separator: "\n")
            }
            return try read(sectors.joined(separator: "\n"), "card.mct")
        }
        let head =
            "Filetype: Flipper NFC device\nVersion: 4\nDevice type: Mifare Classic\nUID: \(stated)\nATQA: 00 44\nSAK: 09\n"
            + "Mifare Classic type: MINI\nData format version: 2\n"
        return try read(head + blocks.enumerated().map { "Block \($0.offset): \($0.element)\n" }.joined(), "card.nfc")
    }

    private static let right = "3C5A7E91890804006263646566676869"
    private static let wrong = "3C5A7E91990804006263646566676869"
    private static let double = "04C1D25A3B7E80884400C82000000000"

    /// The check byte of a MIFARE Classic's block 0: 3C ^ 5A ^ 7E ^ 91 = 89.
    @Test(
        arguments: [
            (right, nil, "3C5A7E91", []), (right, "3C5A7E91", "3C5A7E91", []),
            (right, "01020304", "3C5A7E91", ["the file says UID 01020304, block 0 says 3C5A7E91"]),
            (
                wrong, nil, nil,
                ["BCC in block 0 is 99, and the four bytes before it make 89: they are not taken for the UID"]
            ),
            (wrong, "3C5A7E91", "3C5A7E91", ["BCC in block 0 is 99, and the four bytes before it make 89"]),
            (
                wrong, "01020304", "01020304",
                [
                    "BCC in block 0 is 99, and the four bytes before it make 89; the file says UID 01020304, block 0 begins "
                        + "with 3C5A7E91"
                ]
            ),
            // Seven bytes have no check byte there.
            (double, nil, "04C1D25A3B7E80", []),
            ("04C1D25A3B7E80000000C82000000000", "04C1D25A3B7E80", "04C1D25A3B7E80", []),
            (String(repeating: "0", count: 32), "01020304", "01020304", []),
        ] as [(String, String?, String?, [String])])
    func checkByteOfAClassic(_ block: String, _ stated: String?, _ uid: String?, _ notes: [String]) throws {
        let image = try Self.classic(block, stated: stated)
        #expect(image.uid?.description == uid)
        #expect(image.notes == notes)
    }

    // MARK: Pages that a password keeps

    private static let header = ["04C1D29F", "5A3B7E80", "9F480000", "E1101200"]

    @Test func pagesOfMetrodroidWithoutAuthorization() throws {
        let pages =
            Self.header.map { #"{"data":"\#($0)"}"# }
            + Array(repeating: #"{"data":"","isUnauthorized":true}"#, count: 41)
        let image = try Self.read(
            #"{"tagId":"04c1d25a3b7e80","mifareUltralight":{"pages":[\#(pages.joined(separator: ","))]}}"#, "a.json")
        #expect(image.chip == .ntag213)
        #expect(image.notes == ["the image says that pages 4-44 need a password"])
        #expect(image.memory.pages?[state: 4] == .refused)
        #expect(image.contents.verdict == .missing("page 4 is not in the image"))
        let many = Array(repeating: #"{"isUnauthorized":true}"#, count: 513).joined(separator: ",")
        #expect(throws: ImageError(.broken, "has 513 pages; a tag of this kind has at most 512")) {
            try Self.read(#"{"tagId":"","mifareUltralight":{"pages":[\#(many)]}}"#, "a.json")
        }
    }

    @Test func pagesOfTagInfoThatAreReadWithAPasswordAlone() throws {
        let known = Self.header.enumerated().map { "[0\($0.offset)] . \($0.element)" }
        let lines = known + ["[04] p XX XX XX XX", "[05] .p 00 00 00 00", "[06] +P XX XX XX XX", "[07] . XX XX XX XX"]
        let note = "the image says that page 4 needs a password"
        let image = try Self.read(lines.joined(separator: "\n"), "scan.txt")
        #expect(image.notes.contains(note))
        let pages = try #require(image.memory.pages)
        #expect(pages[state: 4] == .refused && pages[state: 6] == .unread && pages[5] != nil)
        let blocks = Self.header.enumerated().map {
            "<block><address>\($0.offset)</address><data access='. '>\($0.element)</data></block>"
        }
        let xml =
            "<scan><section><subsection title='Memory content'>\(blocks.joined())<block><address>4</address>"
            + "<data access='*p'>XX XX XX XX</data></block></subsection></section></scan>"
        #expect(try Self.read(xml, "scan.xml").notes.contains(note))
    }

    // MARK: Others

    @Test func aByteOrderMarkBeforeJSON() throws {
        for path in ["proxmark3/mfu-ntag213-text.json", "metrodroid/ultralight-c.json"] {
            let bytes = try Fixture.bytes(path)
            #expect(try TagImage(reading: [0xEF, 0xBB, 0xBF] + bytes, name: path) == (try Fixture.read(path)))
        }
    }

    /// The capability container as NTAG 424 DNA is delivered with, and others.
    @Test(arguments: [
        ("001720010000FF0406E104010000000506E10500808283", Chip.ntag424),
        ("001720010000FF0406E104010000000506E1050080828300000000", .ntag424),
        ("001720010000FF0406E1040100 00FF 0506E10500808283", .ntag424),
        ("001720010000FF0406E104008000000506E10500808283", nil), ("000F20003B00340406E10401000000", nil),
        ("001720010000FF0406E104010000000506E10500800000", nil),
        ("001720010000FF0506E105008082830406E10401000000", nil),
        ("", nil),
    ]) func chipOfAType4Container(_ container: String, _ chip: Chip?) throws {
        let image = try Self.read("CC: \(container)\nE104: 0000", "tag.t4t")
        #expect(image.chip == chip)
    }
}
