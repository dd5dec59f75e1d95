import Foundation
import Testing

@testable import tagmill

/// What `read` says of a tag out of the journal.
@Suite struct TagLedgerTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private func read(_ tag: String, _ words: String..., journal: String? = nil) throws -> ToolRun {
        ToolRun(
            words: ["read", "--rack", try bench.rack(tag)] + words,
            environment: ["TAGMILL_JOURNAL": journal ?? bench.journal])
    }

    private func id(_ folder: String) -> String { String(folder.split(separator: "/").last ?? "") }

    private static let blank = #"{"chip": "NTAG213", "uid": "04A10000000001"}"#

    /// What row A of the bench's job puts on a tag: https://example.com/a.
    private static let holdingA =
        #"{"chip": "NTAG213", "uid": "04A10000000001", "pages": {"4": "0312D101", "5": "0E550465", "6": "78616D70", "#
        + #""7": "6C652E63", "8": "6F6D2F61", "9": "FE000000"}}"#

    @Test func whatATagCarries() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let text = try read(Self.holdingA)
        #expect(text.code == .success)
        #expect(text.errors.isEmpty)
        let line = try #require(text.output.split(separator: "\n").first { $0.hasPrefix("journal ") })
        #expect(line.hasPrefix("journal carries A (row 1 of job job), since 2"))
        #expect(line.hasSuffix("Z, by run \(id(folder))"))
        #expect(!text.output.contains("\nnote"))
        let json = try read(Self.holdingA, "--json")
        #expect(json.output.contains(#""notes":["journal: carries A (row 1 of job job), since 2"#))
        #expect(json.output.hasSuffix(#", by run \#(id(folder))"]}"# + "\n"))
    }

    @Test func aTagThatHoldsSomethingElseThanTheJournalSays() throws {
        _ = try bench.runTwoRows(over: JobBench.goodTags)
        #expect(
            try read(Self.blank).output.contains(
                "\nnote    the tag holds no message now; by the journal it carries one of 18 bytes\n"))
        let other = Self.holdingA.replacing("6F6D2F61", with: "6F6D2F7A")
        let run = try read(other, "--json")
        #expect(run.code == .success)
        #expect(run.output.contains(#""notes":["the tag holds another message now than by the journal","journal: c"#))
    }

    @Test func aWriteWhoseEndIsNotKnown() throws {
        let folder = try bench.runTwoRows(over: JobBench.doubtfulTag)
        let run = try read(#"{"chip": "NTAG213", "uid": "04DD0000000001"}"#)
        #expect(run.output.contains("\njournal in doubt: a write of A (row 1 of job job) began at 2"))
        #expect(run.output.contains(", by run \(id(folder)), and its end is not known\n"))
    }

    @Test func aTagThatTheJournalDoesNotKnow() throws {
        _ = try bench.runTwoRows(over: JobBench.goodTags)
        let run = try read(#"{"chip": "NTAG213", "uid": "04EE0000000001"}"#)
        #expect(run.code == .success)
        #expect(!run.output.contains("journal"))
    }

    /// Reading makes no journal, and says nothing of one that nobody asked for.
    @Test func aJournalThatIsNotThere() throws {
        let silent = try read(Self.blank)
        #expect(silent.code == .success)
        #expect(silent.errors.isEmpty)
        let named = try read(Self.blank, "--journal", bench.path + "/none.sqlite")
        #expect(named.code == .success)
        #expect(
            named.errors == "warning: \(bench.path)/none.sqlite: there is no journal; the tag is read without it\n")
        #expect(named.output == silent.output)
        #expect(!bench.exists(bench.path + "/none.sqlite"))
        #expect(!bench.exists(bench.journal))
    }

    @Test func aJournalThatIsNamedAndNoneIsAnError() throws {
        let file = try bench.file("job.csv", JobBench.twoRows)
        for run in [try read(Self.blank, "--journal", file), try read(Self.blank, journal: file)] {
            #expect(run.code == .unavailable)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(file))
        }
    }

    @Test func aJournalNobodyNamedKeepsNoTagFromBeingRead() throws {
        let file = try bench.file("job.csv", JobBench.twoRows)
        let errors = RecordedOutput()
        let console = Console(standardOutput: RecordedOutput(), standardError: errors)
        var options = try JournalOptions(
            try Arguments(["--journal", file], table: CommandTable.read.options, command: "read"),
            in: Surroundings(environment: [:], outputIsTerminal: false, errorIsTerminal: false, inputIsTerminal: false))
        #expect(throws: CommandError.self) { try TagLedger.open(options, console: console) }
        options.source = .byDefault
        #expect(try TagLedger.open(options, console: console) == nil)
        #expect(errors.text.hasSuffix("; the tag is read without the journal\n"))
    }
}
