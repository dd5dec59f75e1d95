import Foundation
import Testing

@testable import tagmill

/// Reruns of items whose lock or protection came out half: each goes to the tag that it is on, and to no other.
@Suite struct HalfDoneRerunTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private static let half = "04BB0000000001"
    /// It takes every page but that of the dynamic lock bytes.
    private static let halfTag =
        #"{"chip": "NTAG213", "uid": "04BB0000000001", "faults": [{"page": 40, "fault": "no-write"}]}"#
    private static let otherTag = #"{"chip": "NTAG213", "uid": "04A10000000001"}"#

    private func folder(_ run: ToolRun) throws -> String {
        String(try #require(run.output.split(separator: "\n").last, "\(run.errors)"))
    }

    /// A run of one row that is to be locked, over the tag that comes out half.
    private func halfRun() throws -> (run: ToolRun, folder: String) {
        let job = try bench.file("job.csv", "sku,url\nA,https://example.com/a\n")
        let run = bench.run("run", job, "--lock", "--yes", "--rack", try bench.rack(Self.halfTag))
        return (run, try folder(run))
    }

    @Test func theEndOfTheRunNamesTheTagAndWhatFinishesIt() throws {
        let (run, folder) = try halfRun()
        #expect(run.code == .notAchieved)
        #expect(run.errors.contains("keep these tags: their lock or protection is incomplete"), "\(run.errors)")
        #expect(run.errors.contains("lay these very tags in: tagmill rerun \(folder)/failures.csv"))
        #expect(run.errors.contains("  04BB0000000001  A  lock\n"))
    }

    @Test(arguments: ["failures.csv", "report.json", "last"]) func aRerunGivesTheItemToNoOtherTag(_ name: String) throws
    {
        let (_, first) = try halfRun()
        for journal in [bench.journal, bench.path + "/none.sqlite"] where name != "last" || journal == bench.journal {
            let rerun = bench.run(
                "rerun", name == "last" ? name : "\(first)/\(name)", "--yes", "--rack", try bench.rack(Self.otherTag),
                "--journal", journal)
            #expect(rerun.errors.contains("row 1 waits for tag 04BB0000000001: its lock came out half there"))
            #expect(!rerun.errors.contains("1 written"), "\(rerun.errors)")
            #expect(rerun.errors.contains("wait until they are laid again, with: tagmill resume"), "\(rerun.errors)")
            let report = try bench.text(try folder(rerun) + "/report.csv")
            #expect(report.contains(",pending,,\"waits for tag 04BB0000000001, on which"), "\(report)")
        }
    }

    /// What a rerun leaves waiting waits in the next one too.
    @Test func aRerunOfARerunKeepsIt() throws {
        _ = try halfRun()
        let other = try bench.rack(Self.otherTag)
        for words in ["its lock came out half there", "its lock or protection came out half there"] {
            let rerun = bench.run("rerun", "last", "--yes", "--rack", other)
            #expect(rerun.errors.contains("row 1 waits for tag 04BB0000000001: \(words)"), "\(rerun.errors)")
            #expect(!rerun.errors.contains("1 written"))
        }
        // The tag itself, as it came out, and another that comes first.
        let tag = #"{"chip": "NTAG213", "uid": "04BB0000000001"}"#
        let finished = bench.run("rerun", "last", "--yes", "--rack", try bench.rack(Self.otherTag + ", " + tag))
        #expect(finished.code == .success, "\(finished.errors)")
        let line = try bench.text(try folder(finished) + "/report.csv").split(separator: "\n").last
        #expect(line?.contains("04BB0000000001") == true && line?.contains(",written,") == true)
    }

    @Test func itIsReleasedWhereThatIsAsked() throws {
        _ = try halfRun()
        let rerun = bench.run("rerun", "last", "--yes", "--release-in-doubt", "--rack", try bench.rack(Self.otherTag))
        #expect(rerun.code == .success, "\(rerun.errors)")
        let report = try bench.text(try folder(rerun) + "/report.csv")
        #expect(report.contains("write also began on 04BB0000000001 (released)"))
    }

    @Test func theTagIsNoPlainDuplicate() throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://example.com/a\nB,https://example.com/b\n")
        let rack = try bench.rack(Self.halfTag)
        let first = bench.run("run", job, "--lock", "--yes", "--rack", rack)
        #expect(first.errors.contains("go on with: tagmill resume"))
        let resumed = bench.tool("resume", "--yes", "--rack", rack)
        let report = try bench.text(try folder(first) + "/report.json")
        #expect(
            report.contains("row 1 ended on this tag in this run, and its lock is incomplete; a rerun of this run"),
            "\(resumed.errors)")
    }
}
