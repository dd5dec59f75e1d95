import Crypto
import Foundation
import Jobs
import Operations
import Provisioning
import SQLiteJournal
import Testing

@testable import tagmill

@Suite struct RunCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    @Test func aRunPrintsTheFolderOfItsReport() throws {
        let run = bench.run(
            "run", try bench.file("job.csv", JobBench.twoRows), "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .success)
        let folder = run.output.dropLast()
        #expect(run.output == folder + "\n" && !folder.contains("\n"))
        #expect(folder.hasPrefix(bench.path + "/out/") && folder.hasSuffix("Z-job"))
        for name in ["report.csv", "report.json", "failures.csv"] { #expect(bench.exists(folder + "/" + name)) }
        let lines = run.errors.split(separator: "\n")
        #expect(lines.first == "new journal: \(bench.journal)")
        #expect(lines.contains("[1/2] Reader A 00 00: written A, tag 04A10000000001"))
        #expect(lines.last == "complete: 2 written")
    }

    @Test func asJSONItIsOneObject() throws {
        let job = try bench.file("job.csv", JobBench.twoRows)
        let run = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags), "--json", "--quiet")
        #expect(run.errors.isEmpty)
        let json = try JSONValue(parsing: Array(run.output.utf8))
        guard case .object(let members) = json, case .object(let totals)? = json["totals"],
            case .object(let record)? = json["run"], case .array(let reports)? = json["reports"]
        else {
            Issue.record("\(run.output)")
            return
        }
        #expect(members.map(\.name) == ["run", "totals", "reports"])
        #expect(totals.map(\.name) == ["written", "unchanged", "failed", "invalid", "in-doubt", "pending"])
        #expect(
            record.map(\.name) == [
                "id", "job", "job_sha256", "settings", "version", "station", "operator", "rerun_of", "started_at",
                "finished_at", "ended", "exit_code",
            ])
        #expect(json["totals"]?["written"] == .int(2))
        #expect(json["run"]?["exit_code"] == .int(0))
        #expect(
            reports.map { if case .string(let path) = $0 { bench.exists(path) && path.hasPrefix("/") } else { false } }
                == [true, true, true])
    }

    @Test func runsOfOneSecondHaveFoldersOfTheirOwn() throws {
        let job = try bench.file("job.csv", JobBench.twoRows)
        let rack = try bench.rack(JobBench.goodTags)
        let folders = (0..<4).map { _ in bench.run("run", job, "--rack", rack, "--again").output }
        #expect(Set(folders).count == 4)
        let path = bench.path + "/out/new"
        #expect(try RunFolders.make(path))
        #expect(try !RunFolders.make(path))
        RunFolders.removeEmpty(path)
        #expect(!bench.exists(path))
    }

    private func id(_ run: ToolRun) -> String { String(run.output.dropLast().split(separator: "/").last ?? "") }

    // MARK: Before the first tag

    @Test func withoutAReaderNothingIsMade() throws {
        let job = try bench.file("job.csv", JobBench.twoRows)
        let run = bench.run("run", job, "--rack", try bench.rack(""), "--reader", "nix")
        #expect(run.code == .unavailable)
        #expect(run.errors.hasPrefix("tagmill: no reader matches 'nix'; there are:\n  Reader A 00 00\n"))
        #expect(!bench.exists(bench.journal))
        #expect(!bench.exists(bench.path + "/out"))
    }

    @Test func aReportFolderThatCannotBeMadeEndsTheRunBeforeTheFirstTag() throws {
        try bench.file("out", "in the way")
        let run = bench.run(
            "run", try bench.file("job.csv", JobBench.twoRows), "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .unavailable)
        #expect(run.errors.contains("tagmill: cannot create the folder \(bench.path)/out/"))
        #expect(run.output.isEmpty)
        #expect(ToolRun("runs", "--journal", bench.journal).output == "no runs\n")
    }

    @Test func badRowsEndTheRunUnlessTheyAreSkipped() throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://example.com/a\nB,nourl\n")
        let rack = try bench.rack(JobBench.goodTags)
        let refused = bench.run("run", job, "--rack", rack)
        #expect(refused.code == .refused)
        #expect(refused.errors.hasPrefix("\(job):3: error: row 2, column 'url': "))
        #expect(
            refused.errors.hasSuffix(
                "--skip-bad-rows makes the other rows and reports these as invalid\n"
                    + "tagmill: \(job): refused, 1 error; no tag was touched\n"))
        #expect(!bench.exists(bench.journal))
        let skipped = bench.run("run", job, "--rack", rack, "--skip-bad-rows")
        #expect(skipped.code == .notAchieved)
        #expect(skipped.errors.contains("complete: 1 written, 1 invalid; what is left is made by: tagmill rerun "))
    }

    @Test func aDryRunIsAPlan() throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://example.com/a\nB,nourl\n")
        let rack = try bench.rack(JobBench.goodTags)
        #expect(bench.run("run", job, "--rack", rack, "-n").code == .refused)
        let run = bench.run("run", job, "--rack", rack, "-n", "--skip-bad-rows")
        #expect(run.code == .success)
        #expect(run.output.hasSuffix("2 rows, 2 tags, 1 error, 0 warnings\n"))
        #expect(!bench.exists(bench.journal))
        #expect(!bench.exists(bench.path + "/out"))
    }

    @Test(arguments: [["--idle-timeout", "x"], ["--journal", "postgresql://u:secret@h/d"], ["--attempts=0"]])
    func aWrongOptionIsRefusedBeforeTheJobIsRead(words: [String]) {
        for command in ["run", "rerun"] {
            let run = ToolRun(words: [command, "none.csv", "-n"] + words)
            #expect(run.code == .refused)
            #expect(run.errors.hasPrefix("tagmill: option '--"))
            #expect(!run.errors.contains("secret"))
        }
    }

    // MARK: How it ends

    @Test func itemsThatFailedAreExitOneAndTheNextCommandIsSaid() throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://example.com/a\n")
        let run = bench.run("run", job, "--rack", try bench.rack(JobBench.badTags))
        #expect(run.code == .notAchieved)
        let folder = run.output.dropLast()
        #expect(
            run.errors.hasSuffix(
                "complete: 1 failed; what is left is made by: tagmill rerun \(folder)/failures.csv\n"))
    }

    @Test func aRackThatIsUsedUpIsExitFour() throws {
        let job = try bench.file("job.csv", JobBench.twoRows)
        let run = bench.run("run", job, "--rack", try bench.rack(#"{"chip": "NTAG213"}"#))
        #expect(run.code == .stopped)
        #expect(
            run.errors.hasSuffix(
                "no more tags came: 1 written, 1 pending; go on with: tagmill resume \(id(run))\n"))
    }

    @Test func faultsThatNeverCameAreNamed() throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://example.com/a\n")
        let rack = try bench.rack(
            #"{"chip": "NTAG213", "faults": [{"at": 99, "fault": "remove"}, {"at": 1, "fault": "torn"}]}"#)
        let run = bench.run("run", job, "--rack", rack)
        #expect(run.code == .success)
        #expect(
            run.errors.contains(
                """
                warning: readers[0].tags[0].faults[0] (at 99: remove): its exchange never came on 1 tag
                warning: readers[0].tags[0].faults[1] (at 1: torn): its exchange was no write on 1 tag

                """))
        #expect(bench.run("run", job, "--rack", rack, "--again", "-q").errors.isEmpty)
    }

    /// Field case 38: what one reader passes another does not.
    @Test func whereAReaderRefusesItsModelAndTheCommandAreNamed() throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://example.com/a\n")
        let noUID = try bench.rack(
            #"{"chip": "NTAG213", "faults": [{"at": 1, "fault": "status:6300"}, {"at": 2, "fault": "status:6300"}]}"#)
        #expect(
            bench.run("run", job, "--rack", noUID).errors.contains(
                "rejected (not-a-tag): the reader (PC/SC part 3) gives no UID for it (FF CA): a card or phone, not a tag; "
                    + "the reader is of model part3"))
        // Each refusal is followed by a new activation and its UID.
        let refusals = stride(from: 2, through: 20, by: 2).map { #"{"at": \#($0), "fault": "status:6300"}"# }
        let noRead = try bench.rack(#"{"chip": "NTAG213", "faults": [\#(refusals.joined(separator: ", "))]}"#)
        let read = bench.run("run", job, "--rack", noRead).errors
        #expect(read.contains("the reader reads no page 0 (FF B0)") && read.contains("model part3"))
        let noWrite = try bench.rack(
            #"{"chip": "NTAG213", "count": 3, "faults": [{"page": 6, "fault": "status:6300"}]}"#)
        let write = bench.run("run", job, "--rack", noWrite)
        #expect(write.errors.contains("the write of page 6 was refused (FF D6)"))
        #expect(write.errors.contains("the reader is of model part3"))
        #expect(try bench.text(write.output.dropLast() + "/report.csv").contains("(FF D6)"))
    }

    @Test func aReportThatCannotBeWrittenIsInTheJournal() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let id = String(try #require(folder.split(separator: "/").last))
        let journal = try SQLiteJournal(path: bench.journal, createIfMissing: false, digest: { SHA256.digest($0) })
        let output = RecordedOutput()
        let context = CommandContext(
            arguments: Arguments(),
            surroundings: Surroundings(
                environment: [:], outputIsTerminal: false, errorIsTerminal: false, inputIsTerminal: false),
            console: Console(standardOutput: output, standardError: RecordedOutput()))
        let ending = RunEnding(context: context, run: id, journal: journal, journalPath: bench.journal)
        let result = RunResult(ended: .complete, totals: [.written: 2], exitCode: 0)
        let inTheWay = try bench.file("file", "")
        #expect {
            try ending.report(result, into: inTheWay + "/report")
        } throws: { error in
            guard let error = error as? CommandError else { return false }
            return error.exitCode == .unavailable && error.sentence.contains(inTheWay)
                && error.sentence.hasSuffix(
                    "run \(id) is in the journal \(bench.journal), with every tag that was made; "
                        + "render it by: tagmill report \(id) --journal \(bench.journal) "
                        + "-o DIR, DIR being a folder with room")
        }
        #expect(output.text.isEmpty)
    }

    @Test func theJournalStaysWhereItIsWhateverTheFolder() throws {
        let job = try bench.file("job.csv", JobBench.twoRows)
        let rack = try bench.rack(JobBench.goodTags)
        let other = bench.path + "/other.sqlite"
        let words = ["run", job, "--rack", rack, "-o", bench.path + "/elsewhere/reports", "--journal", other]
        let run = ToolRun(words: words, environment: ["TAGMILL_JOURNAL": bench.journal])
        #expect(run.code == .success)
        #expect(run.output.hasPrefix(bench.path + "/elsewhere/reports/"))
        #expect(bench.exists(other) && !bench.exists(bench.journal))
    }
}

extension RunCommandTests {
    @Test func tagsInDoubtAreNamedAtTheEnd() throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://example.com/a\n")
        let rack = try bench.rack(
            #"{"chip": "NTAG215", "uid": "04A10000000001", "again": 0, "faults": [{"write": 6, "fault": "remove-after"}]}"#
        )
        let run = bench.run("run", job, "--rack", rack)
        #expect(run.code == .notAchieved, "\(run.errors)")
        #expect(
            run.errors.contains(
                "complete: 1 in-doubt\nkeep these tags: their items are in doubt until they are laid again, with: "
                    + "tagmill resume \(id(run))\n  04A10000000001  A\n"))
    }

    @Test func aRunThatEndedEarlyIsToldToTheNext() throws {
        let job = try bench.file("job.csv", JobBench.twoRows)
        let first = bench.run("run", job, "--rack", try bench.rack(#"{"chip": "MF0UL11"}"#))
        #expect(first.code == .stopped)
        #expect(!first.errors.contains("of this job"))
        let second = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags))
        #expect(second.code == .success)
        #expect(second.errors.contains("of this job ended early (idle): 2 pending; this run makes every row"))
        let third = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags), "--again")
        #expect(third.errors.contains("of this job is complete; this run makes every row again"))
    }
}
