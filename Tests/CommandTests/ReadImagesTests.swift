import Foundation
import Testing

@testable import tagmill

/// `read PATH...`
@Suite struct ReadImagesTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A bare message of one URI, https://example.com/sh-1, as a file.
    private static let message = hex("D1011155046578616D706C652E636F6D2F73682D31")

    private static func hex(_ text: String) -> [UInt8] { MessageInput.hex(text) ?? [] }

    /// The memory of an NTAG213 of the UID 04A10000000001 with that message, else as delivered: 45 pages.
    private static var ntag213: [UInt8] {
        let front = hex("04A1002D" + "00000001" + "01480000" + "E1101200" + "0103A00C34" + "0315") + message + [0xFE]
        return front + [UInt8](repeating: 0, count: 160 - front.count)
            + hex("000000BD" + "040000FF" + "00050000" + "00000000" + "00000000")
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
        let path = try file("shelf.ndef", Self.message)
        let text = run(path)
        #expect(text.code == .success)
        #expect(text.errors.isEmpty)
        #expect(
            text.output == """
                tag     UID unknown, chip unknown
                image   \(path)
                state   unknown
                holds   a message of 21 bytes
                   record  content
                1  URI     https://example.com/sh-1

                """)
        let json = run("--json", path)
        #expect(json.code == .success)
        #expect(
            json.output == #"{"schema":"tagmill.tag/1","source":"\#(path)","uid":null,"chip":null,"forum_type":null,"#
                + #""genuine":"unknown","verdict":"message","lock_state":"unknown","capacity_bytes":null,"#
                + #""message_bytes":21,"message_hex":"D1011155046578616D706C652E636F6D2F73682D31","records":[{"tnf":1,"#
                + #""type":"U","id":"","payload_hex":"046578616D706C652E636F6D2F73682D31","#
                + #""uri":"https://example.com/sh-1"}],"notes":[]}"# + "\n")
    }

    @Test func aFolderIsWalkedAndWhatIsNoImageIsPassedOverAndCounted() throws {
        try file("dumps/b.ndef", Self.message)
        try file("dumps/a/c.ndef", Self.message)
        try file("dumps/README.txt", Array("Tags of shelf 12".utf8))
        try file("dumps/notes.md", Array("none".utf8))
        let run = run("--json", folder.path + "/dumps")
        #expect(run.code == .success)
        let lines = run.output.split(separator: "\n")
        #expect(lines.map { $0.contains(#"/dumps/a/c.ndef""#) } == [true, false])
        #expect(lines.map { $0.contains(#"/dumps/b.ndef""#) } == [false, true])
        #expect(run.errors == "passed over: 2 files of no kind of image that is known\n")
    }

    @Test func severalAreBlocksWithAnEmptyLineBetween() throws {
        let (a, b) = (try file("a.ndef", Self.message), try file("b.ndef", Self.message))
        let run = run(b, a)
        #expect(run.output.contains("sh-1\n\ntag     UID unknown"))
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
        let good = try file("a.ndef", Self.message)
        let bad = try file("b.txt", Array("x".utf8))
        #expect(run(good).code == .success)
        #expect(run(good, bad).code == .notAchieved)
    }

    @Test func aPathThatIsNotThereIsRefused() throws {
        let good = try file("a.ndef", Self.message)
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
        let path = try file("a.ndef", Self.message)
        let run = ToolRun(words: ["read", path] + option)
        #expect(run.code == .refused)
        #expect(run.errors == "tagmill: '\(option[0])' is for tags on readers: it cannot stand together with a PATH\n")
    }

    @Test func theProductIsShownOfAnImageToo() throws {
        let path = try file("a.ndef", Self.message)
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
        let path = try file("tag.bin", Self.ntag213)
        let run = bench.tool("read", path)
        #expect(run.code == .success)
        #expect(run.output.contains("tag     04A10000000001, "))
        #expect(run.output.contains("\njournal carries A (row 1 of job job), since 2"))
        #expect(run.output.contains("\nnote    the tag holds another message now than by the journal\n"))
    }
}
