import Crypto
import Foundation
import Jobs
import Provisioning
import SQLiteJournal
import Tags
import Testing

@testable import tagmill

@Suite struct RerunCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    /// A run in which A failed and B was written.
    private func failedRun(_ words: String...) throws -> String {
        let tags = JobBench.badTags + #", {"chip": "NTAG213", "uid": "04A10000000009"}"#
        return try bench.runTwoRows(over: tags)
    }

    private func id(_ folder: String) -> String { String(folder.split(separator: "/").last ?? "") }

    private func folder(_ run: ToolRun) throws -> String {
        String(try #require(run.output.split(separator: "\n").last, "\(run.errors)"))
    }

    /// The cells of the first line of a report, by column.
    private func firstLine(_ folder: String) throws -> [String: String] {
        let lines = try bench.text(folder + "/report.csv").split(separator: "\n")
        let names = lines[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let cells = lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return Dictionary(uniqueKeysWithValues: zip(names, cells))
    }

    @Test func whatFailedIsMadeUnderTheNameOfItsRun() throws {
        let first = try failedRun()
        let run = bench.run("rerun", first + "/failures.csv", "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .success)
        let folder = try folder(run)
        #expect(folder.contains("Z-job"))
        #expect(try bench.text(folder + "/report.json").contains("\"rerun_of\":\"\(id(first))\""))
        #expect(try firstLine(folder)["sku"] == "A")
        // The whole report says what succeeded and is left alone.
        let again = bench.run("rerun", first + "/report.csv", "--rack", try bench.rack(JobBench.goodTags))
        #expect(again.code == .success)
        #expect(again.output.isEmpty)
        #expect(again.errors.contains("1 item was made by run \(id(first)); passed over\n"))
        #expect(again.errors.contains("1 item was made by run \(id(folder)); passed over\n"))
        #expect(again.errors.hasSuffix("every item succeeded; nothing is left to do\n"))
        let json = bench.run("rerun", first + "/failures.csv", "--json")
        #expect(
            json.output == #"{"run":null,"totals":{"written":0,"unchanged":0,"failed":0,"invalid":0,"in-doubt":0,"#
                + #""pending":0},"reports":[]}"# + "\n")
    }

    /// The item is made once, whichever of its reports is run again.
    @Test func anItemOfSeveralRerunsIsMadeOnce() throws {
        let first = try failedRun()
        let more = JobBench.badTags.replacing("04BB", with: "04BC")
        let second = try folder(bench.run("rerun", first + "/failures.csv", "--rack", try bench.rack(more)))
        #expect(try firstLine(second)["result_status"] == "failed")
        let third = bench.run("rerun", first + "/failures.csv", "--rack", try bench.rack(JobBench.goodTags))
        #expect(third.code == .success)
        let last = bench.run("rerun", second + "/failures.csv", "--rack", try bench.rack(JobBench.goodTags))
        #expect(last.code == .success)
        #expect(last.output.isEmpty)
        #expect(last.errors.contains("1 item was made by run \(id(try folder(third))); passed over"))
    }

    @Test func anItemInDoubtKeepsTheTagOfItsLastRun() throws {
        let first = try failedRun()
        let second = try folder(
            bench.run("rerun", first + "/failures.csv", "--rack", try bench.rack(JobBench.doubtfulTag)))
        #expect(try firstLine(second)["result_status"] == "in-doubt")
        // Another tag is not taken for it, and what a spreadsheet made of the cell does not count.
        let changed = try bench.text(second + "/failures.csv").replacing("04DD0000000001", with: "4.0E+14")
        try changed.write(toFile: second + "/failures.csv", atomically: true, encoding: .utf8)
        let tags = JobBench.goodTags + #", {"chip": "NTAG213", "uid": "04DD0000000001"}"#
        for report in [first, second] {
            let run = bench.run("rerun", report + "/failures.csv", "--rack", try bench.rack(tags), "-n")
            #expect(run.code == .success)
        }
        let run = bench.run("rerun", first + "/failures.csv", "--rack", try bench.rack(tags))
        #expect(run.code == .success, "\(run.errors)")
        #expect(try firstLine(try folder(run))["result_uid"] == "04DD0000000001")
    }

    @Test func withoutTheJournalADoubtfulItemNeedsItsUID() throws {
        let folder = try bench.runTwoRows(over: JobBench.doubtfulTag)
        let report = folder + "/failures.csv"
        let other = bench.path + "/other.sqlite"
        let rack = try bench.rack(#"{"chip": "NTAG213", "uid": "04DD0000000001"}"#)
        let json = try bench.text(folder + "/report.json")
        try json.replacing(#""status":"in-doubt""#, with: #""status":"failed""#).write(
            toFile: folder + "/report.json", atomically: true, encoding: .utf8)
        let text = try bench.text(report)
        try text.replacing("04DD0000000001", with: "4.0E+14").write(toFile: report, atomically: true, encoding: .utf8)
        let refused = bench.run("rerun", report, "--rack", rack, "--journal", other)
        #expect(refused.code == .refused)
        #expect(refused.errors.contains("line 2: the item is in doubt, and its result_uid is no UID"))
        #expect(!bench.exists(other))
        try text.write(toFile: report, atomically: true, encoding: .utf8)
        let run = bench.run("rerun", report, "--rack", rack, "--journal", other)
        #expect(run.code == .success, "\(run.errors)")
    }

    @Test func aRunThatHasTheItemsNowIsWaitedFor() throws {
        let first = try failedRun()
        let journal = try SQLiteJournal(path: bench.journal, createIfMissing: false, digest: { SHA256.digest($0) })
        var record = try journal.record(run: id(first))
        record.id = "20261130T090000Z-job"
        let key = ItemKey(row: 1, copy: 1)
        let item = Item(key: key, line: 2, sku: "A", cells: [], message: [0xD0, 0, 0], summary: "")
        try journal.open(
            record, RunOpening(items: [item], takeovers: [Takeover(run: id(first), items: [key])]))
        let run = bench.run("rerun", first + "/failures.csv", "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .unavailable)
        #expect(run.errors.contains("the run is in use by another process: 20261130T090000Z-job"))
        // Nothing is left of a run that did not begin.
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path + "/out").count == 1)
        try journal.end(run: record.id, how: .stopped, exitCode: 4, at: record.startedAt)
        #expect(
            bench.run("rerun", first + "/failures.csv", "--rack", try bench.rack(JobBench.goodTags)).code == .success)
    }

    /// Each run that has some of the items is told which of them it has no more.
    @Test func itemsThatAreNowOfSeveralRunsAreTakenFromEach() throws {
        let tags = JobBench.badTags + "," + JobBench.badTags.replacing("04BB", with: "04BC")
        let first = try bench.runTwoRows(over: tags)
        let lines = try bench.text(first + "/failures.csv").split(separator: "\n")
        #expect(lines.count == 3)
        let part = try bench.file("part.csv", lines[0...1].joined(separator: "\n") + "\n")
        let second = try folder(
            bench.run("rerun", part, "--rack", try bench.rack(JobBench.badTags.replacing("04BB", with: "04BD"))))
        let run = bench.run("rerun", first + "/failures.csv", "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .success, "\(run.errors)")
        let third = id(try folder(run))
        let journal = try SQLiteJournal(path: bench.journal, createIfMissing: false, digest: { SHA256.digest($0) })
        for (earlier, takers) in [(first, [id(second), third]), (second, [third])] {
            var taken: [String?] = []
            try journal.entries(run: id(earlier)) { taken.append($0.takenBy) }
            #expect(taken == takers)
        }
    }

    @Test func anItemThatTheRunNeverHadIsRefusedWithItsLine() throws {
        let first = try failedRun()
        let report = try bench.text(first + "/failures.csv")
        let changed = report.replacing("\(id(first)),1,2,1,", with: "\(id(first)),7,2,1,")
        let path = try bench.file("changed.csv", changed)
        let run = bench.run("rerun", path, "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .refused)
        #expect(run.errors.contains("changed.csv: line 2: the run has no row 7"))
    }

    // MARK: Name and settings

    @Test func settingsOfTheFirstRunAreKeptAndFlagsWin() throws {
        let job = try bench.file("job.csv", "sku,url\nA,\n")
        try bench.file("job.json", #"{"name": "line 7", "overwrite": "always", "attempts": 2}"#)
        let first = bench.run(
            "run", job, "--url", "https://example.com/x/{sku}", "--rack", try bench.rack(JobBench.badTags))
        #expect(first.code == .notAchieved)
        let report = try folder(first) + "/failures.csv"
        let run = bench.run("rerun", report, "--rack", try bench.rack(JobBench.goodTags), "--attempts", "1")
        #expect(run.code == .success)
        let json = try bench.text(try folder(run) + "/report.json")
        #expect(json.contains(#""job":"line 7""#))
        #expect(json.contains(#""overwrite":"always","attempts":1"#))
        #expect(json.contains(#""--url":"https://example.com/x/{sku}""#))
    }

    @Test func aSettingsFileReplacesTheSettingsAndNotTheNameAndPairing() throws {
        let job = try bench.file("bound.csv", "sku,url,uid\nA,https://example.com/a,04A10000000001\n")
        let first = bench.run("run", job, "--pair", "uid", "--rack", try bench.rack(#"{"chip": "NTAG213"}"#))
        #expect(first.code == .stopped)
        let settings = try bench.file("other.json", #"{"overwrite": "always"}"#)
        let run = bench.run(
            "rerun", try folder(first) + "/report.csv", "--settings", settings, "--rack",
            try bench.rack(#"{"chip": "NTAG213"}, \#(JobBench.goodTags)"#))
        #expect(run.code == .success)
        #expect(try folder(run).hasSuffix("Z-bound") || folder(run).contains("Z-bound-"))
        #expect(run.errors.contains("uid-mismatch"))
        #expect(try bench.text(try folder(run) + "/report.json").contains(#""overwrite":"always""#))
    }

    @Test func withoutTheJournalTheReportBesideTellsThem() throws {
        let first = try failedRun()
        let other = bench.path + "/other.sqlite"
        let rack = try bench.rack(JobBench.goodTags)
        let beside = bench.run("rerun", first + "/failures.csv", "--rack", rack, "--journal", other)
        #expect(beside.code == .success)
        #expect(try folder(beside).contains("Z-job"))

        let alone = try bench.file("alone.csv", try bench.text(first + "/failures.csv"))
        let refused = bench.run("rerun", alone, "--rack", rack, "--journal", bench.path + "/third.sqlite")
        #expect(refused.code == .refused)
        #expect(refused.errors.contains("the settings of run \(id(first)) are in no journal and in no report.json"))
        let named = bench.run(
            "rerun", alone, "--rack", rack, "--journal", bench.path + "/third.sqlite", "--settings", "none")
        #expect(named.code == .success)
        #expect(try bench.text(try folder(named) + "/report.json").contains(#""job":"job""#))
    }

    @Test func aReportInPlaceOfAJobIsRunAgain() throws {
        let first = try failedRun()
        let run = bench.run("run", first + "/failures.csv", "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .success)
        #expect(run.errors.hasPrefix("\(first)/failures.csv is a report: what did not succeed is made again"))
    }

    @Test func aJobIsNoReport() throws {
        let run = bench.run("rerun", try bench.file("job.csv", JobBench.twoRows))
        #expect(run.code == .refused)
        #expect(run.errors.contains("job.csv: this is no report of a run; 'tagmill run' makes a job"))
    }

    /// One copy of a row may be all that is left of it.
    @Test func aCopyAloneIsListedByTheDryRun() throws {
        let job = try bench.file("job.csv", "sku,url,quantity\nA,https://example.com/a,2\n")
        let first = bench.run("run", job, "--rack", try bench.rack(#"{"chip": "NTAG213"}"#))
        #expect(first.code == .stopped)
        let run = bench.run("rerun", try folder(first) + "/report.csv", "-n")
        #expect(run.code == .success)
        #expect(
            run.output.contains("https://example.com/a\n")
                && run.output.contains("1 row, 1 tag, 0 errors, 0 warnings\n"))
    }
}
