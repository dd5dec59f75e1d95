import Crypto
import Foundation
import Jobs
import Provisioning
import SQLiteJournal
import Tags
import Testing

@testable import tagmill

/// Reruns of a run of the journal, of a report.json, and of some of the items.
@Suite struct RerunRunTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private func id(_ folder: String) -> String { String(folder.split(separator: "/").last ?? "") }

    private func folder(_ run: ToolRun) throws -> String {
        String(try #require(run.output.split(separator: "\n").last, "\(run.errors)"))
    }

    private func openJournal() throws -> SQLiteJournal {
        try SQLiteJournal(path: bench.journal, createIfMissing: false, digest: { SHA256.digest($0) })
    }

    /// A run in which A failed and B was not reached.
    private func failedRun() throws -> String { try bench.runTwoRows(over: JobBench.badTags) }

    /// The column of a report.csv.
    private func column(_ name: String, _ folder: String) throws -> [String] {
        let lines = try bench.text(folder + "/report.csv").split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let index = try #require(lines[0].firstIndex(of: name))
        return lines.dropFirst().map { $0[index] }
    }

    // MARK: RUN

    @Test func aRunIsMadeOutOfTheJournalAlone() throws {
        let first = try failedRun()
        try FileManager.default.removeItem(atPath: first)
        try FileManager.default.removeItem(atPath: bench.path + "/job.csv")
        let run = bench.run("rerun", "last", "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .success, "\(run.errors)")
        let second = try folder(run)
        #expect(try column("sku", second) == ["A", "B"])
        #expect(try column("result_status", second) == ["written", "written"])
        #expect(try column("result_line", second) == ["2", "3"])
        let journal = try openJournal()
        let record = try journal.record(run: id(second))
        let earlier = try journal.record(run: id(first))
        #expect(record.rerunOf == earlier.id)
        #expect(record.jobPath == bench.path + "/job.csv")
        #expect(record.jobSHA256 == earlier.jobSHA256)
        #expect(record.columns == ["sku", "url"])
        // By its id, and by a part of it: everything is made now.
        for name in [earlier.id, String(earlier.id.prefix(15))] where name != String(record.id.prefix(15)) {
            let again = bench.run("rerun", name)
            #expect(again.code == .success)
            #expect(again.errors.contains("2 items were made by run \(record.id); passed over"))
            #expect(again.output.isEmpty)
        }
    }

    /// Whoever copies the file alone has the rerun too.
    @Test func theJournalIsWholeBehindIt() throws {
        _ = try failedRun()
        let run = bench.run("rerun", "last", "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .success, "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: bench.journal + "-wal"))
    }

    @Test func otherSettingsGiveARunAnotherDigest() throws {
        let first = try failedRun()
        let run = bench.run("rerun", id(first), "--attempts", "5", "--rack", try bench.rack(JobBench.goodTags))
        let journal = try openJournal()
        let record = try journal.record(run: id(try folder(run)))
        let earlier = try journal.record(run: id(first))
        #expect(record.jobSHA256 != earlier.jobSHA256)
        let bytes = Array(earlier.jobSHA256.utf8) + [0] + Array(record.settings.compact.utf8)
        #expect(record.jobSHA256 == SHA256.digest(bytes).hex.lowercased())
    }

    /// What was corrected in a later run stays corrected.
    @Test func cellsAreThoseOfTheRunThatHasTheItemNow() throws {
        let job = try bench.file("job.csv", "sku,url\nA,nothing\n")
        let first = try folder(
            bench.run("run", job, "--skip-bad-rows", "--rack", try bench.rack(#"{"chip": "NTAG213"}"#)))
        #expect(try column("result_status", first) == ["invalid"])
        let report = first + "/failures.csv"
        try bench.text(report).replacing("nothing", with: "https://example.com/a")
            .write(toFile: report, atomically: true, encoding: .utf8)
        let second = bench.run("rerun", report, "--rack", try bench.rack(JobBench.badTags))
        #expect(second.code == .notAchieved, "\(second.errors)")
        #expect(second.errors.contains("line 2, column \"url\": corrected; the report's cell is taken"))
        let third = bench.run("rerun", id(first), "--rack", try bench.rack(JobBench.goodTags))
        #expect(third.code == .success, "\(third.errors)")
        #expect(try column("url", try folder(third)) == ["https://example.com/a"])
    }

    @Test func aRunThatWasForgottenIsRefusedAndItsReportIsNot() throws {
        let first = try failedRun()
        try openJournal().forget(run: id(first), at: Timestamp(milliseconds: 1_796_000_000_000))
        let refused = bench.run("rerun", "last")
        #expect(refused.code == .refused)
        #expect(refused.errors.contains("the cells of \(id(first)) were forgotten at 2026-"))
        let run = bench.run("rerun", first + "/report.csv", "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .success, "\(run.errors)")
        #expect(try column("url", try folder(run)) == ["https://example.com/a", "https://example.com/b"])
        #expect(!run.errors.contains("corrected"))
    }

    /// A run's id may stand in the path of a file: the file is taken, and that both are there is said.
    @Test func aFileOfThatNameWinsAndThisIsSaid() throws {
        let first = try failedRun()
        let journal = try openJournal()
        let record = try journal.record(run: id(first))
        // A run called as the file is: ids are free text to the journal.
        let named = bench.path + "/named.csv"
        var other = record
        other.id = "20261130T090000Z-" + named
        try journal.open(other, RunOpening(items: []))
        try journal.end(run: other.id, how: .complete, exitCode: 0, at: other.startedAt)
        try bench.text(first + "/failures.csv").write(toFile: named, atomically: true, encoding: .utf8)
        let run = bench.run("rerun", named, "-n")
        #expect(run.code == .success)
        #expect(run.errors.contains("\(named) is a file, which is taken, and names the run \(other.id) too"))
        #expect(run.output.contains("1 row, 1 tag"))
    }

    @Test func whatIsNeitherFileNorRunIsRefused() throws {
        let none = bench.run("rerun", "last")
        #expect(none.code == .refused)
        #expect(none.errors.contains("last: cannot be read: there is no such file, and no journal \(bench.journal)"))
        _ = try failedRun()
        #expect(bench.run("rerun", "nothing").errors.contains("run 'nothing': the journal has no such run"))
        let file = bench.run("rerun", bench.path + "/failures.csv")
        #expect(file.code == .refused)
        #expect(file.errors.contains("failures.csv: cannot be read: there is no such file, and no run of that name"))
    }

    @Test func aFolderIsRefusedWithTheReportInIt() throws {
        let first = try failedRun()
        let run = bench.run("rerun", first)
        #expect(run.code == .refused)
        #expect(run.errors.contains("is a folder; name the report in it, such as \(first)/report.csv, or the run"))
    }

    // MARK: report.json

    @Test func aReportInJSONIsMadeWithTheJournalAndWithout() throws {
        let first = try failedRun()
        let dry = bench.run("rerun", first + "/report.json", "-n")
        #expect(dry.code == .success, "\(dry.errors)")
        #expect(dry.output.contains("2 rows, 2 tags"))
        let other = bench.path + "/other.sqlite"
        let rack = try bench.rack(JobBench.goodTags)
        let moved = try bench.file("moved.json", try bench.text(first + "/report.json"))
        let without = bench.run("rerun", moved, "--rack", rack, "--journal", other)
        #expect(without.code == .success, "\(without.errors)")
        #expect(try folder(without).contains("Z-job"))
        let run = bench.run("rerun", moved, "--rack", rack, "--again")
        #expect(run.code == .success, "\(run.errors)")
        #expect(try column("result_status", try folder(run)) == ["written", "written"])
        #expect(try column("result_row", try folder(run)) == ["1", "2"])
        #expect(bench.run("rerun", moved).errors.contains("2 items were made by run "))
    }

    @Test func aReportInJSONIsNoJob() throws {
        let first = try failedRun()
        for command in ["run", "plan"] {
            let run = ToolRun(
                words: [command, first + "/report.json"], environment: ["TAGMILL_JOURNAL": bench.journal])
            #expect(run.code == .refused)
            #expect(run.errors.contains("report.json: is the report.json of a run, not a job: 'tagmill rerun' makes"))
        }
    }

    @Test func whatIsTooLargeNamesTheRun() throws {
        let path = try bench.file("report.json", "{")
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: (64 << 20) + 1)
        try file.close()
        let run = bench.run("rerun", path)
        #expect(run.code == .refused)
        #expect(run.errors.contains("is larger than 65536 KiB"))
        #expect(run.errors.contains("the run is taken out of the journal by: tagmill rerun RUN"))
    }

    // MARK: Some of the items

    @Test func onlyItemsOfTheStatusesAreMade() throws {
        let first = try failedRun()
        let run = bench.run("rerun", id(first), "--only", "pending", "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.contains("1 item stays as before, by --only"))
        #expect(try column("sku", try folder(run)) == ["B"])
        let none = bench.run("rerun", first + "/report.csv", "--only", "in-doubt, Invalid")
        #expect(none.code == .success)
        #expect(none.errors.hasSuffix("no item is invalid or in-doubt; nothing is to do\n"))
        // A stays the first run's.
        var taken: [String?] = []
        try openJournal().entries(run: id(first)) { taken.append($0.takenBy) }
        #expect(taken == [nil, id(try folder(run))])
    }

    /// The journal knows more than the file.
    @Test func theStatusIsTheJournals() throws {
        let first = try failedRun()
        let report = try bench.text(first + "/report.csv")
        let path = try bench.file("report.csv", report.replacing(",pending,", with: ",written,"))
        let run = bench.run("rerun", path, "--only", "pending", "-n")
        #expect(run.errors.contains("line 3: the journal says pending, not written; the item is made"))
        #expect(run.output.contains("1 row, 1 tag"))
    }

    @Test(arguments: [
        ("faild", "must be of failed, invalid, in-doubt, pending (is failed meant?), not 'faild'"),
        ("failed,", "must be of failed, invalid, in-doubt, pending, not ''"),
        ("written", "--only written: such items are made, and a rerun passes over them"),
        ("failed,unchanged", "--only unchanged: such items are made"),
    ])
    func onlyRefuses(_ value: String, _ reason: String) throws {
        let run = bench.run("rerun", "last", "--only", value)
        #expect(run.code == .refused)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(bench.run("run", "job.csv", "--only", value).errors.contains("unknown option '--only'"))
    }

    @Test func anItemInDoubtIsReleasedAndBothTagsAreNamed() throws {
        let first = try bench.runTwoRows(over: JobBench.doubtfulTag)
        #expect(try column("result_status", first)[0] == "in-doubt")
        let run = bench.run(
            "rerun", id(first), "--only", "in-doubt", "--release-in-doubt", "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .success, "\(run.errors)")
        let second = try folder(run)
        let item = try #require(
            try bench.text(second + "/report.json").split(separator: "\n").first { $0.contains("cells") })
        #expect(item.contains(#""status":"written""#))
        #expect(item.contains(#""uid":"04A10000000001""#))
        let detail = try #require(item.split(separator: #""detail":""#).last?.split(separator: "\"").first)
        #expect(detail.contains("04DD0000000001"))
    }

    // MARK: Runs in use

    @Test func aRunThatGoesOnIsRefusedBeforeReadersAreLookedFor() throws {
        let first = try failedRun()
        let journal = try openJournal()
        let record = try journal.record(run: id(first))
        let execution = Execution(startedAt: record.startedAt, station: "other", version: "1")
        try journal.reopen(run: record.id, execution, releasingInDoubt: false)
        for operand in [record.id, first + "/failures.csv", first + "/report.json"] {
            let run = bench.run("rerun", operand, "--rack", bench.path + "/nowhere.json")
            #expect(run.code == .unavailable)
            #expect(run.errors.contains("the run is in use by another process: \(record.id); wait until it has ended"))
            let dry = bench.run("rerun", operand, "-n")
            #expect(dry.code == .success)
            #expect(
                dry.errors.contains(
                    "run \(record.id) is in use by another tagmill: this rerun would be refused until that run has ended\n"
                ))
        }
        try journal.end(run: record.id, how: .stopped, exitCode: 4, at: record.startedAt)
        #expect(!bench.run("rerun", record.id, "-n").errors.contains("in use"))
        #expect(bench.run("rerun", record.id, "--rack", try bench.rack(JobBench.goodTags)).code == .success)
    }
}
