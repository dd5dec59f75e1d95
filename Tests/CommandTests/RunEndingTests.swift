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
            "2 tags have no capability container (tag-unformatted); they get one, for ever, by: tagmill rerun \(id) --format-blank"
        #expect(run.errors.split(separator: "\n").count { $0.hasPrefix(advice) } == 1, "\(run.errors)")
        let done = bench.run("rerun", id, "--format-blank", "--yes", "--rack", try bench.rack(Self.unformatted))
        #expect(done.code == .success, "\(done.errors)")
        #expect(!done.errors.contains("tag-unformatted"))
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
