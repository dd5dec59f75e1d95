import Foundation
import Testing

@testable import tagmill

/// Where the messages of a rerun say that a row stands: at a line of the file at hand, or of the job.
@Suite struct RerunLinesTests {
    private let bench: JobBench
    /// The folder of a run with bad rows at the lines 3 and 5 of its job.
    private let first: String

    init() throws {
        bench = try JobBench()
        let job = try bench.file(
            "job.csv", "sku,url\nA,https://example.com/a\nB,nothing\nC,https://example.com/c\nD,neither\n")
        let run = bench.run("run", job, "--skip-bad-rows", "--rack", try bench.rack(JobBench.goodTags))
        first = String(try #require(run.output.split(separator: "\n").last, "\(run.errors)"))
    }

    private var id: String { String(first.split(separator: "/").last ?? "") }

    /// The files and lines that errors name.
    private func places(_ run: ToolRun) -> [String] {
        run.errors.split(separator: "\n").compactMap { line in
            line.firstRange(of: ": error: row ").map { String(line[..<$0.lowerBound]) }
        }
    }

    @Test func ofAFileTheyAreItsOwn() throws {
        let fixed = try bench.file("fixed.csv", try bench.text(first + "/failures.csv"))
        let run = bench.run("rerun", fixed, "-n")
        #expect(run.code == .refused)
        #expect(places(run) == [fixed + ":2", fixed + ":3"])
        #expect(!run.errors.contains("corrected in"))
    }

    /// A rerun has no job file of its own: its lines are those of the job, and not of the file that it was made from.
    @Test func ofARunTheyAreThoseOfTheJob() throws {
        let fixed = try bench.file("fixed.csv", try bench.text(first + "/failures.csv"))
        let rack = try bench.rack(JobBench.goodTags)
        let second = bench.run("rerun", fixed, "--skip-bad-rows", "--rack", rack).output.dropLast()
        let job = bench.path + "/job.csv"
        for words in [["-n"], ["--rack", rack]] {
            let run = bench.tool(["rerun", "last"] + words)
            #expect(run.code == .refused)
            #expect(places(run) == [job + ":3", job + ":5"], "\(run.errors)")
            #expect(run.errors.contains("tagmill: \(job): refused, 2 errors; no tag was touched\n"))
            // The journal has the rows as they were: correcting the job would change nothing.
            #expect(
                run.errors.contains(
                    "the rows are those of the journal; bad ones are corrected in \(second)/failures.csv, and that file is "
                        + "made by: tagmill rerun \(second)/failures.csv\n"), "\(run.errors)")
        }
        try FileManager.default.removeItem(atPath: String(second))
        let gone = bench.tool("rerun", "last", "-n").errors
        #expect(gone.contains("/failures.csv (made by: tagmill report "), "\(gone)")
    }

    @Test func ofAReportInJSONTheyAreThoseOfTheJobToo() throws {
        let report = first + "/report.json"
        let run = bench.run("rerun", report, "-n")
        #expect(places(run) == [bench.path + "/job.csv:3", bench.path + "/job.csv:5"], "\(run.errors)")
        #expect(run.errors.contains("the lines are those of the job; bad rows are corrected in \(report)\n"))
        let other = bench.run("rerun", report, "-n", "--journal", bench.path + "/other.sqlite")
        #expect(places(other) == ["the job of run \(id):3", "the job of run \(id):5"], "\(other.errors)")
    }
}
