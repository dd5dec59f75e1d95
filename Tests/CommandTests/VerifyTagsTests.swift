import Jobs
import Provisioning
import Simulation
import Tags
import Testing

@testable import tagmill

/// Tags of a rack in the place of images.
@Suite struct VerifyTagsTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private func golden(_ rows: String) throws -> String { try bench.file("golden.csv", "sku,url,uid\n" + rows) }

    private func tag(_ last: Int, _ name: String) throws -> String {
        try TagFile("04A1000000000\(last)", uri: "https://a.example/\(name)").racked
    }

    @Test func tagsOfARackInAnyOrder() throws {
        let golden = try golden("A,https://a.example/a,\nB,https://a.example/b,04A10000000002\n")
        let rack = try bench.rack([tag(2, "b"), tag(1, "a")].joined(separator: ","))
        let run = bench.tool("verify", golden, "--rack", rack)
        #expect(run.output == "2 match\n")
        #expect(
            run.errors
                == "match B, tag 04A10000000002, Reader A 00 00\nmatch A, tag 04A10000000001, Reader A 00 00\n")
        #expect(run.code == .success)
        #expect(!bench.exists(bench.journal))
        let quiet = bench.tool("verify", golden, "--rack", rack, "--quiet")
        #expect(quiet.errors.isEmpty)
        #expect(quiet.output == "2 match\n")
    }

    @Test func whatIsNotAsExpected() throws {
        let golden = try golden(
            "A,https://a.example/a,\nB,https://a.example/b,04A10000000002\nC,https://a.example/c,\n")
        let rack = try bench.rack([tag(1, "x"), tag(2, "c"), tag(4, "c"), tag(1, "x")].joined(separator: ","))
        let run = bench.tool("verify", golden, "--rack", rack)
        #expect(
            run.output == """
                differs A, tag 04A10000000001, Reader A 00 00: record 1: the URI "https://a.example/a" is expected, and \
                "https://a.example/x" is there; nothing on the tag points to this row, which is compared as the next one \
                without a tag
                differs B, tag 04A10000000002, Reader A 00 00: record 1: the URI "https://a.example/b" is expected, and \
                "https://a.example/c" is there
                duplicate tag 04A10000000001, Reader A 00 00: the tag 04A10000000001 was seen before: Reader A 00 00
                1 match, 2 differ, 1 duplicate

                """)
        #expect(run.errors.hasPrefix("no match for tag 04A10000000001, Reader A 00 00: "))
        #expect(run.code == .notAchieved)
    }

    @Test func onAScreenALineThatWasSaidIsNotSaidAgain() throws {
        let golden = try golden("A,https://a.example/a,04A10000000001\nB,https://a.example/b,\n")
        let rack = try bench.rack([tag(1, "x"), tag(2, "y")].joined(separator: ","))
        let words = ["verify", golden, "--rack", rack]
        let piped = ToolRun(words: words)
        #expect(piped.errors.hasPrefix("differs A, "))
        #expect(piped.output.split(separator: "\n").map { $0.prefix(9) } == ["differs A", "differs B", "0 match, "])
        // What it was compared with in the end is new.
        let screen = ToolRun(words: words, onScreen: true)
        #expect(screen.errors.hasPrefix("differs A, "))
        #expect(screen.output.split(separator: "\n").map { $0.prefix(9) } == ["differs B", "0 match, "])
        let quiet = ToolRun(words: words + ["--quiet"], onScreen: true)
        #expect(quiet.output == piped.output)
    }

    /// All tags of a rack are seen, also behind the last that is expected.
    @Test func unexpectedTagsBehindTheLastAreTold() throws {
        let golden = try golden("A,https://a.example/a,\n")
        let rack = try bench.rack([tag(1, "a"), tag(2, "b")].joined(separator: ","))
        let run = bench.tool("verify", golden, "--rack", rack)
        #expect(run.output.hasSuffix("1 match, 1 unexpected\n"))
        #expect(run.code == .notAchieved)
    }

    @Test func aRackThatEndsBeforeLeavesTheRestMissing() throws {
        let golden = try golden("A,https://a.example/a,\nB,https://a.example/b,\n")
        let run = bench.tool("verify", golden, "--rack", try bench.rack(tag(1, "a")))
        #expect(run.output == "missing B (line 3): no tag was left that could be this one\n1 match, 1 missing\n")
        #expect(run.code == .notAchieved)
    }

    @Test func theReportOfARunIsVerifiedOnItsTags() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let rack = try bench.rack(
            [TagFile("04A10000000001", uri: "https://example.com/a").racked, TagFile("04A10000000002").racked]
                .joined(separator: ","))
        let run = bench.tool("verify", folder + "/report.csv", "--rack", rack)
        #expect(
            run.output.hasPrefix(
                "differs B, tag 04A10000000002, Reader A 00 00: 1 record is expected, and the tag holds none\n"))
        #expect(run.code == .notAchieved)
    }

    /// Field case 17: a phone or card emulation is no tag of the set.
    @Test(arguments: [
        (Reason.notATag, false), (.severalTags, false), (.readerError, false), (.chipUnsupported, true),
        (.tagDamaged, true),
        (.tagPassword, true),
    ])
    func whatIsNoTagIsNotCounted(_ reason: Reason, _ isCounted: Bool) {
        let rejection = Rejection(reason, "it has a random UID")
        #expect(VerifyTags.whyNotCounted(rejection) == (isCounted ? nil : "it has a random UID"))
        #expect(VerifyTags.whyNotCounted(nil) == nil)
    }

    /// Faults that never came are named at the end: of every tag of the rack, and of the one that was taken.
    @Test func faultsThatNeverCameAreNamed() throws {
        let faulty =
            #"{"chip": "NTAG213", "count": 2, "uid": "04A10000000008", "faults": [{"at": 99, "fault": "remove"}]}"#
        let rack = try bench.rack(faulty)
        let all = "readers[0].tags[0].faults[0] (at 99: remove): its exchange never came on 2 tags"
        let golden = try golden("A,https://a.example/a,\n")
        #expect(bench.tool("verify", golden, "--rack", rack).errors.contains(all))
        #expect(bench.tool("read", "--watch", "--rack", rack).errors.contains(all))
        let one = "its exchange never came on 1 tag\n"
        #expect(bench.tool("read", "--rack", rack).errors.contains(one))
        #expect(bench.tool("tag", "dump", bench.path + "/a.nfc", "--rack", rack).errors.contains(one))
    }

    @Test func whatCannotBeReadIsUnreadable() throws {
        let golden = try golden("A,https://a.example/a,\n")
        let protected = #"{"chip": "NTAG213", "uid": "04A10000000003", "pages": {"41": "04000004", "42": "80050000"}}"#
        let run = bench.tool(
            "verify", golden, "--rack", try bench.rack([protected, tag(1, "a")].joined(separator: ",")))
        #expect(run.output.hasPrefix("unreadable "))
        #expect(run.output.contains("password"))
        #expect(run.output.hasSuffix("1 match, 1 unreadable\n"))
        #expect(run.code == .notAchieved)
    }

    /// At readers of PC/SC a person has no more tags than are expected: it ends with the last of them.
    @Test func itEndsWhenEveryExpectationHasATag() throws {
        let tags = [RackTag(.ntag213, count: 3, uid: UID(hex: "04A10000000001"))]
        let rack = try Rack(
            RackFile(readers: [RackReader("Reader A 00 00", model: .part3, tags: tags)]), keepsLog: false)
        let golden = GoldenSet(
            name: "golden", columns: [],
            expectations: (1...2).map { row in
                Jobs.Expectation(key: ItemKey(row: row, copy: 1), line: row + 1, cells: [], message: [0xD0, 0, 0])
            })
        let (output, errors) = (RecordedOutput(), RecordedOutput())
        let arguments = try Arguments(["golden.csv"], table: CommandTable.verify.options, command: "verify")
        let context = CommandContext(
            arguments: arguments,
            surroundings: Surroundings(
                environment: [:], outputIsTerminal: false, errorIsTerminal: false, inputIsTerminal: false),
            console: Console(standardOutput: output, standardError: errors))
        let options = try VerifyOptions(arguments)
        let code = try VerifyTags(
            context: context, readerOptions: options.readers,
            output: VerifyOutput(context: context, options: options)
        ).run(TagMatching(golden), on: ReaderSource(readers: rack.readers, rack: nil))
        #expect(code == .success)
        #expect(output.text == "2 match\n")
        #expect(errors.text.hasPrefix("2 tags are expected; lay one after another, in any order, on the reader"))
    }

    /// A signal that comes behind the last tag takes nothing from the result; on a rack others may yet come.
    @Test func whenEveryTagWasSeen() {
        #expect(VerifyTags.isWhole(isRack: false, hasTagForEach: true))
        #expect(!VerifyTags.isWhole(isRack: false, hasTagForEach: false))
        #expect(!VerifyTags.isWhole(isRack: true, hasTagForEach: true))
    }

    @Test func withoutAReaderNothingIsCompared() throws {
        let golden = try golden("A,https://a.example/a,\n")
        let run = bench.tool("verify", golden, "--rack", try bench.rack(tag(1, "a")), "--reader", "none")
        #expect(run.code == .unavailable)
        #expect(run.output.isEmpty)
    }
}
