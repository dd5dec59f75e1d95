import Foundation
import Jobs
import Testing

@testable import tagmill

/// What a run does beside its words: the user's commands, the bell, and readers that are to be quiet.
@Suite struct RunNoticeTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private static let bell: Character = "\u{07}"
    /// Too small for the message: it is rejected.
    private static let smallTag = #"{"chip": "NTAG213", "uid": "04A10000000077", "pages": {"3": "E1100100"}}"#

    // MARK: Commands

    @Test(arguments: ["run", "rerun", "resume"]) func theResultIsTheItemOfTheReport(command: String) throws {
        let (good, bad) = (bench.path + "/good", bench.path + "/bad")
        let hooks = ["--on-success", "cat >> '\(good)'", "--on-failure", "cat >> '\(bad)'"]
        let job = try bench.file(
            "job.csv", "sku,url,shelf\n\"A,1\",https://a.example/1,\"$(x) 'y'\"\nB,https://a.example/2,\n")
        let rack = try bench.rack(JobBench.goodTags)
        let empty = try bench.rack("")
        let run: ToolRun
        switch command {
        case "run": run = bench.tool(["run", job, "--rack", rack] + hooks + out)
        case "rerun":
            _ = bench.tool(["run", job, "--rack", empty] + out)
            run = bench.tool(["rerun", "last", "--rack", rack] + hooks + out)
        default:
            _ = bench.tool(["run", job, "--rack", empty] + out)
            run = bench.tool(["resume", "last", "--rack", rack] + hooks)
        }
        #expect(run.code == .success, "\(run.errors)")
        let folder = String(try #require(run.output.split(separator: "\n").last))
        let report = try JSONValue(parsing: Array(try bench.text(folder + "/report.json").utf8))
        guard case .array(let items)? = report["items"] else {
            Issue.record("no items")
            return
        }
        #expect(items.count == 2)
        let told = try bench.text(good).split(separator: "\n").map(String.init)
        #expect(Set(told) == Set(items.map(\.compact)))
        #expect(!bench.exists(bad))
    }

    private var out: [String] { ["--out", bench.path + "/out"] }

    /// An item whose tag is rejected waits for the next tag: it has no result yet.
    @Test func aRejectedTagIsNoResultOfTheItem() throws {
        let all = bench.path + "/all"
        let job = try bench.file("job.csv", "sku,url\nA,https://a.example/1\n")
        let rack = try bench.rack(Self.smallTag + ", " + #"{"chip": "NTAG213", "uid": "04A10000000001"}"#)
        let hooks = ["--on-success", "cat >> '\(all)'", "--on-failure", "cat >> '\(all)'"]
        let run = bench.tool(["run", job, "--rack", rack] + hooks + out)
        #expect(run.code == .success, "\(run.errors)")
        let lines = try bench.text(all).split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.first?.contains(#""status":"written""#) == true)
    }

    @Test func aCommandThatFailsChangesNothingButIsTold() throws {
        let job = try bench.file("job.csv", JobBench.twoRows)
        let run = bench.tool(
            ["run", job, "--rack", try bench.rack(JobBench.goodTags), "--on-success", "exit 9"] + out)
        #expect(run.code == .success)
        #expect(run.errors.contains("warning: the command of --on-success for row "))
        #expect(run.errors.contains("ended with exit code 9\n"))
        #expect(run.errors.contains("warning: 2 of 2 commands of --on-success failed\n"))
    }

    @Test func aPasswordOfTheEnvironmentIsNotTheCommands() throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://a.example/1\n")
        let path = bench.path + "/env"
        let run = ToolRun(
            words: ["run", job, "--rack", try bench.rack(JobBench.goodTags), "--on-success", "env > '\(path)'"] + out,
            environment: [
                "TAGMILL_JOURNAL": bench.journal, "TAGMILL_PASSWORD": "01020304", "PATH": "/usr/bin:/bin",
            ])
        #expect(run.code == .success, "\(run.errors)")
        let text = try bench.text(path)
        #expect(text.contains("PATH=/usr/bin:/bin"))
        #expect(!text.contains("PASSWORD"))
    }

    @Test func aDryRunRunsNoCommand() throws {
        let job = try bench.file("job.csv", JobBench.twoRows)
        let path = bench.path + "/x"
        #expect(bench.tool(["run", job, "-n", "--on-success", "echo > '\(path)'"]).code == .success)
        #expect(!bench.exists(path))
    }

    // MARK: The bell

    @Test(
        arguments: [
            (Self.smallTag, [], 1), (#"{"chip": "NTAG213", "uid": "04A10000000001"}"#, [], 0),
            (Self.smallTag, ["--quiet-readers"], 0), (Self.smallTag, ["--quiet"], 0), (Self.smallTag, ["--json"], 0),
        ] as [(String, [String], Int)])
    func theTerminalRingsAtAFailureAlone(tags: String, options: [String], rings: Int) throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://a.example/1\n")
        let run = ToolRun(
            words: ["run", job, "--rack", try bench.rack(tags)] + options + out,
            environment: ["TAGMILL_JOURNAL": bench.journal], onScreen: true)
        #expect(run.errors.count { $0 == Self.bell } == rings)
    }

    @Test func nothingRingsWithoutATerminal() throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://a.example/1\n")
        let run = bench.tool(["run", job, "--rack", try bench.rack(Self.smallTag)] + out)
        #expect(!run.errors.contains(Self.bell))
    }
}
