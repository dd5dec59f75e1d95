import Foundation
import Tags
import Testing

@testable import tagmill

/// `tag restore` of images onto tags on virtual readers.
@Suite struct TagRestoreCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private static let uid = "04A10000000001"
    private static let laid = #"{"chip": "NTAG213", "uid": "04A10000000002"}"#

    private func restore(_ file: String, on tag: String, _ words: String...) throws -> ToolRun {
        ToolRun(words: ["tag", "restore", file, "--rack", try bench.rack(tag, model: "acr122u")] + words)
    }

    private func image(_ name: String = "shelf.nfc", _ text: String = "Tea") throws -> String {
        try bench.file(name, TagFile(Self.uid, text: text).flipper)
    }

    @Test func anImageComesBack() throws {
        let path = try image()
        let run = try restore(path, on: Self.laid, "--yes")
        #expect(run.code == .success, "\(run.output)\(run.errors)")
        #expect(run.output.contains("plan          pages 5-8 are written from the image\nwrites        pages 5-8\n"))
        #expect(run.output.contains("done          read back after a new activation, and equal"))
        let json = try restore(path, on: Self.laid, "--yes", "--json")
        #expect(json.output.contains(#""act":"restore","result":"done""#))
        #expect(json.output.contains(#""pages":[5,6,7,8]"#))
    }

    /// What was dumped of one tag comes onto another; the UID and what is beside the user pages stay.
    @Test(arguments: ["a.nfc", "a.bin", "a.json"]) func whatWasDumped(name: String) throws {
        let from =
            #"{"chip": "NTAG213", "uid": "\#(Self.uid)", "pages": {"3": "E110120F", "5": "340305D1", "6": "01015501", "7": "FE000000", "39": "01020304", "40": "010000BD", "41": "44000C04"}}"#
        let path = bench.path + "/" + name
        let dump = ToolRun(words: ["tag", "dump", path, "--rack", try bench.rack(from, model: "acr122u")])
        #expect(dump.code == .success, "\(dump.errors)")
        let run = try restore(path, on: Self.laid, "--yes", "--json")
        #expect(run.code == .success, "\(run.output)\(run.errors)")
        #expect(run.output.contains(#""uid":"04A10000000002""#))
        #expect(run.output.contains(#""lock_state":"writable""#))
        #expect(run.errors.contains("a mirror was on over pages"))
    }

    /// Pages that the image does not know are counted, whatever is done.
    @Test func pagesThatTheImageDoesNotKnow() throws {
        var file = try TagFile(Self.uid, text: "Tea")
        file.pagesRead = 38
        let path = try bench.file("part.nfc", file.flipper)
        let words = "2 user pages stay as the tag has them, since the image does not know them: pages 38-39"
        let run = try restore(path, on: Self.laid, "--yes")
        #expect(run.output.contains("plan          " + words), "\(run.output)")
        #expect(run.output.contains("done          read back after a new activation, and equal; " + words))
        #expect(try restore(path, on: Self.laid, "--yes", "--json").output.contains(#""unknown_pages":[38,39]}"#))
        let same = try restore(path, on: file.racked, "--yes")
        #expect(same.output.contains("nothing-to-do it holds what the image holds; " + words), "\(same.output)")
        file.pagesRead = 4
        let none = try restore(try bench.file("none.nfc", file.flipper), on: Self.laid, "--yes")
        #expect(none.code == .refused)
        #expect(none.errors.contains("knows none of its user pages: there is nothing to restore"), "\(none.errors)")
    }

    @Test func whatIsRefusedBeforeATag() throws {
        let path = try image()
        let cases: [(file: String, words: [String], sentence: String)] = [
            (path, [], "without a terminal '--yes' must agree"),
            (path, ["--yes", "--page", "0"], "page 0 holds the UID, and is never written"),
            (path, ["--yes", "--page", "43"], "page 43 holds a password or key"),
            (path, ["--yes", "--page", "x"], "'--page' must be the number of a page"),
            (bench.path + "/none.nfc", ["--yes"], "cannot be read"),
            (try bench.file("m.ndef", "\u{D1}"), ["--yes"], "m.ndef: "),
            (try bench.file("x.txt", "hello"), ["--yes"], "is of no kind of image that is known"),
        ]
        for test in cases {
            let run = ToolRun(words: ["tag", "restore", test.file, "--rack", try bench.rack(Self.laid)] + test.words)
            #expect(run.code == .refused, "\(test.words)")
            #expect(run.errors.contains(test.sentence), "\(run.errors)")
        }
    }

    @Test func aTagThatCannotTakeIt() throws {
        let path = try image()
        let other = try restore(path, on: #"{"chip": "NTAG215"}"#, "--yes")
        #expect(other.code == .notAchieved)
        #expect(
            other.output.contains("rejected      chip-mismatch: the image is of a NTAG213, and the tag is a NTAG215"))
        let locked = try restore(path, on: #"{"chip": "NTAG213", "pages": {"2": "60484000"}}"#, "--yes")
        #expect(locked.output.contains("rejected      tag-locked"))
    }

    @Test func pagesByName() throws {
        let path = try image()
        let run = try restore(path, on: Self.laid, "--yes", "--page", "3", "--page", "41", "--dry-run")
        #expect(run.code == .success, "\(run.output)")
        #expect(run.output.contains("writes        pages 5-8\n"))
    }
}
