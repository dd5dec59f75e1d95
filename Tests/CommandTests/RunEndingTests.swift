import Foundation
import Testing

@testable import tagmill

/// What the end of a run says and advises.
@Suite struct RunEndingTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private func run(_ tags: String, _ words: String...) throws -> ToolRun {
        let job = try bench.file("job.csv", JobBench.twoRows)
        let all = ["run", job, "--rack", try bench.rack(tags), "--out", bench.path + "/out"] + words
        return ToolRun(words: all, environment: ["TAGMILL_JOURNAL": bench.journal])
    }

    /// Two tags that nobody formatted.
    private static let unformatted =
        #"{"chip": "NTAG213", "count": 2, "uid": "04A10000000001", "pages": {"3": "00000000"}}"#

    @Test func tagsWithoutAContainerNameWhatGivesThemOne() throws {
        let run = try run(Self.unformatted)
        #expect(run.errors.contains("go on with other tags: tagmill resume "), "\(run.errors)")
        let id = String(try #require(run.output.split(separator: "/").last).dropLast())
        let advice =
            "2 tags have no capability container (tag-unformatted); to give them one, for ever, do this instead: "
            + "tagmill rerun \(id) --format-blank"
        #expect(run.errors.split(separator: "\n").count { $0.hasPrefix(advice) } == 1, "\(run.errors)")
        let done = bench.run("rerun", id, "--format-blank", "--yes", "--rack", try bench.rack(Self.unformatted))
        #expect(done.code == .success, "\(done.errors)")
        #expect(!done.errors.contains("tag-unformatted"))
    }

    /// A run that is complete, and one whose items other tags took since, have nothing to be made on them.
    @Test func whereNothingIsLeftNoContainerIsAdvised() throws {
        let one = Self.unformatted.replacing("\"count\": 2, ", with: "")
        let good = JobBench.goodTags.replacing("04A1", with: "04A3")
        let whole = try run(one + ", " + good)
        #expect(whole.code == .success, "\(whole.errors)")
        #expect(!whole.errors.contains("--format-blank"), "\(whole.errors)")
        let stopped = try run(one, "--again")
        #expect(
            stopped.errors.contains(
                "1 tag has no capability container (tag-unformatted); to give it one, for ever, do this instead: "),
            "\(stopped.errors)")
        let more = try bench.rack(JobBench.goodTags.replacing("04A1", with: "04A4"))
        let resumed = bench.tool("resume", "last", "--rack", more)
        #expect(resumed.code == .success, "\(resumed.errors)")
        #expect(!resumed.errors.contains("--format-blank"), "\(resumed.errors)")
    }

    /// What is printed works as it stands: bad rows, which the journal has as they were, are left for their file.
    @Test func besideBadRowsTheAdviceTakesTheOthers() throws {
        let job = try bench.file("job.csv", JobBench.twoRows + "C,nothing\n")
        let run = bench.run("run", job, "--skip-bad-rows", "--rack", try bench.rack(Self.unformatted))
        let folder = run.output.dropLast()
        let id = String(try #require(folder.split(separator: "/").last))
        #expect(
            run.errors.contains("1 row is bad: correct it in \(folder)/failures.csv before that file is run again\n"))
        let words = ["rerun", id, "--format-blank", "--only", "failed,in-doubt,pending"]
        #expect(run.errors.contains("do this instead: tagmill " + words.joined(separator: " ") + "\n"), "\(run.errors)")
        let rerun = bench.tool(words + ["--out", bench.path + "/out", "--rack", try bench.rack(Self.unformatted)])
        #expect(rerun.code == .success, "\(rerun.errors)")
        #expect(rerun.errors.hasSuffix("complete: 2 written\n"))
    }

    /// Its row waits for no other tag: it failed, and is made from its file.
    @Test func aBoundTagWithoutAContainerIsMadeFromItsFile() throws {
        let job = try bench.file("bound.csv", "sku,url,uid\nA,https://example.com/a,04A10000000001\n")
        let run = bench.run("run", job, "--rack", try bench.rack(Self.unformatted))
        #expect(run.code == .notAchieved, "\(run.errors)")
        let report = "\(run.output.dropLast())/failures.csv"
        #expect(run.errors.contains("do this instead: tagmill rerun \(report) --format-blank\n"), "\(run.errors)")
        let rerun = bench.run("rerun", report, "--format-blank", "--rack", try bench.rack(Self.unformatted))
        #expect(rerun.code == .success, "\(rerun.errors)")
    }

    @Test func tagsThatWereLockedAreCounted() throws {
        #expect(try run(JobBench.goodTags, "--lock", "--yes").errors.hasSuffix("complete: 2 written, 2 locked\n"))
        let plain = try run(JobBench.goodTags.replacing("04A1", with: "04A2"), "--overwrite", "always", "--yes")
        #expect(plain.errors.hasSuffix("complete: 2 written\n"), "\(plain.errors)")
    }

    @Test func whatASignatureDoesNotTellIsSaidWhereItWasAsked() throws {
        let run = try run(JobBench.goodTags, "--require-genuine")
        #expect(!run.errors.contains("complete: 2 written"), "\(run.errors)")
        #expect(
            run.errors.contains(", not genuine: ") || run.errors.contains(", not known to be genuine: "),
            "\(run.errors)")
    }
}
