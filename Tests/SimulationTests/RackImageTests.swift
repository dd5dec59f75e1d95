import Foundation
import Tags
import Testing

@testable import Simulation

/// Racks whose tags come out of image files.
@Suite struct RackImageTests {
    private static let uid = UID([0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66])

    /// An NTAG213 with other contents, locks and another UID's check bytes.
    private static let image = RackImage(
        chip: .ntag213, uid: uid,
        pages: [
            0: Page(0xFF, 0xFF, 0xFF, 0xFF), 2: Page(0xAA, 0xBB, 0x10, 0x00), 4: Page(0x03, 0x00, 0xFE, 0x00),
            41: Page(0x04, 0, 0, 0xFF),
        ])

    private func decode(_ tag: String, _ images: RackImages? = nil) throws -> RackFile {
        let decoder = JSONDecoder()
        if let images { decoder.userInfo[RackImages.key] = images }
        let json = #"{"readers": [{"name": "A 00 00", "model": "part3", "tags": [\#(tag)]}]}"#
        return try decoder.decode(RackFile.self, from: Data(json.utf8))
    }

    private static let images = RackImages { (name) throws(RackError) in
        guard name == "tags/a.nfc" else { throw RackError(.badValue, context: "\(name): is not there") }
        return image
    }

    @Test func aTagIsTheImages() throws {
        let file = try decode(#"{"image": "tags/a.nfc"}"#, Self.images)
        let tag = try #require(try Rack(file).tags.first)
        #expect(tag.chip == .ntag213)
        #expect(tag.uid == Self.uid)
        #expect(Array(tag.memory[0..<4]) == [0x04, 0x11, 0x22, 0x88 ^ 0x04 ^ 0x11 ^ 0x22], "the UID's own pages")
        #expect(Array(tag.memory[8..<12]) == [0x33 ^ 0x44 ^ 0x55 ^ 0x66, 0x48, 0x10, 0x00], "the image's lock bytes")
        #expect(Array(tag.memory[16..<20]) == [0x03, 0x00, 0xFE, 0x00])
        #expect(
            Array(tag.memory[20..<24]) == [0x34, 0x03, 0x00, 0xFE],
            "a page that the image does not know is as delivered")
    }

    /// Pages of both sectors, counted as image files count them; keys and password pages are the image's too.
    @Test(arguments: [
        (VirtualChip.ntagI2CPlus2K, 236, PageAddress(sector: 1, page: 0)),
        (.ntagI2CPlus2K, 491, PageAddress(sector: 1, page: 255)), (.ntagI2C2K, 256, PageAddress(sector: 1, page: 0)),
        (.ntagI2C2K, 482, PageAddress(sector: 1, page: 0xE9)), (.ntagI2C1K, 227, PageAddress(page: 0xE8)),
        (.ultralightC, 47, PageAddress(page: 47)), (.st25tn01K, 43, PageAddress(page: 43)),
        (.mydNFC, 255, PageAddress(page: 255)),
    ]) func imagesOfEveryKind(_ chip: VirtualChip, _ index: Int, _ address: PageAddress) throws {
        let images = RackImages { (_) throws(RackError) in
            RackImage(
                chip: chip, uid: Self.uid, pages: [index: Page(1, 2, 3, 4), 0: Page(word: 0), 999: Page(word: 0)])
        }
        let tag = try #require(try Rack(try decode(#"{"image": "a.nfc"}"#, images)).tags.first)
        #expect(tag.page(address.page, sector: address.sector) == [1, 2, 3, 4])
        #expect(tag.memory.prefix(3) == [0x04, 0x11, 0x22])
        let pages = try decode(#"{"chip": "\#(chip)", "pages": {"\#(index)": "01020304"}}"#)
        #expect(try Rack(pages).tags.first?.page(address.page, sector: address.sector) == [1, 2, 3, 4])
    }

    @Test func signatureAndVersionAreTheImages() throws {
        let signature = (0..<32).map { UInt8($0) }
        let images = RackImages { (_) throws(RackError) in
            RackImage(
                chip: .ntag213, uid: Self.uid, pages: [:],
                traits: TagTraits(signature: signature, version: .answer([1, 2, 3, 4, 5, 6, 7, 8])))
        }
        let file = try decode(
            #"{"image": "a.nfc"}, {"image": "a.nfc", "uid": "04010203040506", "version": "none"}"#, images)
        let tags = try Rack(file).tags
        #expect(tags.map { $0.answers(to: [[0x3C, 0]])[0].data } == [signature, signature])
        #expect(tags.map { $0.answers(to: [[0x60]])[0].data } == [[1, 2, 3, 4, 5, 6, 7, 8], []])
    }

    @Test func theRacksOwnWordWins() throws {
        let file = try decode(
            #"{"image": "tags/a.nfc", "count": 2, "uid": "04A1A2A3A4A5A6", "pages": {"4": "0300FE01"}}"#, Self.images)
        let tags = try Rack(file).tags
        #expect(tags.map { "\($0.uid)" } == ["04A1A2A3A4A5A6", "04A1A2A3A4A5A7"])
        #expect(tags.allSatisfy { Array($0.memory[16..<20]) == [0x03, 0x00, 0xFE, 0x01] })
    }

    @Test(arguments: [
        (#"{"image": "../a.nfc"}"#, "image: must name a file beside the rack, such as \"tag.nfc\", not \"../a.nfc\""),
        (
            #"{"image": "/etc/passwd"}"#,
            "image: must name a file beside the rack, such as \"tag.nfc\", not \"/etc/passwd\""
        ),
        (#"{"image": "a/../../b"}"#, "image: must name a file beside the rack, such as \"tag.nfc\", not \"a/../../b\""),
        (#"{"image": ""}"#, "image: must name a file beside the rack, such as \"tag.nfc\", not \"\""),
        (#"{"image": "b.nfc"}"#, "image: b.nfc: is not there"),
        (#"{"image": 3}"#, "image: must be a string"),
        (#"{"chip": "NTAG215", "image": "tags/a.nfc"}"#, "chip: the image is of a NTAG213"),
    ]) func whatIsRefused(_ tag: String, _ sentence: String) throws {
        let error = try #require(throws: RackError.self) { try decode(tag, Self.images) }
        #expect(error.description == "readers[0].tags[0].\(sentence)")
    }
}
