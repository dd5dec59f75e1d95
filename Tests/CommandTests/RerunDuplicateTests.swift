import Foundation
import Testing

@testable import tagmill

/// What a job refuses twice a rerun refuses too, whatever lines its file still has.
@Suite struct RerunDuplicateTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private static let job =
        "sku,url\nD-1,https://example.com/1\nD-2,https://example.com/2\nD-1,https://example.com/3\n"
    private static let refusal = #"row 3, column 'sku': the sku "D-1" stands in row 1 (line 2 of the job) already"#
    /// Too small to be written to: nothing is reached.
    private static let noTags = #"{"chip": "MF0UL11"}"#

    private func folder(_ run: ToolRun) throws -> String {
        String(try #require(run.output.split(separator: "\n").last, "\(run.errors)"))
    }

    /// A run of a job in which a row is refused for what stands in another; its folder.
    private func firstRun(_ job: String = job, over tags: String = JobBench.goodTags) throws -> String {
        let path = try bench.file("job.csv", job)
        return try folder(bench.run("run", path, "--skip-bad-rows", "--rack", try bench.rack(tags)))
    }

    /// The header of failures.csv with some of its lines, counted from 1.
    private func part(_ folder: String, _ numbers: Int...) throws -> String {
        let lines = try bench.text(folder + "/failures.csv").split(separator: "\n")
        return try bench.file("part.csv", ([0] + numbers).map { lines[$0] + "\n" }.joined())
    }

    @Test(arguments: ["failures.csv", "report.csv", "report.json", "last"])
    func aRowThatWasRefusedStaysSoUntilItIsCorrected(name: String) throws {
        let first = try firstRun()
        let report = name == "last" ? name : "\(first)/\(name)"
        let run = bench.run("rerun", report, "--rack", try bench.rack(#"{"chip": "NTAG213", "uid": "04A20000000001"}"#))
        #expect(run.code == .refused, "\(run.errors)")
        #expect(run.errors.contains("error: " + Self.refusal), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test func correctedItIsTaken() throws {
        let first = try firstRun(Self.job + "D-1,https://example.com/4\n")
        let third = try part(first, 1)
        try bench.text(third).replacing("D-1,https", with: "D-3,https").write(
            toFile: third, atomically: true, encoding: .utf8)
        let tag = #"{"chip": "NTAG213", "uid": "04A20000000001"}"#
        let run = bench.run("rerun", third, "--rack", try bench.rack(tag))
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.contains("column \"sku\": corrected"))
        #expect(run.errors.hasSuffix("complete: 1 written\n"))
        // The row has that SKU now, in the later run: no other row may be corrected to it.
        let fourth = try part(first, 2)
        try bench.text(fourth).replacing("D-1,https", with: "D-3,https").write(
            toFile: fourth, atomically: true, encoding: .utf8)
        let twice = bench.run("rerun", fourth, "-n")
        #expect(twice.code == .refused)
        #expect(
            twice.errors.contains(#"row 4, column 'sku': the sku "D-3" stands in row 3 (line 4 of the job) already"#),
            "\(twice.errors)")
    }

    /// The other row need not be made, nor stand in the file.
    @Test(arguments: [JobBench.goodTags, JobBench.badTags, Self.noTags])
    func whateverBecameOfTheOtherRow(tags: String) throws {
        let first = try firstRun(over: tags)
        let count = try bench.text(first + "/failures.csv").split(separator: "\n").count
        let run = bench.run("rerun", try part(first, count - 1), "-n")
        #expect(run.code == .refused)
        #expect(run.errors.contains("part.csv:2: error: " + Self.refusal), "\(run.errors)")
    }

    /// The row that was good is the one that is made, alone and wherever its line stands.
    @Test func theRowThatWasGoodIsTaken() throws {
        let first = try firstRun(over: JobBench.badTags)
        let alone = bench.run("rerun", try part(first, 1), "-n")
        #expect(alone.code == .success, "\(alone.errors)")
        #expect(alone.output.contains("1 row, 1 tag, 0 errors, 0 warnings"))
        let sorted = bench.run("rerun", try part(first, 2, 1), "-n")
        #expect(sorted.code == .refused)
        #expect(sorted.errors.contains(#"row 3, column 'sku': the sku "D-1" stands in row 1 (line 3) already"#))
        #expect(!sorted.errors.contains("error: row 1"), "\(sorted.errors)")
    }

    @Test func aRerunOfARerunKnowsTheRowsOfTheFirstRun() throws {
        let first = try firstRun()
        let second = try folder(
            bench.run("rerun", first + "/failures.csv", "--skip-bad-rows", "--rack", try bench.rack(JobBench.goodTags)))
        for report in [second + "/failures.csv", second + "/report.json", "last"] {
            let run = bench.run("rerun", report, "-n")
            #expect(run.code == .refused)
            #expect(run.errors.contains(Self.refusal), "\(run.errors)")
        }
    }

    /// Then the report.json beside the file knows the rows.
    @Test(arguments: ["failures.csv", "report.csv", "report.json"])
    func withoutTheJournalTheReportKnowsThem(name: String) throws {
        let first = try firstRun()
        let run = bench.run("rerun", "\(first)/\(name)", "-n", "--journal", bench.path + "/other.sqlite")
        #expect(run.code == .refused)
        #expect(run.errors.contains(Self.refusal), "\(run.errors)")
    }

    @Test func theSettingsSayWhatMayStandTwice() throws {
        let first = try firstRun()
        for (word, code) in [("allow", ExitCode.success), ("warn", .success), ("refuse", .refused)] {
            let settings = try bench.file("\(word).json", #"{"duplicates": {"sku": "\#(word)"}}"#)
            let run = bench.run("rerun", first + "/failures.csv", "-n", "--settings", settings)
            #expect(run.code == code, "\(run.errors)")
            #expect(run.errors.contains("warning: " + Self.refusal) == (word == "warn"), "\(run.errors)")
        }
    }

    @Test func aContentThatStandsTwiceIsRefusedToo() throws {
        try bench.file("job.json", #"{"duplicates": {"content": "refuse"}}"#)
        let first = try firstRun("sku,url\nA,https://example.com/1\nB,https://example.com/1\n")
        for words in [[], ["--journal", bench.path + "/other.sqlite"]] {
            let run = ToolRun(
                words: ["rerun", first + "/failures.csv", "-n"] + words, environment: ["TAGMILL_JOURNAL": bench.journal]
            )
            #expect(run.code == .refused)
            #expect(run.errors.contains("row 2: row 1 (line 2 of the job) has the same content"), "\(run.errors)")
        }
    }

    @Test func aUIDThatStandsTwiceIsRefusedToo() throws {
        let uid = "04A10000000001"
        let first = try firstRun("sku,url,uid\nA,https://example.com/1,\(uid)\nB,https://example.com/2,\(uid)\n")
        let run = bench.run("rerun", first + "/failures.csv", "-n")
        #expect(run.code == .refused)
        #expect(run.errors.contains("the uid \(uid) stands in row 1 (line 2 of the job) already"), "\(run.errors)")
    }

    /// Of one row each copy is an item, and the others are made already.
    @Test func copiesOfOneRowAreNoDuplicates() throws {
        let job = try bench.file("many.csv", "sku,url,quantity\nA,https://example.com/a,3\n")
        let first = try folder(bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags)))
        let run = bench.run("rerun", first + "/report.csv", "-n")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains("1 row, 1 tag, 0 errors, 0 warnings"))
    }
}
