import Foundation
import Jobs
import TestSupport
import Testing

@testable import tagmill

@Suite struct RehearsedJobTests {
    private let folder: ScratchFolder
    private static let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    init() throws { folder = try ScratchFolder() }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = folder.path + "/" + name
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func rack(_ tags: String) throws -> String {
        try file("rack.json", #"{"readers": [{"name": "R", "model": "acr1252u", "tags": [\#(tags)]}]}"#)
    }

    @Test func theDemonstrationIsRehearsed() throws {
        let words = [
            "simulate", Self.repository + "/jobs/demo.csv", "--rack", Self.repository + "/jobs/demo-rack.json",
            "--seed", "3", "--runs", "40",
        ]
        let run = ToolRun(words: words)
        #expect(run.code == .success)
        #expect(run.output.hasPrefix("as the rack is: 24 written\ntags: 2"))
        // The rack has one tag that is locked.
        #expect(run.output.contains("  tag 04D1000000000F is rejected: tag-"))
        #expect(run.output.contains("with drawn faults: every item was made in "))
        #expect(run.output.hasSuffix("40 runs: no invariant was broken\n"))
        #expect(ToolRun(words: words + ["--jobs", "3"]).output == run.output)
        let document = try JSONValue(parsing: Array(ToolRun(words: words + ["--json"]).output.utf8))
        #expect(document["rehearsal"]?["items"] == .int(24))
        #expect(document["rehearsal"]?["totals"]?["written"] == .int(24))
        #expect(document["rehearsal"]?["drawn"]?["runs"] == .int(40))
    }

    @Test func oneSeedTellsItsStory() {
        let words = [
            "simulate", Self.repository + "/jobs/demo.csv", "--rack", Self.repository + "/jobs/demo-rack.json",
            "--seed", "3",
        ]
        let run = ToolRun(words: words)
        #expect(run.code == .success)
        #expect(run.output.hasPrefix("job: 24 items"))
        #expect(run.output.contains(" is laid on "))
        #expect(ToolRun(words: words).output == run.output)
    }

    @Test func rowsThatFitNoTagOfTheRackAreNamed() throws {
        let job = try file(
            "job.csv",
            """
            url,uid,chip
            https://example.com/a,,
            https://example.com/\(String(repeating: "b", count: 200)),,
            https://example.com/c,04AABBCCDDEE01,
            https://example.com/d,,NTAG216

            """)
        let rack = try rack(#"{"chip": "NTAG213", "count": 6}"#)
        let run = ToolRun("simulate", job, "--rack", rack, "--runs", "5", "--seed", "1")
        #expect(run.code == .success)
        #expect(run.output.hasPrefix("as the rack is: 1 written, 3 pending\n"))
        let none = "is pending: it fits none of the rack's tags: "
        #expect(run.output.contains("row 2 \(none)its message has 217 bytes, and the largest of them hold 137\n"))
        #expect(run.output.contains("row 3 \(none)it is for the tag 04AABBCCDDEE01, which is not among them\n"))
        #expect(run.output.contains("row 4 \(none)it is for a chip NTAG216, and none of them is one\n"))
    }

    @Test func tooFewTagsAreTold() throws {
        let job = try file("job.csv", "url,quantity\nhttps://example.com/a,3\n")
        let run = ToolRun("simulate", job, "--rack", try rack(#"{"chip": "NTAG215"}"#), "--runs", "5", "--seed", "1")
        #expect(run.code == .success)
        #expect(run.output.contains("as the rack is: 1 written, 2 pending\n"))
        #expect(run.output.contains("row 1, copy 3 is pending: no tag that takes it is left\n"))
    }

    /// The faults of the rack are in every run.
    @Test func aFaultOfTheRackIsRehearsed() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let rack = try rack(#"{"chip": "NTAG213", "faults": [{"page": 5, "fault": "no-write"}]}"#)
        let run = ToolRun("simulate", job, "--rack", rack, "--runs", "5", "--seed", "1")
        #expect(run.code == .success)
        #expect(!run.output.contains("as the rack is: 1 written"))
        #expect(run.output.contains("every item was made in 0 of 5 runs"))
    }

    @Test func noFileOfPasswordsIsNeeded() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let settings = try file("set.json", #"{"protect": {"password_file": "nowhere.txt"}}"#)
        let run = ToolRun(
            "simulate", job, "--rack", try rack(#"{"chip": "NTAG213", "count": 2}"#), "--settings", settings,
            "--runs", "5", "--seed", "1")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains("as the rack is: 1 written\n"))
    }

    @Test func aLongJobIsRehearsedInPart() throws {
        let rows = (1...230).map { "https://example.com/\($0)\n" }.joined()
        let job = try file("job.csv", "url\n" + rows)
        let rack = try rack(#"{"chip": "NTAG213", "count": 250}"#)
        let run = ToolRun("simulate", job, "--rack", rack, "--runs", "1", "--seed", "1")
        #expect(run.errors.contains("230 items, of which the first 200 are rehearsed"))
        #expect(run.errors.contains("250 tags, of which 200 are laid"))
        #expect(run.output.hasPrefix("as the rack is: 200 written\n"))
    }

    @Test func aBadRowIsRefusedAsByRun() throws {
        let job = try file("job.csv", "url,uid\nhttps://example.com/a,zz\n")
        let run = ToolRun("simulate", job, "--rack", try rack(#"{"chip": "NTAG213"}"#))
        let refused = ToolRun("run", job, "--rack", folder.path + "/rack.json")
        #expect(run.code == .refused)
        let hint = "--skip-bad-rows makes the other rows and reports these as invalid\n"
        #expect(run.errors == refused.errors.replacingOccurrences(of: hint, with: ""))
        #expect(run.output.isEmpty)
    }

    @Test func documentsHoldToTheSchema() throws {
        let schema = URL(filePath: Self.repository + "/Documentation/simulate.schema.json")
        let checker = SchemaChecker(schema: try JSONDecoder().decode(JSONDocument.self, from: Data(contentsOf: schema)))
        let job = try file("job.csv", "url,quantity\nhttps://example.com/a,3\n")
        let rack = try rack(#"{"chip": "NTAG213", "pages": {"2": "0F48F0FF"}}, {"chip": "NTAG213"}"#)
        for words in [["--runs", "20"], ["--seed", "3"], [job, "--rack", rack, "--runs", "20"]] {
            let run = ToolRun(words: ["simulate", "--json"] + words)
            let document = try JSONDecoder().decode(JSONDocument.self, from: Data(run.output.utf8))
            #expect(checker.faults(of: document) == [], "\(words)")
            guard case .object(var members) = document else { continue }
            members["more"] = .null
            #expect(checker.faults(of: .object(members)) != [])
        }
    }

    @Test func aReportIsNoJob() throws {
        let job = try file("failures.csv", "url,result_run,result_status\nhttps://example.com/a,x,failed\n")
        let run = ToolRun("simulate", job, "--rack", try rack(#"{"chip": "NTAG213"}"#))
        #expect(run.code == .refused)
        #expect(run.errors.contains("is the report of a run, not a job"))
    }
}
