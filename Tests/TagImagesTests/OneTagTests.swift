import Tags
import Testing

@testable import TagImages

/// The same tag is called the same in every format, also where it contradicts itself.
struct OneTagTests {
    /// An NTAG213 with a text record; its container is given, and what stands from page 40 on.
    private static func ntag213(_ container: String, length: Int = 9, tail: String = "000000BD040000FF00050000")
        -> [UInt8]
    {
        let begin =
            "04C1D29F5A3B7E809F480000" + container + "03" + [UInt8(length)].hex
            + "D101\([UInt8(length - 4)].hex)5402656E4142FE"
        let bytes = [UInt8](hex: begin) ?? []
        return bytes + Array(repeating: 0, count: 160 - bytes.count) + ([UInt8](hex: tail) ?? [])
            + Array(repeating: 0, count: 8)
    }

    /// Sizes that no NTAG213 has, and a TLV that goes beyond its user pages.
    @Test(arguments: [
        ("E1103E00", 9), ("E1106D00", 9), ("E1101800", 9), ("E110FF00", 9), ("E1101000", 9), ("E1101200", 9),
        ("E1103E00", 162), ("E1106D00", 150), ("E1101200", 162),
    ]) func oneVerdict(_ container: String, _ length: Int) throws {
        let bytes = Self.ntag213(container, length: length)
        let files =
            TagFormats(bytes).files + TagFormats(bytes, name: "NTAG213").files
            + TagFormats(bytes, version: "0004040201000F03").files
        let images = try files.map { try TagImage(reading: $0.bytes, name: $0.name) }
        let size = try #require([UInt8](hex: container))[2]
        for (image, file) in zip(images, files) {
            #expect(image.chip == .ntag213, "\(file.name)")
            #expect(image.uid?.description == "04C1D25A3B7E80", "\(file.name)")
            #expect(image.contents == images[0].contents, "\(file.name)")
            #expect(image.contents.lockState == .writable, "\(file.name)")
            let note = "CC \(Int(size) * 8) bytes, chip area 144/144; a CC cannot be cleared"
            #expect(image.contents.notes.contains(note) == (size != 0x12), "\(file.name)")
        }
        #expect(images[0].contents.capacityBytes == (size == 0x10 ? 126 : 142))
        if length == 9 {
            #expect(images[0].contents.verdict == .message([UInt8](hex: "D101055402656E4142") ?? []))
        } else {
            #expect(images[0].contents.verdict == .broken("TLV says \(length), 142 present"))
        }
    }

    /// From the container on, and without the first pages: the chip is certain all the same.
    @Test func parts() throws {
        let formats = TagFormats(Self.ntag213("E1103E0F", length: 162))
        for (name, bytes) in formats.parts {
            let image = try TagImage(reading: bytes, name: name)
            switch name {
            case "container.bin":
                #expect(image.chip == .ntag213)
                #expect(image.contents.verdict == .broken("TLV says 162, 142 present"))
                #expect(image.contents.lockState == .readOnly)
            default: #expect(image.contents.verdict == .missing("truncated: TLV says 162, 142 present"), "\(name)")
            }
        }
    }

    /// As many pages as a chip has are not enough to call a memory its own.
    @Test func whatMayBeCutOffIsLeftOpen() throws {
        let whole = Self.ntag213("E1101200")
        for count in [16, 20, 40, 41] {
            for (name, bytes) in TagFormats(Array(whole.prefix(count * 4))).files {
                let image = try TagImage(reading: bytes, name: name)
                #expect(image.chip == nil, "\(count) \(name)")
                #expect(
                    image.contents.verdict == .message([UInt8](hex: "D101055402656E4142") ?? []), "\(count) \(name)")
            }
        }
    }

    /// The chip is not known: pages that hold a password on one that may be it are not looked at, and that is said.
    @Test func pagesThatMayBeAPassword() throws {
        let cut = Self.ntag213("E1106D00", length: 146).prefix(41 * 4)
        let image = try TagImage(reading: Array(cut), name: "a.bin")
        #expect(image.chip == nil)
        #expect(image.contents.verdict == .missing("truncated: TLV says 146, 138 present"))
        #expect(
            image.contents.notes.contains(
                "pages 39-40 may hold a password, as the chip is not known, and are not looked at"))
    }

    @Test(arguments: [
        ("NTAG215", "0004040201000F03", "the file says NTAG215, and GET_VERSION is that of NTAG213"),
        ("NTAG215", "", "the file says NTAG215, and 45 pages are those of NTAG213"),
        ("Mifare Ultralight 11", "", "the file says MF0UL11, and 45 pages are those of NTAG213"),
    ]) func aWrongNameDoesNotCount(_ name: String, _ version: String, _ note: String) throws {
        let file = try #require(
            TagFormats(Self.ntag213("E1103E00"), name: name, version: version).files.first { $0.name == "tag.nfc" })
        let image = try TagImage(reading: file.bytes, name: file.name)
        #expect(image.chip == .ntag213)
        #expect(image.notes == [note])
        #expect(image.contents.capacityBytes == 142)
    }

    /// A name that fits neither, and a number of pages that several chips have: no chip is named.
    @Test func aNumberOfPagesThatIsAnothersLeavesTheChipOpen() throws {
        let bytes = Array(Self.ntag213("E1101200").prefix(80))
        let file = try #require(TagFormats(bytes, name: "NTAG215").files.first { $0.name == "tag.nfc" })
        let image = try TagImage(reading: file.bytes, name: file.name)
        #expect(image.chip == nil)
        #expect(image.notes.contains("the file says NTAG215, and 20 pages are those of another chip"))
    }

    /// AUTH0 04 and PROT: the bytes that an unlocked tag gave are no message, and whether there is one is not known.
    @Test(arguments: ["00004150", "0300FE00", "03F0D101"]) func keptBackByAPassword(_ begin: String) throws {
        var bytes = Self.ntag213("E1101200", tail: "000000BD04000004C0050000")
        for (name, file) in TagFormats(bytes).files {
            let image = try TagImage(reading: file, name: name)
            #expect(image.contents.verdict == .message([UInt8](hex: "D101055402656E4142") ?? []), "\(name)")
            #expect(image.contents.lockState == .passwordReadWrite)
        }
        bytes.replaceSubrange(16..<20, with: [UInt8](hex: begin) ?? [])
        for (name, file) in TagFormats(bytes).files {
            let image = try TagImage(reading: file, name: name)
            #expect(image.contents.verdict == .passwordRead(from: 4), "\(name)")
            #expect(image.contents.lockState == .passwordReadWrite)
            #expect(image.contents.capacityBytes == nil && image.contents.brokenMessage == nil)
        }
    }

    /// Field case 17.
    @Test func aRandomUIDIsSaid() throws {
        let text = """
            Filetype: Flipper NFC device
            Version: 4
            Device type: ISO14443-4A
            UID: 08 1A 2B 3C
            ATQA: 00 04
            SAK: 20
            """
        let note = "UID 081A2B3C is a random one, drawn anew at every tap: a phone or card emulation"
        #expect(try TagImage(reading: Array(text.utf8), name: "a.nfc").notes == [note])
        let other = text.replacing("08 1A", with: "09 1A")
        #expect(try TagImage(reading: Array(other.utf8), name: "a.nfc").notes == [])
    }
}
