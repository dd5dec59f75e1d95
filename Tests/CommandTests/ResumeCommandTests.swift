import Crypto
import Foundation
import Jobs
import Provisioning
import SQLiteJournal
import Tags
import Testing

@testable import tagmill

@Suite struct ResumeCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private static let oneTag = #"{"chip": "NTAG213", "uid": "04A10000000001"}"#
    private static let otherTag = #"{"chip": "NTAG213", "uid": "04A20000000001"}"#

    private func id(_ folder: String) -> String { String(folder.split(separator: "/").last ?? "") }

    private func openJournal() throws -> SQLiteJournal {
        try SQLiteJournal(path: bench.journal, createIfMissing: false, digest: { SHA256.digest($0) })
    }

    /// A run of A and B that ended when A was written.
    private func stoppedRun() throws -> String { try bench.runTwoRows(over: Self.oneTag) }

    /// A run of A and B whose process died in the write of A on this tag. Returns the folder.
    private func killedRun(_ uid: String = "04D10000000001") throws -> String {
        let folder = try bench.runTwoRows(over: #"{"chip": "MF0UL11"}"#)
        let journal = try openJournal()
        let execution = Execution(startedAt: Timestamp(milliseconds: 1), station: "here", version: "0")
        try journal.reopen(run: id(folder), execution, releasingInDoubt: false)
        let attempt = Attempt(
            uid: try #require(UID(hex: uid)), reader: "Reader A 00 00", station: "here",
            intendedAt: Timestamp(milliseconds: 2))
        let item = try #require(try journal.claim(run: id(folder), count: 1, station: "here").first).item
        #expect(
            try journal.intend(run: id(folder), item: item.key, attempt: attempt, message: item.message) == .accepted)
        return folder
    }

    /// The lines of a report as cells by column.
    private func report(_ folder: String) throws -> [[String: String]] {
        let lines = try bench.text(folder + "/report.csv").split(separator: "\n")
        let names = lines[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return lines.dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return Dictionary(uniqueKeysWithValues: zip(names, cells))
        }
    }

    private func column(_ name: String, _ folder: String) throws -> [String?] { try report(folder).map { $0[name] } }

    // MARK: What goes on

    @Test func aRunThatStoppedGoesOnWithWhatIsLeft() throws {
        let folder = try stoppedRun()
        let run = bench.tool("resume", "--rack", try bench.rack(Self.otherTag))
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output == folder + "\n")
        #expect(run.errors.hasPrefix("going on with run \(id(folder))\n"))
        #expect(run.errors.hasSuffix("complete: 2 written\n"))
        #expect(try column("result_uid", folder) == ["04A10000000001", "04A20000000001"])
        #expect(try column("result_status", folder) == ["written", "written"])
        #expect(try column("result_run", folder) == [id(folder), id(folder)])
    }

    @Test func aTagOfTheWriteInWhichARunDiedIsSettledOnAnyReader() throws {
        let folder = try killedRun()
        let tags = Self.oneTag + #", {"chip": "NTAG213", "uid": "04D10000000001"}"#
        let run = bench.tool("resume", id(folder), "--rack", try bench.rack(tags))
        #expect(run.code == .success, "\(run.errors)")
        #expect(!run.errors.contains("going on with"))
        #expect(try column("result_uid", folder) == ["04D10000000001", "04A10000000001"])
        #expect(try column("result_attempts", folder) == ["2", "1"])
    }

    @Test func aRunWithItemsInDoubtGoesOnAlthoughItIsComplete() throws {
        let job = try bench.file("job.csv", "sku,url\nA,https://example.com/a\n")
        let first = bench.run("run", job, "--rack", try bench.rack(JobBench.doubtfulTag))
        #expect(first.code == .notAchieved)
        let folder = String(first.output.dropLast())
        #expect(
            first.errors.contains(
                "keep these tags: their items are in doubt until they are laid again, with: "
                    + "tagmill resume \(id(folder))\n  04DD0000000001  A\n"))
        let run = bench.tool("resume", "--rack", try bench.rack(#"{"chip": "NTAG213", "uid": "04DD0000000001"}"#))
        #expect(run.code == .success, "\(run.errors)")
        #expect(try column("result_status", folder) == ["written"])
    }

    @Test func anItemInDoubtIsGivenToANewTagWhereAskedFor() throws {
        let folder = try killedRun()
        let rack = try bench.rack(JobBench.goodTags)
        let run = bench.tool("resume", "--rack", rack, "--release-in-doubt")
        #expect(run.code == .success, "\(run.errors)")
        let text = try bench.text(folder + "/report.csv")
        // Both new tags are in it, and the old one, which may hold the item too.
        for uid in ["04A10000000001", "04A10000000002", "04D10000000001"] { #expect(text.contains(uid)) }
        #expect(run.errors.contains("\ncomplete: 2 written\n"))
    }

    @Test func aFolderThatIsGoneIsMadeAgain() throws {
        let folder = try stoppedRun()
        try FileManager.default.removeItem(atPath: bench.path + "/out")
        let run = bench.tool("resume", "--rack", try bench.rack(Self.otherTag))
        #expect(run.code == .success)
        #expect(run.output == folder + "\n")
        for name in ["report.csv", "report.json", "failures.csv"] { #expect(bench.exists(folder + "/" + name)) }
    }

    @Test func stationAndOperatorAreThoseOfTheExecution() throws {
        let folder = try stoppedRun()
        let words = ["--rack", try bench.rack(Self.otherTag), "--station", "second", "--operator", "Kim"]
        let run = ToolRun(words: ["resume"] + words, environment: ["TAGMILL_JOURNAL": bench.journal])
        #expect(run.code == .success)
        let executions = try openJournal().executions(run: id(folder))
        #expect(executions.count == 2)
        #expect(executions.last?.station == "second")
        #expect(executions.last?.operatorName == "Kim")
        #expect(executions.last?.ended == .complete)
        #expect(try column("result_station", folder).last == "second")
    }

    @Test func aRunMayBeResumedAgainAndAgain() throws {
        let job = try bench.file("job.csv", "sku,url,quantity\nA,https://example.com/a,3\n")
        let folder = String(bench.run("run", job, "--rack", try bench.rack(Self.oneTag)).output.dropLast())
        let second = bench.tool("resume", "--rack", try bench.rack(Self.otherTag))
        #expect(second.code == .stopped)
        #expect(
            second.errors.hasSuffix(
                "no more tags came: 2 written, 1 pending; go on with: tagmill resume \(id(folder))\n"))
        let third = bench.tool("resume", "--rack", try bench.rack(#"{"chip": "NTAG213", "uid": "04A30000000001"}"#))
        #expect(third.code == .success)
        #expect(try column("result_uid", folder) == ["04A10000000001", "04A20000000001", "04A30000000001"])
    }

    @Test func theNextRunOfTheJobSaysThatTheLastCanGoOn() throws {
        let folder = try stoppedRun()
        let job = bench.path + "/job.csv"
        let next = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags))
        #expect(next.errors.contains("; to go on with it instead: tagmill resume \(id(folder))\n"))
    }

    // MARK: Which run

    @Test func withoutANameTheNewestThatIsNotCompleteIsTaken() throws {
        let old = try stoppedRun()
        let job = try bench.file("other.csv", "sku,url\nX,https://example.com/x\n")
        #expect(bench.run("run", job, "--rack", try bench.rack(Self.otherTag)).code == .success)
        let tag = #"{"chip": "NTAG213", "uid": "04A40000000001"}"#
        let run = bench.tool("resume", "--rack", try bench.rack(tag))
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output == old + "\n")
        let nothing = bench.tool("resume")
        #expect(nothing.code == .success)
        let newest = try #require(try openJournal().runs().first).record
        #expect(nothing.output == newest.folder + "\n")
        #expect(
            nothing.errors == "no run is left to go on with\n"
                + "the newest, run \(newest.id): 1 written\n")
        let json = try JSONValue(parsing: Array(bench.tool("resume", "--json").output.utf8))
        #expect(json["totals"]?["written"] == .int(1))
        #expect(json["in_doubt"] == nil)
        let dry = try JSONValue(parsing: Array(bench.tool("resume", "--json", "-n").output.utf8))
        #expect(dry["in_doubt"] == .array([]))
    }

    @Test func aRunInUseIsRefusedAndPassedOver() throws {
        let folder = try stoppedRun()
        let journal = try openJournal()
        let execution = Execution(startedAt: Timestamp(milliseconds: 1), station: "here", version: "0")
        try journal.reopen(run: id(folder), execution, releasingInDoubt: false)
        let named = bench.tool("resume", "last", "--rack", try bench.rack(Self.otherTag))
        #expect(named.code == .unavailable)
        #expect(
            named.errors.hasPrefix(
                "tagmill: \(bench.journal): the run is in use by another process: \(id(folder))"))
        #expect(
            bench.tool("resume").errors == "no run is left to go on with\n"
                + "run \(id(folder)) goes on in another process\n")
        try journal.end(run: id(folder), how: .stopped, exitCode: 4, at: Timestamp(milliseconds: 3))
    }

    @Test func whereNothingIsLeftNothingIsRendered() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/report.csv"))
        let run = bench.tool("resume", "last")
        #expect(run.code == .success)
        #expect(run.output == folder + "\n")
        #expect(run.errors == "run \(id(folder)): nothing is left to go on with: 2 written\n")
        #expect(try bench.text(folder + "/report.csv") == "mine")
        let json = try JSONValue(parsing: Array(bench.tool("resume", "last", "--json").output.utf8))
        #expect(json["run"]?["id"] == .string(id(folder)))
        let files = ["report.csv", "report.json", "failures.csv"].map { JSONValue.string(folder + "/" + $0) }
        #expect(json["reports"] == .array(files))
        let failed = try bench.runTwoRows(
            over: JobBench.badTags + #", {"chip": "NTAG213", "uid": "04A90000000001"}"#, "--again")
        let second = bench.tool("resume", id(failed))
        #expect(second.code == .notAchieved)
        let cure = "what failed is made by: tagmill rerun \(id(failed))\n"
        #expect(second.errors.hasSuffix("1 written, 1 failed; " + cure))
        #expect(bench.tool("resume").errors.hasSuffix("1 written, 1 failed; " + cure))
    }

    /// The process died after the end was in the journal, and before the report was whole.
    @Test(arguments: [[], ["last"]]) func aReportThatWasNotMadeIsMade(words: [String]) throws {
        let folder = try bench.runTwoRows(over: #"{"chip": "MF0UL11"}"#)
        let journal = try openJournal()
        let execution = Execution(startedAt: Timestamp(milliseconds: 1), station: "here", version: "0")
        try journal.reopen(run: id(folder), execution, releasingInDoubt: false)
        for (row, uid) in [(1, "04D10000000001"), (2, "04D10000000002")] {
            let outcome = Outcome(
                status: .unchanged, uid: UID(hex: uid), station: "here", finishedAt: Timestamp(milliseconds: 2))
            let answer = try journal.conclude(run: id(folder), item: ItemKey(row: row, copy: 1), outcome: outcome)
            #expect(answer == .accepted)
        }
        let later = SystemClock().now()
        try journal.end(run: id(folder), how: .complete, exitCode: 0, at: later)
        let run = ToolRun(words: ["resume"] + words, environment: ["TAGMILL_JOURNAL": bench.journal])
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output == folder + "\n")
        #expect(
            run.errors.contains("run \(id(folder)): its report was not there, or of before its end; it is made now\n"))
        #expect(try bench.text(folder + "/report.csv").contains(",unchanged,"))
        let again = ToolRun(words: ["resume"] + words, environment: ["TAGMILL_JOURNAL": bench.journal])
        #expect(!again.errors.contains("it is made now"))
        try FileManager.default.removeItem(atPath: folder)
        let third = ToolRun(words: ["resume"] + words, environment: ["TAGMILL_JOURNAL": bench.journal])
        #expect(third.code == .success && bench.exists(folder + "/failures.csv"), "\(third.errors)")
    }

    /// It died, and a rerun took what it left: there is nothing to go on with, and its own report is made all the same.
    @Test func aDeadRunWhoseRestWasTakenGetsItsReport() throws {
        let folder = try killedRun()
        try FileManager.default.removeItem(atPath: folder)
        let tags = #"{"chip": "NTAG213", "count": 2, "uid": "04A50000000001"}"#
        let rerun = bench.run("rerun", id(folder), "--release-in-doubt", "--rack", try bench.rack(tags))
        #expect(rerun.code == .success, "\(rerun.errors)")
        let run = bench.tool("resume", id(folder))
        #expect(run.code == .notAchieved)
        #expect(run.output == folder + "\n")
        #expect(bench.exists(folder + "/report.json") && bench.exists(folder + "/failures.csv"))
    }

    @Test func aRunIsNamedByItsFolderToo() throws {
        let folder = try stoppedRun()
        for name in [folder, folder + "/"] {
            let run = bench.tool("resume", name, "--dry-run")
            #expect(run.code == .success, "\(run.errors)")
            #expect(run.output.hasPrefix("run \(id(folder)): "))
        }
        #expect(bench.tool("resume", folder + "/report.csv", "--dry-run").code == .refused)
    }

    @Test func aLaterRunOfTheJobIsTold() throws {
        let old = try stoppedRun()
        let tags = #"{"chip": "NTAG213", "count": 2, "uid": "04A70000000001"}"#
        let later = try bench.runTwoRows(over: tags, "--again")
        let run = bench.tool("resume", id(old), "--dry-run")
        #expect(
            run.errors.contains(
                "run \(id(later)) of this job began later (2 written): what is left here may be made already"))
        #expect(!bench.tool("resume", id(later), "--dry-run").errors.contains("began later"))
    }

    @Test func whatRerunsTookIsPassedOver() throws {
        let folder = try stoppedRun()
        let rerun = bench.run("rerun", folder + "/report.csv", "--rack", try bench.rack(Self.otherTag))
        #expect(rerun.code == .success, "\(rerun.errors)")
        let later = id(String(rerun.output.dropLast()))
        let run = bench.tool("resume", id(folder))
        #expect(
            run.errors == "run \(id(folder)): nothing is left to go on with: 1 item was taken by run \(later)\n")
        #expect(run.output == folder + "\n")
        // And it is no run to go on with.
        #expect(bench.tool("resume").errors.hasPrefix("no run is left to go on with\n"))
    }

    @Test func whatIsNotTakenGoesOn() throws {
        let folder = try bench.runTwoRows(over: #"{"chip": "MF0UL11"}"#)
        let lines = try bench.text(folder + "/report.csv").split(separator: "\n")
        let part = try bench.file("part.csv", lines[0...1].joined(separator: "\n") + "\n")
        let rerun = bench.run("rerun", part, "--rack", try bench.rack(Self.oneTag))
        #expect(rerun.code == .success, "\(rerun.errors)")
        let later = id(String(rerun.output.dropLast()))
        let run = bench.tool("resume", id(folder), "--rack", try bench.rack(Self.otherTag))
        #expect(run.errors.hasPrefix("1 item was taken by run \(later); passed over\n"), "\(run.errors)")
        #expect(try column("result_status", folder) == ["pending", "written"])
        #expect(try column("result_uid", folder) == ["", "04A20000000001"])
    }

    // MARK: What is refused

    @Test func withoutAJournalThereIsNothingToGoOnWith() throws {
        let run = bench.tool("resume")
        #expect(run.code == .unavailable)
        #expect(run.errors.hasPrefix("tagmill: \(bench.journal): there is no journal"))
        #expect(!bench.exists(bench.journal))
    }

    @Test(arguments: [["--attempts", "7"], ["--url", "https://example.com/{sku}"], ["--overwrite=always"]])
    func anOptionThatChangesTheSettingsIsRefused(words: [String]) throws {
        let folder = try stoppedRun()
        let before = try openJournal().record(run: id(folder))
        let run = ToolRun(
            words: ["resume", "--rack", try bench.rack(Self.otherTag)] + words,
            environment: ["TAGMILL_JOURNAL": bench.journal])
        #expect(run.code == .refused)
        #expect(run.errors.contains(words[0].hasPrefix("--a") ? "attempts is 3, not 7;" : " is "))
        #expect(run.errors.contains("a run goes on as it began"))
        #expect(run.errors.contains("as a new run, with these options: tagmill rerun \(id(folder))\n"))
        #expect(try openJournal().record(run: id(folder)) == before)
    }

    @Test func anOptionThatSaysWhatTheRunWasToldIsFine() throws {
        let settings = try bench.file("told.json", #"{"attempts": 2}"#)
        let folder = try bench.runTwoRows(over: Self.oneTag, "--settings", settings, "--again", "--lang", "de")
        let run = bench.tool(
            "resume", id(folder), "--rack", try bench.rack(Self.otherTag), "--settings", settings, "--lang", "de",
            "--attempts", "2", "--pair", "queue", "--again")
        #expect(run.code == .success, "\(run.errors)")
    }

    @Test(arguments: [
        (["--pair", "uid"], "it began with --pair queue, not --pair uid"), (["--again"], "it began without --again"),
    ])
    func whichTagGetsWhichRowStaysAsItWas(words: [String], reason: String) throws {
        let folder = try stoppedRun()
        let run = ToolRun(words: ["resume"] + words, environment: ["TAGMILL_JOURNAL": bench.journal])
        #expect(run.code == .refused)
        #expect(run.errors.contains("run '\(id(folder))': a run goes on as it began: \(reason); "))
    }

    @Test func badRowsStayAsTheyWereReported() throws {
        let job = try bench.file("bad.csv", "sku,url\nA,https://example.com/a\nB,nothing\n")
        let rack = try bench.rack(#"{"chip": "MF0UL11"}"#)
        let first = bench.run("run", job, "--skip-bad-rows", "--rack", rack)
        #expect(first.code == .stopped, "\(first.errors)")
        let run = bench.tool("resume", "--skip-bad-rows", "--rack", try bench.rack(Self.oneTag))
        #expect(run.code == .notAchieved, "\(run.errors)")
        #expect(try column("result_status", String(run.output.dropLast())) == ["written", "invalid"])
        #expect(ToolRun("resume", "--help").output.contains("--skip-bad-rows"))
    }

    @Test func otherSettingsOfAFileAreRefused() throws {
        _ = try stoppedRun()
        let settings = try bench.file("other.json", #"{"attempts": 2}"#)
        #expect(bench.tool("resume", "--settings", settings).code == .refused)
        #expect(bench.tool("resume", "--settings", "none", "-n").code == .success)
    }

    @Test func aJobThatChangedIsRefusedWithBothDigests() throws {
        let folder = try stoppedRun()
        let record = try openJournal().record(run: id(folder))
        let job = try bench.file("job.csv", JobBench.twoRows + "C,https://example.com/c\n")
        let run = bench.tool("resume", "--rack", try bench.rack(Self.otherTag))
        #expect(run.code == .refused)
        let now = Job.digest(
            csv: Array(try bench.text(job).utf8), settings: try Settings(json: record.settings), sha256: SHA256.digest)
        #expect(run.errors.contains("\(job): the job changed since run \(id(folder)) began: its digest is \(now)"))
        #expect(run.errors.contains("that of the run is \(record.jobSHA256)"))
        #expect(run.errors.contains("with the rows as they were recorded: tagmill rerun \(id(folder))\n"))
        // Put back as it was, it goes on.
        try bench.file("job.csv", JobBench.twoRows)
        #expect(bench.tool("resume", "--rack", try bench.rack(Self.otherTag)).code == .success)
    }

    @Test func aJobThatIsGoneIsNoHindrance() throws {
        let folder = try stoppedRun()
        try FileManager.default.removeItem(atPath: bench.path + "/job.csv")
        let run = bench.tool("resume", "--rack", try bench.rack(Self.otherTag))
        #expect(run.code == .success)
        #expect(run.errors.contains("warning: \(bench.path)/job.csv: cannot be read: "))
        #expect(run.errors.contains("; the run goes on with the rows in the journal\n"))
        #expect(try column("sku", folder) == ["A", "B"])
    }

    /// The report that a rerun was made of may be changed or rendered again since.
    @Test func aRerunGoesOnWhateverBecameOfItsReport() throws {
        let first = try bench.runTwoRows(over: #"{"chip": "MF0UL11"}"#)
        let rerun = bench.run("rerun", first + "/report.csv", "--rack", try bench.rack(Self.oneTag))
        #expect(rerun.code == .stopped, "\(rerun.errors)")
        try Data().write(to: URL(fileURLWithPath: first + "/report.csv"))
        let run = bench.tool("resume", "--rack", try bench.rack(Self.otherTag))
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output == rerun.output)
    }

    @Test func aForgottenRunIsRefused() throws {
        let folder = try stoppedRun()
        try openJournal().forget(run: id(folder), at: Timestamp(milliseconds: 5))
        let run = bench.tool("resume", id(folder))
        #expect(run.code == .refused)
        #expect(run.errors.contains("its cells and messages were forgotten at 1970-01-01T00:00:00.005Z"))
        #expect(bench.tool("resume").errors.hasPrefix("no run is left to go on with\n"))
    }

    // MARK: The dry run

    /// It carries another run's item now, and is not to be laid for this one.
    @Test func aTagThatAnotherRunMadeSinceIsNotAskedFor() throws {
        let folder = try killedRun()
        let job = try bench.file("other.csv", "sku,url\nX,https://example.com/x\n")
        let tag = #"{"chip": "NTAG213", "uid": "04D10000000001"}"#
        #expect(bench.run("run", job, "--rack", try bench.rack(tag)).code == .success)
        let dry = bench.tool("resume", id(folder), "-n")
        #expect(dry.output == "run \(id(folder)): 1 in-doubt, 1 pending; 2 items are left\n", "\(dry.errors)")
        let tags = #"{"chip": "NTAG213", "count": 2, "uid": "04D20000000001"}"#
        let run = bench.tool("resume", id(folder), "--rack", try bench.rack(tags))
        #expect(run.code == .success, "\(run.errors)")
        var uids: [String] = []
        try openJournal().entries(run: id(folder)) { uids.append($0.outcome?.uid?.description ?? "") }
        #expect(uids == ["04D20000000001", "04D20000000002"])
    }

    @Test func aDryRunSaysWhatIsLeft() throws {
        let folder = try killedRun()
        let before = try bench.text(folder + "/report.csv")
        let run = bench.tool("resume", "-n")
        #expect(run.code == .success)
        #expect(
            run.output == """
                run \(id(folder)): 1 in-doubt, 1 pending; 2 items are left
                settled when these tags are laid again:
                  04D10000000001  A

                """)
        #expect(bench.tool("resume", "-n", "--release-in-doubt").output.contains("given to new tags instead of these:"))
        let json = try JSONValue(parsing: Array(bench.tool("resume", "-n", "--json").output.utf8))
        #expect(json["totals"]?["pending"] == .int(1))
        #expect(json["reports"] == .array([]))
        #expect(json["in_doubt"]?.compact == #"[{"uid":"04D10000000001","row":1,"copy":1,"sku":"A"}]"#)
        #expect(try openJournal().executions(run: id(folder)).count == 2)
        #expect(try bench.text(folder + "/report.csv") == before)
    }
}
