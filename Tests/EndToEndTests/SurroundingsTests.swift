import Foundation
import Testing

/// What the command is started in: streams, signals and folders that are not as usual.
@Suite("Surroundings of the command") struct SurroundingsTests {
    static let job = "sku,url\nA,https://a.example/1\nB,https://a.example/2\n"

    static func rack(latency: String = "none", tags: String = #"{"chip": "NTAG213", "count": 2}"#) -> String {
        #"{"latency": "\#(latency)", "readers": [{"name": "R 00 00", "model": "part3", "tags": [\#(tags)]}]}"#
    }

    /// Runs a line of the shell in which `$0` is the command.
    private static func shell(_ line: String, in scratch: Scratch) throws -> BuiltCommand {
        try BuiltCommand.run(["sh", "-c", line, BuiltCommand.path], in: scratch.path)
    }

    private static func scratch(rack: String = Self.rack()) throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write("job.csv", Self.job)
        try scratch.write("rack.json", rack)
        return scratch
    }

    private static func size(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    }

    @Test func progressGoesIntoNoFileThatTookTheClosedStreamsPlace() throws {
        let scratch = try Self.scratch()
        let done = try Self.shell("exec \"$0\" run job.csv --rack rack.json <&- >&- 2>&-", in: scratch)
        #expect(done.code == 0)
        #expect(Self.size(scratch.path + "/reports/tagmill.sqlite-runs") == 0)
    }

    /// The reader of the pipe is gone before the result comes.
    @Test func aPipeThatNobodyReadsEndsTheOutputAndNotTheRun() throws {
        let scratch = try Self.scratch(rack: Self.rack(latency: "real"))
        let line = "{ \"$0\" run job.csv --rack rack.json; echo $? >code; } | true"
        _ = try Self.shell(line, in: scratch)
        #expect(try String(contentsOfFile: scratch.path + "/code", encoding: .utf8) == "0\n")
        let again = try Self.shell("exec \"$0\" report last", in: scratch)
        let folder = try #require(again.lines.last)
        let report = try String(contentsOfFile: folder + "/report.csv", encoding: .utf8)
        #expect(report.components(separatedBy: ",written,").count == 3)
    }

    @Test func theJournalIsOneFileAfterTheRun() throws {
        let scratch = try Self.scratch()
        let done = try Self.shell("exec \"$0\" run job.csv --rack rack.json", in: scratch)
        #expect(done.code == 0)
        #expect(Self.size(scratch.path + "/reports/tagmill.sqlite-wal") == nil)
        try FileManager.default.copyItem(
            atPath: scratch.path + "/reports/tagmill.sqlite", toPath: scratch.path + "/copy.sqlite")
        let listed = try Self.shell("exec \"$0\" runs --journal copy.sqlite", in: scratch)
        #expect(listed.output.contains("2 written"))
    }

    @Test func aFolderThatIsGoneIsNotTheRootFolder() throws {
        let scratch = try Self.scratch()
        let line =
            "mkdir gone && cd gone && rmdir ../gone && "
            + "exec \"$0\" run '\(scratch.path)/job.csv' --rack '\(scratch.path)/rack.json'"
        let done = try Self.shell(line, in: scratch)
        #expect(done.code == 3)
        #expect(done.errors.contains("No such file or directory"))
        #expect(!done.errors.contains(" /reports"))
    }

    @Test func aHangUpThatIsIgnoredStopsNothing() throws {
        let scratch = try Self.scratch(rack: Self.rack(latency: "real"))
        let started = try StartedCommand(
            ["sh", "-c", "trap '' HUP; exec \"$0\" run job.csv --rack rack.json", BuiltCommand.path], in: scratch.path)
        #expect(started.waitForErrors("[1/2]"))
        started.signal(SIGHUP)
        let done = try started.finish()
        #expect(done.code == 0)
    }

    @Test func faultsThatNeverCameAreNamedAtTheEnd() throws {
        let tags = #"{"chip": "NTAG213", "count": 2, "faults": [{"at": 99, "fault": "remove"}]}"#
        let scratch = try Self.scratch(rack: Self.rack(tags: tags))
        let done = try Self.shell("exec \"$0\" run job.csv --rack rack.json", in: scratch)
        #expect(done.code == 0)
        #expect(done.errors.contains("readers[0].tags[0].faults[0] (at 99: remove): its exchange never came on 2 tags"))
    }

    @Test(arguments: [
        ("--idle-timeout x --rack rack.json", 2), ("--rack nosuch.json", 2), ("--reader X --rack rack.json", 3),
        ("-n --idle-timeout x", 2),
    ])
    func whatIsRefusedMakesNoJournal(options: String, code: Int32) throws {
        let scratch = try Self.scratch()
        let done = try Self.shell("exec \"$0\" run job.csv \(options)", in: scratch)
        #expect(done.code == code)
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/reports"))
    }

    @Test func aRowNumberThatTheRunNeverHadRefusesTheReport() throws {
        let scratch = try Self.scratch(rack: Self.rack(tags: #"{"chip": "NTAG213"}"#))
        let done = try Self.shell("exec \"$0\" run job.csv --rack rack.json", in: scratch)
        #expect(done.code == 4)
        let report = try #require(done.lines.last) + "/report.csv"
        let run = try #require(done.lines.last?.split(separator: "/").last)
        let changed = try String(contentsOfFile: report, encoding: .utf8)
            .replacingOccurrences(of: "\(run),2,3,", with: "\(run),7,3,")
        try scratch.write("changed.csv", changed)
        let again = try Self.shell("exec \"$0\" rerun changed.csv --rack rack.json", in: scratch)
        #expect(again.code == 2)
        #expect(again.errors.contains("changed.csv: line 3: the run has no row 7"))
    }
}
