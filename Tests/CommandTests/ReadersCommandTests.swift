import Foundation
import Provisioning
import ReaderModels
import Testing

@testable import tagmill

/// A rack file in a folder of its own.
struct ScratchRack {
    let folder: ScratchFolder
    var path: String { folder.path + "/rack.json" }

    init(_ text: String) throws {
        folder = try ScratchFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    /// A command line with this rack, while the folder is there.
    func run(_ words: String...) -> ToolRun {
        withExtendedLifetime(folder) {
            // No journal is there: what one of the folder in which tests run says does not count.
            ToolRun(words: words + ["--rack", path], environment: ["TAGMILL_JOURNAL": folder.path + "/none.sqlite"])
        }
    }

    static let left = "ACS ACR122U PICC Interface 00 00"
    static let right = "Part 3 Reader 00 00"

    /// Two readers with these tags.
    init(left: String = "", right: String = "") throws {
        try self.init(
            #"{"readers": [{"name": "\#(Self.left)", "model": "acr122u", "tags": [\#(left)]}, "#
                + #"{"name": "\#(Self.right)", "model": "part3", "tags": [\#(right)]}]}"#)
    }
}

@Suite struct ReadersCommandTests {
    @Test func theReadersOfARackAreListed() throws {
        let rack = try ScratchRack(left: #"{"chip": "NTAG213"}"#)
        let run = rack.run("readers")
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                   reader                            model         slot         state
                1  ACS ACR122U PICC Interface 00 00  ACS ACR122U   contactless  tag
                2  Part 3 Reader 00 00               PC/SC part 3  contactless  empty

                """)
        let json = rack.run("readers", "--json", "--reader", "part 3")
        #expect(
            json.output
                == #"[{"number":2,"name":"Part 3 Reader 00 00","model":"part3","title":"PC/SC part 3","slot":"contactless","#
                + #""state":"empty"}]"# + "\n")
    }

    @Test func aPatternThatMatchesNothingListsWhatIsThere() throws {
        let run = try ScratchRack().run("readers", "--reader", "zzz")
        #expect(run.code == .unavailable)
        let there = "\n  \(ScratchRack.left)\n  \(ScratchRack.right)\n"
        #expect(run.errors == "tagmill: no reader matches 'zzz'; there are:" + there)
        #expect(run.output.isEmpty)
    }

    @Test func readersThatTakeNoTagsAreListedAndOfNoUse() throws {
        let rack = try ScratchRack(#"{"readers": [{"name": "X SAM 00 01", "model": "part3", "tags": []}]}"#)
        let run = rack.run("readers")
        #expect(run.code == .unavailable)
        #expect(run.output.contains("X SAM 00 01  SAM slot  not for tags"))
        #expect(run.errors.contains("no reader for tags is there"))
        #expect(rack.run("read").code == .unavailable)
    }

    @Test(arguments: [
        (#"{"readers": ["#, "is no JSON: line 1, byte 13: the [ that stands here is never closed"),
        ("{\"readers\":\n [x]}", "is no JSON: line 2, byte 3: this is no value; a string stands in quotes"),
        (#"{"readers": []}"#, "readers: a rack needs at least one"),
        (
            #"{"readers": [{"name": "A", "model": "part3", "tagz": []}]}"#,
            #"readers[0].tagz: unknown key; did you mean "tags"?"#
        ),
        (
            #"{"readers": [{"name": "A", "model": "part3"}, {"name": "A", "model": "part3"}]}"#,
            "readers[1].name: another reader has this name"
        ),
    ])
    func aRackThatIsRefusedSaysWhere(text: String, reason: String) throws {
        let rack = try ScratchRack(text)
        let run = rack.run("readers")
        #expect(run.code == .refused)
        #expect(run.errors == "tagmill: \(rack.path): \(reason)\n")
    }

    // MARK: Without readers

    /// Readers that cannot be listed, or are none.
    private final class NoReaders: Readers {
        let error: ReadersError?
        init(_ error: ReadersError?) { self.error = error }
        func list() throws(ReadersError) -> [ReaderInfo] {
            if let error { throw error }
            return []
        }
        func waitForChange(from known: [ReaderInfo]) throws(ReadersError) { throw ReadersError(.cancelled) }
        func open(_ reader: ReaderInfo) throws(ReadersError) -> any ReaderSlot { throw ReadersError(.readerLost) }
        func cancel() {}
    }

    @Test(arguments: [ReadersError.Code.noService, .accessDenied])
    func withoutServiceTheCausesAreNamed(code: ReadersError.Code) throws {
        let source = ReaderSource(readers: NoReaders(ReadersError(code, context: "X")), rack: nil)
        do throws(CommandError) {
            _ = try source.list()
            Issue.record("no error")
        } catch {
            #expect(error.exitCode == .unavailable)
            #expect(error.sentence.contains("(X)\n"))
        }
    }

    @Test func withoutReadersTheCausesAreNamed() throws {
        let source = ReaderSource(readers: NoReaders(nil), rack: nil)
        let error = source.noReader(among: try source.list())
        #expect(error.exitCode == .unavailable)
        #expect(error.sentence.hasPrefix("no reader for tags is there\n"))
    }
}
