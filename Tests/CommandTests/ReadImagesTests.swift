import Foundation
import Tags
import Testing

@testable import tagmill

/// `read PATH...`
@Suite struct ReadImagesTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static func hex(_ text: String) -> [UInt8] { MessageInput.hex(text) ?? [] }

    /// An NTAG213 of the UID 04A10000000001, as delivered but for one URI, https://example.com/sh-1: 45 pages.
    private static var memory: [UInt8] {
        let front = hex(
            "04A1002D" + "00000001" + "01480000" + "E1101200" + "0103A00C34"
                + "0315D1011155046578616D706C652E636F6D2F73682D31FE")
        return front + [UInt8](repeating: 0, count: 160 - front.count)
            + hex("000000BD" + "040000FF" + "00050000" + "00000000" + "00000000")
    }

    /// The same as a Flipper Zero keeps it.
    private static var shelf: [UInt8] {
        func spaced(_ bytes: some Sequence<UInt8>) -> String { bytes.map { [$0].hex }.joined(separator: " ") }
        let pages = (0..<45).map { "Page \($0): \(spaced(memory[($0 * 4)..<($0 * 4 + 4)]))\n" }.joined()
        let text = """
            Filetype: Flipper NFC device
            Version: 4
            Device type: NTAG/Ultralight
            UID: 04 A1 00 00 00 00 01
            ATQA: 00 44
            SAK: 00
            Data format version: 2
            NTAG/Ultralight type: NTAG213
            Signature: \(spaced([UInt8](repeating: 0, count: 32)))
            Mifare version: 00 04 04 02 01 00 0F 03
            Counter 0: 0
            Tearing 0: 00
            Counter 1: 0
            Tearing 1: 00
            Counter 2: 0
            Tearing 2: 00
            Pages total: 45
            Pages read: 45
            \(pages)Failed authentication attempts: 0

            """
        return Array(text.utf8)
    }

    @discardableResult private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = folder.path + "/" + name
        try FileManager.default.createDirectory(atPath: FilePath.parent(of: path), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// A command with an empty journal's place.
    private func run(_ words: String...) -> ToolRun {
        withExtendedLifetime(folder) {
            ToolRun(words: ["read"] + words, environment: ["TAGMILL_JOURNAL": folder.path + "/none.sqlite"])
        }
    }

    @Test func anImageForAPersonAndAsJSON() throws {
        let path = try file("shelf.nfc", Self.shelf)
        let text = run(path)
        #expect(text.code == .success)
        #expect(text.errors.isEmpty)
        #expect(
            text.output == """
                tag     04A10000000001, NTAG213
                image   \(path)
                state   writable, takes a message of up to 137 bytes
                holds   a message of 21 bytes
                   record  content
                1  URI     https://example.com/sh-1

                """)
        let json = run("--json", path)
        #expect(json.code == .success)
        #expect(
            json.output == #"{"schema":"tagmill.tag/1","source":"\#(path)","uid":"04A10000000001","chip":"NTAG213","#
                + #""forum_type":2,"genuine":"unknown","verdict":"message","lock_state":"writable","#
                + #""capacity_bytes":137,"message_bytes":21,"#
                + #""message_hex":"D1011155046578616D706C652E636F6D2F73682D31","records":[{"tnf":1,"#
                + #""type":"U","id":"","payload_hex":"046578616D706C652E636F6D2F73682D31","#
                + #""uri":"https://example.com/sh-1"}],"notes":[]}"# + "\n")
    }

    @Test func aFolderIsWalkedAndWhatIsNoImageIsPassedOverAndCounted() throws {
        try file("dumps/b.nfc", Self.shelf)
        try file("dumps/a/c.nfc", Self.shelf)
        try file("dumps/README.txt", Array("Tags of shelf 12".utf8))
        try file("dumps/notes.md", Array("none".utf8))
        let run = run("--json", folder.path + "/dumps")
        #expect(run.code == .success)
        let lines = run.output.split(separator: "\n")
        #expect(lines.map { $0.contains(#"/dumps/a/c.nfc""#) } == [true, false])
        #expect(lines.map { $0.contains(#"/dumps/b.nfc""#) } == [false, true])
        #expect(run.errors == "2 files of no known kind passed over: README.txt, notes.md\n")
    }

    @Test func severalAreBlocksWithAnEmptyLineBetween() throws {
        let (a, b) = (try file("a.nfc", Self.shelf), try file("b.nfc", Self.shelf))
        let run = run(b, a)
        #expect(run.output.contains("sh-1\n\ntag     04A10000000001"))
        #expect(run.output.contains("image   \(b)\n"))
    }

    @Test func aFileOfNoKnownKindThatWasNamedIsUnreadable() throws {
        let path = try file("README.txt", Array("Tags of shelf 12".utf8))
        let json = run("--json", path)
        #expect(json.code == .notAchieved)
        #expect(json.errors.isEmpty)
        #expect(json.output.contains(#""verdict":"unreadable","lock_state":"unknown","#))
        #expect(json.output.contains(#""notes":["is of no kind of image that is known"#))
        #expect(run(path).output.contains("holds   unreadable: is of no kind of image that is known"))
    }

    @Test func oneThatIsBadIsToldByTheExitCode() throws {
        let good = try file("a.nfc", Self.shelf)
        let bad = try file("b.txt", Array("x".utf8))
        #expect(run(good).code == .success)
        #expect(run(good, bad).code == .notAchieved)
    }

    @Test func aPathThatIsNotThereIsRefused() throws {
        let good = try file("a.nfc", Self.shelf)
        let run = run("--json", good, folder.path + "/none.nfc")
        #expect(run.code == .refused)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("tagmill: \(folder.path)/none.nfc: cannot be read: "))
    }

    @Test func aFolderWithoutImagesIsRefused() throws {
        try file("dumps/README.txt", Array("x".utf8))
        let run = run(folder.path + "/dumps")
        #expect(run.code == .refused)
        #expect(run.errors.hasSuffix("tagmill: \(folder.path)/dumps: no image of a tag is there\n"))
    }

    /// Options of readers are refused, so that none is opened in silence; no PC/SC service is asked.
    @Test(arguments: [["--watch"], ["--reader", "x"], ["--rack", "r.json"], ["--idle-timeout", "3"]])
    func optionsOfReadersAreRefused(_ option: [String]) throws {
        let path = try file("a.nfc", Self.shelf)
        let run = ToolRun(words: ["read", path] + option)
        #expect(run.code == .refused)
        #expect(run.errors == "tagmill: '\(option[0])' is for tags on readers: it cannot stand together with a PATH\n")
    }

    @Test func theProductIsShownOfAnImageToo() throws {
        let path = try file("a.nfc", Self.shelf)
        let catalogue = try file("products.csv", Array("sku,name\nSH-1,Shelf\n".utf8))
        let found = run(path, "--catalog", catalogue)
        #expect(found.code == .success)
        #expect(found.output.hasSuffix("\nproduct SH-1\n        name  Shelf\n"))
        let other = try file("other.csv", Array("sku,name\nSH-2,Shelf\n".utf8))
        #expect(run(path, "--catalog", other).code == .notAchieved)
    }

    /// What the journal knows of the tag of an image.
    @Test func theJournalIsAskedForTheTagOfAnImage() throws {
        let bench = try JobBench()
        _ = try bench.runTwoRows(over: JobBench.goodTags)
        let path = try file("tag.nfc", Self.shelf)
        let run = bench.tool("read", path)
        #expect(run.code == .success)
        #expect(run.output.contains("tag     04A10000000001, NTAG213\n"))
        #expect(run.output.contains("\njournal carries A (row 1 of job job), since 2"))
        #expect(run.output.contains("\nnote    the tag holds another message now than by the journal\n"))
    }
}
