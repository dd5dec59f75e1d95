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
