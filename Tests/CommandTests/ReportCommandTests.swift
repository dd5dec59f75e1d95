import Crypto
import Foundation
import Jobs
import Provisioning
import SQLiteJournal
import Tags
import Testing

@testable import tagmill

/// `tagmill report`: the run again out of the journal, and whether a file of it was changed.
@Suite struct ReportCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private static let files = ["failures.csv", "report.csv", "report.json"]

    private func report(_ words: String...) -> ToolRun {
        ToolRun(words: ["report"] + words, environment: ["TAGMILL_JOURNAL": bench.journal])
    }

    private func texts(_ folder: String) throws -> [String] { try Self.files.map { try bench.text("\(folder)/\($0)") } }

    private func id(_ folder: String) -> String { String(folder.split(separator: "/").last ?? "") }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// A run that was begun and not ended, in the bench's journal; in use while the journal is there.
    private func begin(_ id: String = "20261130T081500Z-begun") throws -> SQLiteJournal {
        let journal = try SQLiteJournal(path: bench.journal, createIfMissing: true, digest: { SHA256.digest($0) })
        let record = RunRecord(
            id: id, job: "begun", jobSHA256: "00", settings: Settings().json, version: "0.1.0", station: "s",
            columns: ["sku"], jobPath: "/begun.csv", folder: bench.path + "/reports/" + id,
            startedAt: Timestamp(milliseconds: 1_796_026_500_000))
        let item = Item(
            key: ItemKey(row: 1, copy: 1), line: 2, sku: "A", cells: ["A"], message: [0xD0, 0, 0], summary: "")
        try journal.open(record, RunOpening(items: [item]))
        return journal
    }

    // MARK: Rendering

    @Test func aRunIsRenderedAgainByteForByte() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let first = try texts(folder)
        try FileManager.default.removeItem(atPath: bench.path + "/out")
        let run = report("last")
        #expect(run.code == .success)
        #expect(run.output == folder + "\n")
        #expect(run.errors == "complete: 2 written\n")
        #expect(try texts(folder) == first)
        let elsewhere = report(id(folder), "-o", bench.path + "/deep/er")
        #expect(elsewhere.output == "\(bench.path)/deep/er/\(id(folder))\n")
        #expect(try texts(bench.path + "/deep/er/" + id(folder)) == first)
        #expect(try names(in: folder) == Self.files)
    }

    @Test func onlyTheFormatsThatAreAskedForAreMade() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        #expect(report("last", "--format", "json", "-o", bench.path + "/j").code == .success)
        #expect(try names(in: bench.path + "/j/" + id(folder)) == ["report.json"])
        #expect(report("last", "--format", "csv", "-o", bench.path + "/c").code == .success)
        #expect(try names(in: bench.path + "/c/" + id(folder)) == ["failures.csv", "report.csv"])
        let refused = report("last", "--format", "html", "-o", bench.path + "/x")
        #expect(refused.code == .refused)
        #expect(
            refused.errors == "tagmill: option '--format' must be one or more of csv,json,junit, not 'html'\n")
        #expect(!bench.exists(bench.path + "/x"))
    }

    @Test func junitIsMadeWhereItIsAskedFor() throws {
        let folder = try bench.runTwoRows(over: JobBench.badTags)
        #expect(try names(in: folder) == Self.files)
        let run = report("last", "--format", "junit", "--json")
        #expect(run.code == .success)
        #expect(run.output.hasSuffix(#""reports":["\#(folder)/junit.xml"]}"# + "\n"), "\(run.output)")
        #expect(try names(in: folder) == (Self.files + ["junit.xml"]).sorted())
        let text = try bench.text(folder + "/junit.xml")
        #expect(text.contains(#"tests="2" failures="1" errors="0" skipped="1" time="#), "\(text)")
        #expect(text.contains(#"<property name="id" value="\#(id(folder))"/>"#))
        // The same bytes with the others, and not by itself.
        #expect(report("last", "--format", "csv,json,junit", "-o", bench.path + "/all").code == .success)
        #expect(try bench.text("\(bench.path)/all/\(id(folder))/junit.xml") == text)
        #expect(report("last", "-o", bench.path + "/usual").code == .success)
        #expect(try names(in: "\(bench.path)/usual/\(id(folder))") == Self.files)
    }

    @Test func aJUnitFileThatWasChangedIsTold() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let file = folder + "/junit.xml"
        #expect(report("last", "--format", "junit").code == .success)
        let kept = report("last", "--check", file)
        #expect(kept.code == .success)
        #expect(kept.output.hasPrefix("\(file) is as tagmill wrote it: junit.xml of run \(id(folder)), rendered at 2"))
        let changed = try bench.file("j.xml", try bench.text(file).replacing(#"failures="0""#, with: #"failures="1""#))
        #expect(report("last", "--check", changed).code == .notAchieved)
    }

    @Test func asJSONItIsWhatTheRunPrinted() throws {
        let job = try bench.file("job.csv", JobBench.twoRows)
        let made = bench.run("run", job, "--json", "--rack", try bench.rack(JobBench.goodTags))
        let again = report("last", "--json")
        #expect(again.code == .success)
        #expect(again.output == made.output)
        #expect(again.output.contains(#""totals":{"written":2,"#))
    }

    @Test func aRunThatGoesOnIsRenderedAsItStands() throws {
        let journal = try begin()
        let run = report("begun")
        #expect(run.code == .success)
        #expect(
            run.errors == "run 20261130T081500Z-begun is not over, this is how it stands now: 1 pending\n")
        #expect(try bench.text(bench.path + "/reports/20261130T081500Z-begun/report.csv").contains(",pending,"))
        try journal.end(
            run: "20261130T081500Z-begun", how: .idle, exitCode: 4, at: Timestamp(milliseconds: 1_796_026_530_000))
        #expect(report("begun").errors == "idle: 1 pending\n")
    }

    @Test func aRunThatDiedIsRendered() throws {
        _ = try begin()
        let run = report("begun")
        #expect(run.code == .success)
        #expect(
            run.errors == "run 20261130T081500Z-begun died before its end: 1 pending; "
                + "go on with: tagmill resume 20261130T081500Z-begun\n")
    }

    @Test func whatIsNotThereOrNoFolderIsRefused() throws {
        #expect(report("last").code == .unavailable)
        #expect(report("last").errors.hasPrefix("tagmill: \(bench.journal): there is no journal; "))
        _ = try begin("..")
        #expect(report("begun").code == .refused)
        let run = report("..", "-o", bench.path + "/x")
        #expect(run.code == .refused)
        #expect(!bench.exists(bench.path + "/x"))
    }

    @Test func aFolderThatCannotBeMadeIsToldWithTheRun() throws {
        _ = try begin()
        let run = report("begun", "-o", try bench.file("file", ""))
        #expect(run.code == .unavailable)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("a part of the path is no folder"))
        #expect(
            run.errors.hasSuffix(
                "render it by: tagmill report 20261130T081500Z-begun --journal \(bench.journal) "
                    + "-o DIR, DIR being a folder with room\n"))
    }

    @Test func aForgottenRunIsRefused() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let before = try texts(folder)
        let forgotten = ToolRun("runs", "forget", "last", environment: ["TAGMILL_JOURNAL": bench.journal])
        #expect(forgotten.code == .success, "\(forgotten.errors)")
        let run = report("last")
        #expect(run.code == .refused)
        #expect(run.errors.contains("was forgotten at 2"))
        #expect(run.errors.hasSuffix("what is kept is shown by: tagmill runs show \(id(folder))\n"))
        #expect(try texts(folder) == before)
        // What was rendered before is still known.
        #expect(report("last", "--check", folder + "/report.json").code == .success)
    }

    /// A journal that cannot be written to: the report stands.
    @Test func aDigestThatCannotBeKeptIsAWarning() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let first = try texts(folder)
        try FileManager.default.removeItem(atPath: bench.journal + "-runs")
        try FileManager.default.createDirectory(atPath: bench.journal + "-runs", withIntermediateDirectories: false)
        try FileManager.default.removeItem(atPath: folder)
        let run = report("last")
        #expect(run.code == .success)
        #expect(run.output == folder + "\n")
        #expect(run.errors.contains("warning: the report is there, and its digest could not be kept in the journal: "))
        #expect(try texts(folder) == first)
    }

    // MARK: Checking

    @Test func whatWasNotChangedIsKnown() throws {
        let folder = try bench.runTwoRows(over: JobBench.badTags)
        for name in Self.files {
            let run = report("last", "--check", "\(folder)/\(name)")
            #expect(run.code == .success)
            #expect(run.errors.isEmpty)
            #expect(
                run.output.hasPrefix(
                    "\(folder)/\(name) is as tagmill wrote it: \(name) of run \(id(folder)), rendered at 2"),
                "\(run.output)")
        }
        // Under another name too.
        let copy = try bench.file("copy", try bench.text(folder + "/report.csv"))
        #expect(report("last", "--check", copy).code == .success)
        let json = report("last", "--check", copy, "--json")
        #expect(json.output.hasPrefix(#"{"path":"\#(copy)","run":"\#(id(folder))","sha256":""#))
        #expect(json.output.contains(#""result":"as-written","file":"report.csv","rendered_at":"2"#))
        #expect(json.output.hasSuffix(#""version":"0.1.0","names_run":null}"# + "\n"))
    }

    @Test func whatWasChangedIsTold() throws {
        let folder = try bench.runTwoRows(over: JobBench.badTags)
        let changed = try bench.text(folder + "/report.json").replacing(#""failed""#, with: #""written""#)
        let file = try bench.file("changed.json", changed)
        let run = report("last", "--check", file)
        #expect(run.code == .notAchieved)
        #expect(run.output == "\(file) was changed since, or is of another run than \(id(folder))\n")
        #expect(try bench.text(file) == changed)
        let json = report("last", "--check", file, "--json")
        #expect(json.code == .notAchieved)
        #expect(json.output.contains(#""result":"changed","file":null,"rendered_at":null,"version":null,"#))
    }

    @Test func theReportOfAnotherRunIsNamed() throws {
        let first = try bench.runTwoRows(over: JobBench.badTags)
        let second = try bench.runTwoRows(over: JobBench.goodTags, "--again")
        for name in ["report.json", "report.csv"] {
            let run = report(id(second), "--check", "\(first)/\(name)")
            #expect(run.code == .notAchieved)
            #expect(
                run.output == "\(first)/\(name) was changed since, or is of another run than \(id(second)): "
                    + "it names run \(id(first))\n")
        }
        let json = report(id(second), "--check", first + "/report.json", "--json")
        #expect(json.output.hasSuffix(#""names_run":"\#(id(first))"}"# + "\n"))
    }

    @Test func anEarlierReportIsKnownAsOne() throws {
        let journal = try begin()
        #expect(report("begun", "-o", bench.path + "/early").code == .success)
        try journal.end(
            run: "20261130T081500Z-begun", how: .idle, exitCode: 4, at: Timestamp(milliseconds: 1_796_026_530_000))
        #expect(report("begun", "-o", bench.path + "/late").code == .success)
        let early = bench.path + "/early/20261130T081500Z-begun/report.json"
        let run = report("begun", "--check", early)
        #expect(run.code == .success)
        #expect(
            run.output.hasPrefix("\(early) is an earlier report.json of run 20261130T081500Z-begun, rendered at 2"))
        #expect(run.output.contains(" and was not changed; the last one was rendered at 2"))
        #expect(report("begun", "--check", early, "--json").output.contains(#""result":"earlier""#))
        let late = report("begun", "--check", bench.path + "/late/20261130T081500Z-begun/report.json")
        #expect(late.output.contains("is as tagmill wrote it"))
    }

    @Test func aCheckRendersNothingAndKeepsNothing() throws {
        let journal = try begin()
        let run = report("begun", "--check", try bench.file("f", ""))
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("the journal keeps no digest of a report of run 20261130T081500Z-begun"))
        #expect(try journal.reports(run: "20261130T081500Z-begun") == [])
        #expect(!bench.exists(bench.path + "/reports"))
        #expect(report("begun", "--check", bench.path + "/none").code == .refused)
        #expect(report("begun", "--check", bench.path).code == .refused)
        #expect(report("begun", "--check", bench.path + "/f", "-o", bench.path).code == .refused)
    }
}
