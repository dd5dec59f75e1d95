import Crypto
import Foundation
import Jobs
import Provisioning
import SQLiteJournal
import Testing

@testable import tagmill

/// Commands that are printed as the next step: typed as they stand they speak of the journal that the command line named.
@Suite struct NextCommandTests {
    private let bench: JobBench
    /// What each of them must end with.
    private let ending: String
    private let journal: String

    init() throws {
        bench = try JobBench()
        journal = bench.path + "/my journal.sqlite"
        ending = " --journal '\(journal)'"
    }

    private func id(_ folder: String) -> String { String(folder.split(separator: "/").last ?? "") }

    private func tool(_ words: String...) -> ToolRun { ToolRun(words: words + ["--journal", journal]) }

    /// A run in the journal that the command line names; returns its folder.
    private func run(over tags: String, _ words: String...) throws -> ToolRun {
        let job = try bench.file("job.csv", JobBench.twoRows)
        return ToolRun(
            words: ["run", job, "--rack", try bench.rack(tags), "--out", bench.path + "/out", "--journal", journal]
                + words)
    }

    private func folder(_ run: ToolRun) throws -> String {
        String(try #require(run.output.split(separator: "\n").last))
    }

    @Test func wordsAreThoseOfAShell() throws {
        let table = OptionTable.journal
        let named = try Arguments(["--journal=/a b"], table: table, command: "runs")
        #expect(named.nextCommand("rerun", "/it's/f.csv") == #"tagmill rerun '/it'\''s/f.csv' --journal '/a b'"#)
        let plain = try Arguments([], table: table, command: "runs")
        #expect(plain.nextCommand("resume", "20261130T081500Z-tags") == "tagmill resume 20261130T081500Z-tags")
    }

    @Test func afterARunThatFailed() throws {
        let run = try run(over: JobBench.badTags + #", {"chip": "NTAG213", "uid": "04A90000000001"}"#)
        let folder = try folder(run)
        #expect(run.errors.hasSuffix("what is left is made by: tagmill rerun \(folder)/failures.csv\(ending)\n"))
        let nothing = tool("resume", "last")
        #expect(nothing.errors.hasSuffix("what failed is made by: tagmill rerun \(id(folder))\(ending)\n"))
    }

    /// The journal has a bad row as it was: named by its run, the rerun would be refused.
    @Test func afterARunWithBadRows() throws {
        let job = try bench.file("bad.csv", "sku,url\nA,https://example.com/a\nB,nothing\n")
        let rack = try bench.rack(JobBench.goodTags)
        let first = ToolRun(
            words: ["run", job, "--skip-bad-rows", "--rack", rack, "--out", bench.path + "/out", "--journal", journal])
        let folder = try folder(first)
        let steps =
            "1 row is bad: correct it in \(folder)/failures.csv before that file is run again; what is left is made by: "
            + "tagmill rerun \(folder)/failures.csv\(ending)\n"
        let named = tool("resume", "last")
        #expect(
            named.errors == "run \(id(folder)): nothing is left to go on with: 1 written, 1 invalid; " + steps)
        let unnamed = tool("resume")
        #expect(
            unnamed.errors == "no run is left to go on with\nthe newest, run \(id(folder)): 1 written, 1 invalid; "
                + steps)
    }

    /// What a later run made is not to be made again.
    @Test func afterARunWhoseFailuresWereTaken() throws {
        let failed = try folder(try run(over: JobBench.badTags + #", {"chip": "NTAG213", "uid": "04A90000000001"}"#))
        let rack = try bench.rack(#"{"chip": "NTAG213", "uid": "04A90000000002"}"#)
        let rerun = tool("rerun", failed + "/failures.csv", "--rack", rack, "--out", bench.path + "/out")
        #expect(rerun.code == .success, "\(rerun.errors)")
        #expect(!tool("resume", id(failed)).errors.contains("made by"))
    }

    @Test func afterARunThatStopped() throws {
        let first = try run(over: #"{"chip": "NTAG213", "uid": "04A10000000001"}"#)
        let folder = try folder(first)
        let resume = "tagmill resume \(id(folder))\(ending)\n"
        #expect(first.errors.contains("go on with: \(resume)"), "\(first.errors)")
        #expect(tool("runs").errors == "go on with: \(resume)")
        let rerun = "tagmill rerun \(id(folder))\(ending)\n"
        let other = tool("resume", "--attempts", "7")
        #expect(other.errors.hasSuffix("with these options: \(rerun)"), "\(other.errors)")
        #expect(tool("runs", "show", "2031").errors.hasSuffix("they are listed by: tagmill runs\(ending)\n"))
        let second = try run(over: #"{"chip": "NTAG213", "uid": "04A20000000001"}"#)
        #expect(second.errors.contains("to go on with it instead: \(resume)"))
        try bench.file("job.csv", JobBench.twoRows + "C,https://example.com/c\n")
        let changed = tool("resume", id(folder))
        #expect(changed.errors.hasSuffix("as they were recorded: \(rerun)"), "\(changed.errors)")
    }

    @Test func aReportOfARunThatDiedOrWasForgotten() throws {
        let folder = try folder(try run(over: #"{"chip": "NTAG213", "uid": "04A10000000001"}"#))
        do {
            let journal = try SQLiteJournal(path: journal, createIfMissing: false, digest: { SHA256.digest($0) })
            let execution = Execution(startedAt: Timestamp(milliseconds: 1), station: "here", version: "0")
            try journal.reopen(run: id(folder), execution, releasingInDoubt: false)
        }
        let died = tool("report", "last")
        #expect(died.errors.hasSuffix("go on with: tagmill resume \(id(folder))\(ending)\n"), "\(died.errors)")
        #expect(tool("runs", "forget", "last", "--yes").code == .success)
        let forgotten = tool("report", "last")
        #expect(forgotten.errors.hasSuffix("is shown by: tagmill runs show \(id(folder))\(ending)\n"))
    }
}
