import Tags
import Testing

@testable import TagImages

/// Files of bytes with nothing that says of what, and writing them.
struct PlainImageTests {
    /// A memory of so many pages with a right header.
    private static func type2(pages: Int, container: String = "E1100600", bcc: Bool = true) -> [UInt8] {
        let header = [UInt8](hex: "04C1D2\(bcc ? "9F" : "00")5A3B7E809F480000\(container)0300FE00") ?? []
        return header + [UInt8](repeating: 0, count: pages * 4 - header.count)
    }

    private static func refusal(_ bytes: [UInt8], _ name: String) -> String? {
        do throws(ImageError) {
            let image = try TagImage(reading: bytes, name: name)
            return image.memory.summary
        } catch {
            return error.code == .broken ? error.context : error.code.rawValue
        }
    }

    @Test(arguments: [
        (16, Chip.ultralight), (42, .ntag203), (44, .ultralightC), (48, .ultralightC), (135, .ntag215), (45, .ntag213),
        (20, .mf0ul11),
    ]) func theNumberOfPagesTellsTheChip(_ pages: Int, _ chip: Chip?) throws {
        let bytes = Self.type2(
            pages: pages, container: pages == 42 ? "E1101200" : pages == 135 ? "E1103E00" : "00000000")
        for name in ["tag.bin", "tag.dump", "tag"] {
            let image = try TagImage(reading: bytes, name: name)
            #expect(image.format == .raw)
            #expect(image.uid?.description == "04C1D25A3B7E80")
            #expect(image.chip == chip)
            #expect(image.notes == ["taken for a Type 2 tag by its check bytes"])
        }
    }

    @Test func aContainerWithoutCheckBytesIsEnough() throws {
        let image = try TagImage(reading: Self.type2(pages: 16, bcc: false), name: "tag.bin")
        #expect(image.notes.first == "taken for a Type 2 tag by its capability container")
        #expect(image.notes.dropFirst().contains { $0.hasPrefix("BCC0") })
        #expect(Self.refusal(Self.type2(pages: 16, container: "E1200600", bcc: false), "tag") == "unknown-kind")
    }

    /// `D1 01 0C 54` is what byte 3 must be of a UID that begins so, and byte 8 of this text fits too.
    @Test func aMessageWithTheCheckBytesOfATagIsAMessage() throws {
        let bytes = try #require([UInt8](hex: "D1010C5402656E686166656E204F7374"))
        for name in ["text.ndef", "text.bin"] {
            let image = try TagImage(reading: bytes, name: name)
            #expect(image.format == .ndef)
            #expect(image.contents.verdict == .message(bytes), "\(name)")
        }
        // With bytes behind it, it is none, and what is left to go by are the check bytes.
        #expect(Self.refusal(bytes + [0, 0, 0, 0], "text.bin")?.hasPrefix("type2") == true)
    }

    /// Field case 15: two NULL TLVs before the message.
    @Test func tlvsWithoutATag() throws {
        let tlvs = try #require([UInt8](hex: "00000310D1010C5402656E494430303034373131FE"))
        #expect(Self.refusal(tlvs, "a.bin") == "area 21-0")
        #expect(Self.refusal(Array(tlvs.dropFirst(2)), "a.bin") == "area 19-0")
        let wrongControl = try #require([UInt8](hex: "0104A00C34000300FE"))
        #expect(Self.refusal(wrongControl, "a")?.hasPrefix("unknown-kind") == true)
    }

    @Test(arguments: [
        ("E1400401" + "0300FE00" + zeros(24), "type5 32-0"), ("E1400301" + "0300FE00" + zeros(24), "type5 32-0"),
        // As large as the file, container included, as many tags have it.
        ("E1400401" + zeros(28), "type5 32-0"), ("E24000010000000303000000" + zeros(20), "type5 32-0"),
        // Larger than the file, and no message says that it is a tag all the same.
        ("E1404001" + zeros(28), "unknown-kind"), ("E1C00401" + zeros(28), "unknown-kind"),
        ("E1404001" + "0305D101015500FE" + zeros(20), "type5 32-0"),
    ]) func type5(_ hex: String, _ memory: String) throws {
        #expect(Self.refusal(try #require([UInt8](hex: hex)), "tag") == memory)
    }

    private static func zeros(_ count: Int) -> String { String(repeating: "00", count: count) }

    private static func classic(blocks: Int, trailer: String = "FFFFFFFFFFFFFF078069FFFFFFFFFFFF") -> [UInt8] {
        (0..<blocks).flatMap { block in
            ClassicCard.trailer(ofBlock: block) == block
                ? [UInt8](hex: trailer) ?? [] : [UInt8](repeating: 0, count: 16)
        }
    }

    @Test(arguments: [(20, Chip.classicMini), (64, .classic1K), (128, .classic2K), (256, .classic4K)])
    func classicBySize(_ blocks: Int, _ chip: Chip) throws {
        let image = try TagImage(reading: Self.classic(blocks: blocks), name: "card.bin")
        #expect(image.chip == chip)
        let wrong = Self.classic(blocks: blocks, trailer: "FFFFFFFFFFFFFF078169FFFFFFFFFFFF")
        #expect(Self.refusal(wrong, "card") == "unknown-kind")
        #expect(Self.refusal(wrong, "card.mfd") == "classic \(blocks * 16)-0", "the name says what it is")
    }

    @Test(arguments: [
        (
            "a.mfd", [UInt8](repeating: 0, count: 100),
            "has 100 bytes; a .mfd of a MIFARE Classic has 320, 1024, 2048 or 4096"
        ),
        (
            "a.bin", [1, 2, 3],
            "has 3 bytes that are neither the memory of a tag that is known, nor its TLVs, nor an NDEF message"
        ), ("a", [0xFF, 0xFE, 0x00], "unknown-kind"), ("a.png", [0x89, 0x50, 0x4E, 0x47], "unknown-kind"),
        (
            "a.bin", type2(pages: 513), "has 513 pages; a Type 2 tag that is known has at most 512"
        ), ("a.ndef", [0xD1, 0x01], "message 2-0"), ("a.ndef", [0x03, 0x00, 0xFE], "area 3-0"),
    ]) func otherBytes(_ name: String, _ bytes: [UInt8], _ message: String) {
        #expect(Self.refusal(bytes, name) == message)
    }

    // MARK: Writing

    private static func image(_ chip: Chip?, pages: Int, unknown: Range<Int> = 0..<0) -> TagImage {
        var memory = PageMemory(bytes: type2(pages: pages))
        for page in unknown { memory[page] = nil }
        return TagImage(format: .flipper, chip: chip, memory: .type2(memory))
    }

    @Test(arguments: Chip.allCases.filter { $0.type2Layout != nil }) func rawHasEveryPageAndNoPassword(_ chip: Chip)
        throws
    {
        let layout = try #require(chip.type2Layout)
        var image = Self.image(chip, pages: layout.pageCount)
        guard case .type2(var pages) = image.memory else { return }
        for page in chip.secretPages { pages[page] = Page(0xDE, 0xAD, 0xBE, 0xEF) }
        image.memory = .type2(pages)
        let bytes = try image.write(as: .raw)
        #expect(bytes.count == layout.pageCount * 4)
        #expect(!bytes.hex.contains("DEADBEEF"))
        #expect(bytes.prefix(20).hex == Self.type2(pages: 16).prefix(20).hex)
    }

    @Test func rawSaysWhichPagesAreMissing() {
        let message = "pages 5-6, 20 are not known, which a raw image cannot say; write flipper or pm3-json"
        var image = Self.image(.ntag213, pages: 45, unknown: 5..<7)
        guard case .type2(var pages) = image.memory else { return }
        pages[20] = nil
        image.memory = .type2(pages)
        #expect(throws: ImageError(.notWritable, message)) { try image.write(as: .raw) }
        #expect(throws: ImageError.self) { try Self.image(nil, pages: 45).write(as: .raw) }
        let other = TagImage(format: .ndef, memory: .message([0xD0, 0, 0]))
        #expect(throws: ImageError.self) { try other.write(as: .raw) }
    }

    @Test func pagesThatAreNotKnownButSecretAreZeros() throws {
        let bytes = try Self.image(.ntag213, pages: 45, unknown: 43..<45).write(as: .raw)
        #expect(bytes.suffix(8) == [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(try TagImage(reading: bytes, name: "a.bin").memory.pages?[4]?.description == "0300FE00")
    }

    @Test(arguments: ["raw/message.ndef", "raw/ntag213-uri.bin", "raw/type5-uri.bin", "t4t/type4-uri.t4t"])
    func theMessageAlone(_ path: String) throws {
        let image = try Fixture.read(path)
        let bytes = try image.write(as: .ndef)
        let again = try TagImage(reading: bytes, name: "a.ndef")
        #expect(again.memory == .message(bytes))
        #expect(image.contents.verdict == .message(bytes))
    }

    @Test func whereThereIsNoMessageNoneIsWritten() {
        #expect(throws: ImageError(.notWritable, "the tag holds no message")) {
            try Self.image(.ultralight, pages: 16).write(as: .ndef)
        }
        #expect(throws: ImageError(.notWritable, "the tag is not formatted for NDEF")) {
            let bytes = Self.type2(pages: 16, container: "00000000")
            return try TagImage(reading: bytes, name: "a.bin").write(as: .ndef)
        }
    }
}
