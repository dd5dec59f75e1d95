import Jobs
import NDEF
import Operations
import Provisioning
import Simulation
import TagImages
import Tags
import TestSupport
import Testing

@testable import tagmill

/// Saved tags as images of tags, and images as saved tags.
@Suite struct SavedImageTests {
    private let bench: SavedBench

    init() throws { bench = try SavedBench() }

    /// An image is what a tag of the rack is after the same message was written to it.
    @Test(arguments: zip([VirtualChip.ntag213, .ntag215, .ntag216], [Chip.ntag213, .ntag215, .ntag216]))
    func anImageIsTheTagThatARunWouldLeave(virtual: VirtualChip, chip: Chip) throws {
        let uid = try #require(UID([0x04, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56]))
        let records = [SavedBench.uri, try SavedBench.text("Regal")]
        let message = try SavedContent(name: "", records: records).encoded()
        let rack = try Rack(
            RackFile(readers: [RackReader("A 00 00", model: .part3, tags: [RackTag(virtual, uid: uid)])]))
        let end = WriteOperation(
            message: message, mayOverwrite: false, readers: rack.readers, takesPart: { _ in true },
            clock: SteppingClock.shared, trouble: { _, _ in }
        ).execute()
        guard case .tag(_, .written) = end else {
            Issue.record("\(end)")
            return
        }
        let image = try TagImage(blank: chip, uid: uid, message: message, format: .raw)
        guard case .type2(let memory) = image.memory else {
            Issue.record("no Type 2 memory")
            return
        }
        let written = PageMemory(bytes: rack.tags[0].memory)
        // Password and PACK are not known.
        #expect(memory.end == written.end - 2)
        for page in 0..<memory.end { #expect(memory[page] == written[page], "page \(page)") }
        #expect(image.contents.verdict == .message(message))
    }

    @Test(arguments: [("nfc", nil), ("json", "pm3-json"), ("bin", nil)] as [(String, String?)])
    func anImageIsImportedAgain(ending: String, format: String?) throws {
        var content = SavedContent(name: "Shelf", records: [SavedBench.uri, try SavedBench.text("Regal", "de")])
        (content.uid, content.chip) = (UID([4, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56]), .ntag215)
        _ = try bench.store().insert([content], at: SavedBench.time)
        let file = bench.path + "/Shelf." + ending
        let words = ["saved", "export", "1", file] + (format.map { ["--format", $0] } ?? [])
        let exported = bench.tool(words: words)
        #expect(exported.code == .success, "\(exported.errors)")
        #expect(exported.errors.split(separator: "\n").count == 1)
        let run = bench.saved("import", file)
        #expect(run.code == .success, "\(run.errors)")
        let read = try bench.store().tag(id: 2).content
        #expect(read.records == content.records)
        #expect(read.uid == content.uid)
        #expect(read.chip == content.chip)
        #expect(read.name == "Shelf")
    }

    @Test func whatIsMadeUpOfAnImageIsTold() throws {
        try bench.add("Shelf")
        let run = bench.saved("export", "1", bench.path + "/a.nfc")
        #expect(
            run.errors == "the image has a UID that is made up: 04000000000001\n"
                + "the image is an NTAG213 with the message on it\n"
                + "saved tag 1 is in \(bench.path)/a.nfc, \(bench.bytes("a.nfc")?.count ?? 0) bytes\n")
        let printed = bench.saved("export", "1", "--format", "flipper", "--chip", "ntag 216")
        #expect(printed.errors == "the image has a UID that is made up: 04000000000001\n")
        #expect(printed.output.hasPrefix("Filetype: Flipper NFC device\n"))
        #expect(!printed.output.hasSuffix("\n\n"))
        #expect(printed.output.contains("NTAG216"))
    }

    @Test func theUIDOfAnImageMayBeNamed() throws {
        try bench.add("Shelf")
        let run = bench.saved("export", "1", bench.path + "/a.nfc", "--uid", "04a10000000002")
        #expect(run.code == .success)
        #expect(!run.errors.contains("made up"))
        let image = try TagImage(reading: bench.bytes("a.nfc") ?? [], name: "a.nfc")
        #expect(image.uid == UID(hex: "04A10000000002"))
        for uid in ["04A1", "04A1000000000203", "x"] {
            let bad = bench.saved("export", "1", bench.path + "/b.nfc", "--uid", uid)
            #expect(bad.code == .refused)
            #expect(bad.errors.contains("7 bytes in hex"))
        }
        let message = bench.saved("export", "1", bench.path + "/b.ndef", "--uid", "04A10000000002")
        #expect(message.code == .refused)
        #expect(message.errors.contains("'--uid' is of images"))
        #expect(bench.bytes("b.nfc") == nil && bench.bytes("b.ndef") == nil)
    }

    @Test func theSmallestChipThatHasRoomIsTaken() throws {
        try bench.add("Large", Record(typeNameFormat: .unknown, type: [], payload: [UInt8](repeating: 1, count: 300)))
        #expect(
            bench.saved("export", "1", bench.path + "/a.nfc").errors.contains("is an NTAG215 with the message on it"))
        let small = bench.saved("export", "1", bench.path + "/b.nfc", "--chip", "NTAG213")
        #expect(small.code == .refused)
        #expect(small.errors.contains("a message of 306 bytes does not fit a blank NTAG213; it takes 137"))
        #expect(bench.bytes("b.nfc") == nil)
        let other = bench.saved("export", "1", bench.path + "/b.nfc", "--chip", "Ultralight C")
        #expect(other.code == .refused)
        #expect(other.errors.contains("how a blank Ultralight C is delivered is not known"))
        try bench.add("Larger", Record(typeNameFormat: .unknown, type: [], payload: [UInt8](repeating: 1, count: 900)))
        #expect(bench.saved("export", "2", bench.path + "/c.nfc").errors.contains("does not fit a blank NTAG216"))
    }
}
