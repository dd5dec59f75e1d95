import Foundation
import TagImages
import Tags
import Testing

@testable import tagmill

/// `tag dump` of tags on virtual readers, and of images; and racks that hold images.
@Suite struct TagDumpCommandTests {
    private static let uid = "04A10000000001"
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private func rack(_ tag: String) throws -> String {
        try bench.file(
            "rack.json",
            #"{"readers": [{"name": "ACS ACR122U PICC Interface 00 00", "model": "acr122u", "tags": [\#(tag)]}]}"#)
    }

    private func image(_ name: String) throws -> TagImage {
        try TagImage(reading: Array(try Data(contentsOf: URL(fileURLWithPath: bench.path + "/" + name))), name: name)
    }

    /// A tag with a message, a lock bit and a password.
    private func laidTag() throws -> String {
        try rack(
            #"{"chip": "NTAG213", "uid": "\#(Self.uid)", "pages": {"2": "60481000", "4": "0305D101", "5": "01550100", "#
                + #""43": "CAFE0123", "44": "77660000"}}"#)
    }

    @Test(arguments: [("a.nfc", "flipper"), ("a.json", "pm3-json"), ("a.bin", "raw")])
    func whatIsDumpedIsReadAgain(name: String, format: String) throws {
        let run = bench.tool("tag", "dump", bench.path + "/" + name, "--rack", try laidTag())
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.hasPrefix("\(bench.path)/\(name): tag \(Self.uid), NTAG213, "))
        #expect(run.output.hasSuffix(" bytes, \(format); not known: pages 43-44, signature\n"))
        let image = try image(name)
        #expect(image.uid?.description == Self.uid)
        #expect(image.chip == .ntag213)
        guard case .type2(let memory) = image.memory else {
            Issue.record("no Type 2 memory")
            return
        }
        #expect(memory[2]?.bytes.suffix(2) == [0x10, 0x00])
        #expect(memory[4] == Page(0x03, 0x05, 0xD1, 0x01))
        #expect(memory[41] == Page(0x04, 0x00, 0x00, 0xFF))
        // Field case 27: what the password pages hold is never in a dump.
        #expect(memory[43] == nil && memory[44] == nil)
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: bench.path + "/" + name)), as: UTF8.self)
        #expect(!text.uppercased().contains("CA FE") && !text.uppercased().contains("CAFE"))
        let shown = bench.tool("read", bench.path + "/" + name)
        #expect(shown.output.contains("partly-locked"))
    }

    /// A reader that passes no commands through cannot ask for the version.
    @Test func whatIsNotKnownStandsInAComment() throws {
        let rack = try bench.rack(#"{"chip": "NTAG213", "uid": "04A10000000001"}"#)
        let run = bench.tool("tag", "dump", bench.path + "/a.nfc", "--rack", rack)
        #expect(run.output.hasSuffix("; not known: pages 43-44, version, signature\n"))
        let lines = try bench.text(bench.path + "/a.nfc").split(separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("#") } == ["# Not read: pages 43-44", "# Not read: version, signature"])
    }

    /// The command says what the file says: also of a password that the image has, which is kept out.
    @Test(arguments: ["00000000", "11220000"]) func anImageWithItsPasswordPages(_ answer: String) throws {
        var tag = try TagFile("04A10000000001", uri: "https://a.example/1")
        tag.passwordPages = ["953F52FF", answer]
        try bench.file("u.nfc", tag.flipper)
        let run = bench.tool("tag", "dump", bench.path + "/o.nfc", "--image", bench.path + "/u.nfc")
        #expect(run.output.contains("; not known: pages 43-44, "), "\(run.output)")
        #expect(try bench.text(bench.path + "/o.nfc").contains("\n# Not read: pages 43-44\n"))
        #expect(try !bench.text(bench.path + "/o.nfc").contains("95 3F"))
    }

    /// Bytes that a scan leaves out were not read: their pages stand in no file as if they had been.
    @Test func pagesThatAScanShowsInPart() throws {
        var lines = [
            "** TagInfo scan (version 4.24.5) 2026-01-02 03:04:05 **", "# IC type:", "NTAG213", "# Memory content:",
        ]
        let pages = try TagFile("04A10000000001", uri: "https://a.example/1").pages
        for (number, page) in pages.enumerated() {
            var bytes = page.map { [$0].hex }
            if number == 40 { bytes[3] = "--" }
            if number == 42 { bytes.replaceSubrange(2..., with: ["--", "--"]) }
            if number > 42 { bytes = ["XX", "XX", "XX", "XX"] }
            lines.append("[\([UInt8(number)].hex)] .  \(bytes.joined(separator: " "))")
        }
        let scan = try bench.file("scan.txt", lines.joined(separator: "\n") + "\n")
        let run = bench.tool("tag", "dump", bench.path + "/o.nfc", "--image", scan)
        #expect(run.output.contains("; not known: pages 40, 42-44, "), "\(run.output)")
        #expect(try bench.text(bench.path + "/o.nfc").contains("\n# Not read: pages 40, 42-44\n"))
        // What they say is understood all the same, of the scan itself.
        #expect(bench.tool("read", scan).output.contains("writable"))
        let raw = bench.tool("tag", "dump", bench.path + "/o.bin", "--image", scan)
        #expect(raw.code == .refused)
        #expect(raw.errors.contains("pages 40, 42 are not known, which a raw image cannot say"), "\(raw.errors)")
    }

    @Test func theMessageAlone() throws {
        let run = bench.tool("tag", "dump", bench.path + "/a.ndef", "--rack", try laidTag(), "--json")
        #expect(run.code == .success)
        #expect(run.output.contains(#""unknown_pages":[43,44],"unknown_answers":["signature"]"#))
        #expect(bench.exists(bench.path + "/a.ndef"))
        #expect(try image("a.ndef").memory == .message([0xD1, 0x01, 0x01, 0x55, 0x01]))
    }

    @Test func aFileThatIsThereIsKept() throws {
        try bench.file("a.nfc", "mine")
        let rack = try laidTag()
        let kept = bench.tool("tag", "dump", bench.path + "/a.nfc", "--rack", rack)
        #expect(kept.code == .refused)
        #expect(kept.errors == "tagmill: \(bench.path)/a.nfc: is there; '--yes' writes over it\n")
        #expect(try bench.text(bench.path + "/a.nfc") == "mine")
        #expect(bench.tool("tag", "dump", bench.path + "/a.nfc", "--rack", rack, "--yes").code == .success)
    }

    @Test func oneFormatIntoAnother() throws {
        try bench.file("a.nfc", TagFile(Self.uid, text: "Tea").flipper)
        let run = bench.tool("tag", "dump", bench.path + "/b.bin", "--image", bench.path + "/a.nfc")
        #expect(run.code == .success, "\(run.errors)")
        #expect(try image("b.bin").contents.verdict == (try image("a.nfc")).contents.verdict)
    }

    @Test func whatIsRefused() throws {
        let image = try bench.file("a.nfc", TagFile(Self.uid, text: "Tea").flipper)
        let noFormat = bench.tool("tag", "dump", bench.path + "/b", "--image", image)
        #expect(noFormat.code == .refused)
        #expect(noFormat.errors.contains("says no format"))
        let both = bench.tool("tag", "dump", bench.path + "/b.bin", "--image", image, "--rack", "rack.json")
        #expect(both.code == .refused)
        let noImage = bench.tool("tag", "dump", bench.path + "/b.bin", "--image", try bench.file("x.txt", "hello"))
        #expect(noImage.code == .refused)
        #expect(noImage.errors.hasSuffix("x.txt: is of no kind of image that is known\n"))
        #expect(!bench.exists(bench.path + "/b.bin"))
    }

    @Test func aTagThatCannotBeReadIsNotDumped() throws {
        let protected = try rack(
            #"{"chip": "NTAG213", "pages": {"41": "04000004", "42": "80050000"}}"#)
        let run = bench.tool("tag", "dump", bench.path + "/a.nfc", "--rack", protected)
        #expect(run.code == .success || run.code == .notAchieved)
        // Whatever it is called, a page that a password keeps is never in the file as zeros.
        if run.code == .success {
            guard case .type2(let memory) = try image("a.nfc").memory else { return }
            #expect(memory[5] == nil)
        } else {
            #expect(!bench.exists(bench.path + "/a.nfc"))
        }
    }

    @Test func aRackHoldsAnImage() throws {
        try bench.file("shelf.nfc", TagFile(Self.uid, uri: "https://a.example/1").flipper)
        let run = bench.tool("read", "--rack", try rack(#"{"image": "shelf.nfc"}"#))
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains(Self.uid))
        #expect(run.output.contains("https://a.example/1"))
        let gone = bench.tool("read", "--rack", try rack(#"{"image": "other.nfc"}"#))
        #expect(gone.code == .refused)
        #expect(gone.errors.contains("readers[0].tags[0].image: "))
        try bench.file("card.mct", "+Sector: 0\n" + String(repeating: "00000000000000000000000000000000\n", count: 4))
        let card = bench.tool("read", "--rack", try rack(#"{"image": "card.mct"}"#))
        #expect(card.code == .refused)
        #expect(card.errors.contains("a virtual tag is one of"))
    }
}
