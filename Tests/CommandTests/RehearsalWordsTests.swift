import Foundation
import Testing

@testable import tagmill

/// How a rehearsal says what it found: what is short, what it is called, and what a run would do beside.
@Suite struct RehearsalWordsTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = folder.path + "/" + name
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func rack(_ tags: String) throws -> String {
        try file("rack.json", #"{"readers": [{"name": "R", "model": "acr1252u", "tags": [\#(tags)]}]}"#)
    }

    // MARK: As the rack is

    /// Of more items than are listed too; where no tag of the rack fits, or a row keeps the tags from others, more tags do not help.
    @Test func howManyTagsAreShortIsCounted() throws {
        let many = try file("many.csv", "url,quantity\nhttps://example.com/a,60\n")
        let three = try rack(#"{"chip": "NTAG213", "count": 3}"#)
        let run = ToolRun("simulate", many, "--rack", three, "--runs", "1", "--seed", "1")
        #expect(run.output.contains("\n57 tags are short: 60 items, and no tag is left for 57 of them\n"))
        #expect(run.output.contains("\n  and 37 other items that were not made\n"))
        let other = try file(
            "other.csv", "url,chip\nhttps://example.com/a,NTAG216\nhttps://example.com/b,\nhttps://example.com/c,\n")
        #expect(!ToolRun("simulate", other, "--rack", three, "--runs", "1", "--seed", "1").output.contains("short"))
    }

    @Test func whatIsNotMadeIsNamed() throws {
        let long = String(repeating: "b", count: 200)
        let job = try file(
            "job.csv",
            "sku,url\nTEA-1,https://example.com/a\nTEA-2,https://example.com/\(long)\nTEA-3,https://example.com/c\n")
        let output = ToolRun(
            "simulate", job, "--rack", try rack(#"{"chip": "NTAG213", "count": 3}"#), "--runs", "1", "--seed", "1"
        ).output
        #expect(output.contains("\nrow 2 (TEA-2) holds up the queue: "))
        #expect(output.contains("\nrow 2 (TEA-2) is pending: it fits none of the rack's tags: "))
        #expect(
            output.contains(
                "\nrow 3 (TEA-3) is pending: no tag that takes it is left: 2 were rejected for row 2 (TEA-2), which "))
        #expect(output.contains(" is rejected: message-too-large (row 2, TEA-2): "))
    }

    // MARK: With drawn faults

    @Test func oneRunIsOne() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let made = try rack(#"{"chip": "NTAG213", "count": 2}"#)
        let words = ["simulate", job, "--rack", made, "--runs", "1", "--seed", "1"]
        let output = ToolRun(words: words).output
        #expect(!output.contains("1 runs"))
        #expect(output.contains("was made in the one run\n"))
    }

    /// A run of which the process died says nothing of the job alone.
    @Test func whatIsWorstIsSaidToBeWithFaults() throws {
        let job = try file("job.csv", "url,quantity\nhttps://example.com/a,3\n")
        let rack = try rack(#"{"chip": "NTAG213"}"#)
        let run = ToolRun("simulate", job, "--rack", rack, "--runs", "5", "--seed", "1")
        let worst = run.output.split(separator: "\n").filter { $0.hasPrefix("  at most ") }
        #expect(!worst.isEmpty)
        #expect(worst.allSatisfy { $0.contains(", with the faults of seed ") }, "\(worst)")
        #expect(worst.contains { $0.contains(" pending, ") })
    }

    // MARK: In a run

    /// As `plan` says it, and once.
    @Test func whatARunDoesForEverIsTold() throws {
        let job = try file("job.csv", "url,lock\nhttps://example.com/a,true\nhttps://example.com/b,\n")
        let words = [
            "simulate", job, "--rack", try rack(#"{"chip": "NTAG213", "count": 2}"#), "--runs", "2", "--seed", "1",
        ]
        let sentence = "1 tag will be locked for ever"
        #expect(ToolRun("plan", job).output.contains("\n\(sentence)\n"))
        #expect(ToolRun(words: words).errors == "in a run: \(sentence) ('run' asks first; --yes agrees)\n")
        let settings = try file("set.json", #"{"overwrite": "always", "format_blank": true}"#)
        let both = ToolRun(words: words + ["--settings", settings]).errors
        let over = "2 tags will be written over, whatever they hold (--overwrite always)"
        #expect(both.contains("in a run: \(over); \(sentence); "))
        #expect(both.components(separatedBy: "in a run: ").count == 2)
    }

    // MARK: Bad rows

    /// As `run` takes them: the others are made.
    @Test func badRowsMayBeSkipped() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\nnourl\nhttps://example.com/c\n")
        let words = [
            "simulate", job, "--rack", try rack(#"{"chip": "NTAG213", "count": 3}"#), "--skip-bad-rows",
        ]
        let run = ToolRun(words: words + ["--runs", "40", "--seed", "1"])
        #expect(run.code == .success, "\(run.output)\(run.errors)")
        #expect(run.errors.hasPrefix("\(job):3: error: row 2, column 'url': "))
        #expect(!run.errors.contains("refused"))
        #expect(run.output.hasPrefix("as the rack is: 2 written, 1 invalid\ntags: 2 laid, 0 beside"), "\(run.output)")
        #expect(run.output.contains("\nrow 2 is invalid: "))
        #expect(run.output.contains("with drawn faults: every item but those of bad rows was made in "))
        #expect(!run.output.contains("at most 1 invalid"))
        // It is named with what plays the same again.
        #expect(ToolRun(words: words + ["--runs", "1"]).errors.contains(" --skip-bad-rows --seed "))
    }
}
