import Foundation
import Glibc
import Jobs
import Testing

@testable import tagmill

@Suite struct EventsOptionTests {
    private let bench: JobBench
    private let job: String

    init() throws {
        bench = try JobBench()
        job = try bench.file("job.csv", JobBench.twoRows)
    }

    private func names(_ text: some StringProtocol) throws -> [String] {
        try text.split(separator: "\n").map {
            guard case .string(let name)? = try JSONValue(parsing: Array($0.utf8))["event"] else { return "?" }
            return name
        }
    }

    @Test func onStandardOutputTheFolderComesLast() throws {
        let run = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags), "--events", "-")
        #expect(run.code == .success)
        var lines = run.output.split(separator: "\n")
        #expect(lines.removeLast().hasPrefix(bench.path + "/out/"))
        let names = try names(lines.joined(separator: "\n"))
        #expect(names.first == "plugged" && names.last == "end" && names.count { $0 == "outcome" } == 2)
    }

    @Test func rerunAndResumeTellThemToo() throws {
        let one = #"{"chip": "NTAG213", "uid": "04A10000000001"}"#
        let folder = try bench.runTwoRows(over: one)
        let other = #"{"chip": "NTAG213", "uid": "04A20000000001"}"#
        let file = bench.path + "/events"
        let resume = bench.tool("resume", "--rack", try bench.rack(other), "--events", file)
        #expect(resume.code == .success)
        let text = try bench.text(file)
        #expect(try names(text).last == "end")
        let id = String(folder.split(separator: "/").last ?? "")
        #expect(text.split(separator: "\n").allSatisfy { $0.contains(#""run":"\#(id)""#) })

        let failed = try bench.runTwoRows(
            over: JobBench.badTags + #", {"chip": "NTAG213", "uid": "04A90000000001"}"#, "--again")
        let third = #"{"chip": "NTAG213", "uid": "04A30000000001"}"#
        let rerun = bench.run("rerun", failed + "/failures.csv", "--rack", try bench.rack(third), "--events", file)
        #expect(rerun.code == .success, "\(rerun.errors)")
        // What was there before is gone.
        #expect(try !bench.text(file).contains(#""run":"\#(id)""#))
        #expect(try names(try bench.text(file)).last == "end")
    }

    @Test func anItemInDoubtIsClaimedToBeSettled() throws {
        let job = try bench.file("one.csv", "sku,url\nA,https://example.com/a\n")
        #expect(bench.run("run", job, "--rack", try bench.rack(JobBench.doubtfulTag)).code == .notAchieved)
        let rack = try bench.rack(#"{"chip": "NTAG213", "uid": "04DD0000000001"}"#)
        let run = bench.tool("resume", "--rack", rack, "--events", "-")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains(#""uid":"04DD0000000001","row":1,"copy":1,"sku":"A","settles":true}"#))
    }

    /// What tags of others hold stands in no event.
    @Test func whatTagsHoldIsNotTold() throws {
        let first = try bench.file("other.csv", "sku,url\nSECRET,https://example.com/secret\n")
        let rack = #"{"chip": "NTAG213", "uid": "04A10000000001"}"#
        #expect(bench.run("run", first, "--rack", try bench.rack(rack)).code == .success)
        // A tag with a message of its own: 'https://x.y/secret', laid by pages.
        let held =
            #"{"chip": "NTAG213", "uid": "04A50000000001", "pages": {"4": "030FD101", "5": "0B550478", "6": "2E792F73", "7": "65637265", "8": "74FE0000"}}"#
        let run = bench.run("run", job, "--rack", try bench.rack(held), "--events", "-")
        #expect(run.output.contains(#""reason":"tag-not-blank""#), "\(run.output)")
        #expect(!run.output.contains("secret") && !run.output.contains("SECRET"))
    }

    // MARK: Outputs that fail

    @Test func aFullDiskIsOneWarningAndTheRunGoesOn() throws {
        let run = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags), "--events", "/dev/full")
        #expect(run.code == .success)
        #expect(
            run.errors.components(separatedBy: "warning: events (/dev/full): cannot be written: No space left").count
                == 2)
    }

    @Test func aReaderOfStandardOutputThatGoesIsOneWarning() throws {
        let run = ToolRun(
            words: [
                "run", job, "--rack", try bench.rack(JobBench.goodTags), "--out", bench.path + "/out", "--events", "-",
            ], environment: ["TAGMILL_JOURNAL": bench.journal], output: RecordedOutput(.closed))
        #expect(run.code == .success)
        #expect(run.errors.components(separatedBy: "warning: events (standard output): nobody reads it").count == 2)
    }

    // MARK: What is refused

    @Test func filesOfTheCommandAreNotWrittenOver() throws {
        let settings = try bench.file("job.json", "{}")
        let rack = try bench.rack(JobBench.goodTags)
        let hardLink = bench.path + "/link"
        #expect(link(job, hardLink) == 0)
        let symbolicLink = bench.path + "/symbolic"
        #expect(symlink(rack, symbolicLink) == 0)
        let own = [
            job, settings, rack, hardLink, symbolicLink, bench.path + "/./job.csv", bench.journal,
            bench.journal + "-wal",
        ]
        for file in own {
            let before = try? bench.text(file)
            let run = bench.run("run", job, "--rack", rack, "--events", file)
            #expect(run.code == .refused, "\(file)")
            #expect(run.errors.hasSuffix("\(file): the command itself needs this file; --events would write over it\n"))
            #expect((try? bench.text(file)) == before)
        }
        #expect(!bench.exists(bench.journal) && !bench.exists(bench.path + "/out"))
    }

    @Test func theReportThatIsMadeAgainIsNotWrittenOver() throws {
        let folder = try bench.runTwoRows(over: #"{"chip": "MF0UL11"}"#)
        let before = try bench.text(folder + "/report.csv")
        let rack = try bench.rack(JobBench.goodTags)
        for file in [folder + "/report.csv", bench.path + "/job.csv"] {
            #expect(bench.tool("resume", "--rack", rack, "--events", file).code == .refused)
        }
        let rerun = bench.run("rerun", folder + "/report.csv", "--rack", rack, "--events", folder + "/report.csv")
        #expect(rerun.code == .refused)
        #expect(try bench.text(folder + "/report.csv") == before)
        #expect(try bench.text(bench.path + "/job.csv") == JobBench.twoRows)
    }

    @Test func aFolderIsRefusedAndAPlaceThatIsNotThereIsNamed() throws {
        let rack = try bench.rack(JobBench.goodTags)
        let folder = bench.run("run", job, "--rack", rack, "--events", bench.path)
        #expect(folder.code == .refused)
        #expect(folder.errors.hasSuffix("\(bench.path): is a folder; --events takes a file or -\n"))
        let nowhere = bench.run("run", job, "--rack", rack, "--events", bench.path + "/none/e")
        #expect(nowhere.code == .unavailable)
        #expect(nowhere.errors.hasSuffix("/none/e: cannot be written: No such file or directory\n"))
        #expect(!bench.exists(bench.journal) && !bench.exists(bench.path + "/out"))
    }

    @Test func aDryRunMakesNoFile() throws {
        let file = bench.path + "/events"
        #expect(bench.run("run", job, "-n", "--events", file).code == .success)
        #expect(!bench.exists(file))
    }
}
