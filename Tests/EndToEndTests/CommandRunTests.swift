import Crypto
import Foundation
import JobFiles
import Jobs
import Operations
import Provisioning
import Reports
import Simulation
import Testing

/// The built command on virtual readers in its own process.
@Suite("Runs on a rack in process") struct CommandRunTests {
    @Test func theBuiltCommandOnTheTroubledWorld() throws {
        let scratch = try Scratch()
        try scratch.write("rack.json", TroubledWorld.rack)
        try scratch.write("stock.csv", TroubledWorld.csv)
        let done = try BuiltCommand.run(
            [BuiltCommand.path, "run", "stock.csv", "--rack", "rack.json", "--json"], in: scratch.path)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.lines.count == 1)
        #expect(done.output.contains("\"written\":24"))
    }

    /// The same run, but so that the memory of the tags can be looked at.
    @Test func everyLineAgreesWithEveryTag() throws {
        let scratch = try Scratch()
        let rack = try Rack(JSONDecoder().decode(RackFile.self, from: Data(TroubledWorld.rack.utf8)))
        let table = try CSVFile.read(Array(TroubledWorld.csv.utf8))
        let job = Job.resolve(table: table, settings: Settings(), name: "stock")
        #expect(job.issues.isEmpty)
        let record = RunRecord(
            id: "20260101T000000Z-stock", job: "stock", jobSHA256: "", settings: job.settings.json, version: "test",
            station: "test", columns: job.columns, jobPath: "/stock.csv", folder: scratch.path,
            startedAt: Timestamp(milliseconds: 0))
        let journal = MemoryJournal { SHA256.digest($0) }
        let result = try Run(
            RunRequest(record: record, settings: job.settings, beginning: .open(RunOpening(items: job.items))),
            journal: journal,
            readers: rack.readers, digest: { SHA256.digest($0) }, clock: FixedClock(), observer: Nobody()
        ).execute()
        #expect(result.exitCode == 0)
        _ = try RunReports.render(
            run: try journal.record(run: record.id), readers: try journal.readers(run: record.id), into: scratch.path,
            digest: { SHA256.digest($0) },
            entries: { (body) throws(JournalError) in try journal.entries(run: record.id, body) },
            presentations: { (body) throws(JournalError) in try journal.presentations(run: record.id, body) })
        let tags = rack.tags.map { TroubledWorld.Tag(uid: "\($0.uid)", writes: $0.writes, memory: $0.memory) }
        #expect(try TroubledWorld.faults(reportFolder: scratch.path, tags: tags) == [])
        #expect(rack.unreachedFaults.isEmpty)
    }

    @Test func aSignalFinishesTheTagsInHandAndLeavesAWholeReport() throws {
        let scratch = try Scratch()
        try scratch.write(
            "rack.json",
            """
            {"latency": "real", "readers": [{"name": "Reader A 00 00", "model": "part3", "tags": [
              {"chip": "NTAG213", "count": 2000, "uid": "04B10000000001"}]}]}
            """)
        let rows = (1...2000).map { "S\($0),https://example.com/\($0)\n" }.joined()
        try scratch.write("job.csv", "sku,url\n" + rows)
        let run = try StartedCommand(
            [BuiltCommand.path, "run", "job.csv", "--rack", "rack.json"], in: scratch.path)
        #expect(run.waitForErrors("[2/2000]"))
        run.signal(SIGTERM)
        let done = try run.finish()
        #expect(done.code == 4, "\(done.errors)")
        let folder = try #require(done.lines.last)
        let report = try IndependentCSV(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/report.csv"))))
        #expect(report.records.count == 2000)
        let statuses = report.records.indices.map { report.cell($0, "result_status") ?? "" }
        #expect(statuses.filter { $0 == "written" }.count >= 2)
        #expect(Set(statuses) == ["written", "pending"])
        let json = try String(contentsOfFile: folder + "/report.json", encoding: .utf8)
        #expect(json.contains("\"ended\":\"stopped\""))
    }

    @Test func aRerunOfTheFailuresMakesThemAndNothingElse() throws {
        let scratch = try Scratch()
        try scratch.write(
            "bad.json",
            """
            {"readers": [{"name": "Reader A 00 00", "model": "part3", "tags": [
              {"chip": "NTAG213", "uid": "04B10000000001"},
              {"chip": "NTAG213", "count": 3, "uid": "04AA0000000001", "faults": [{"page": 7, "fault": "no-write"}]},
              {"chip": "NTAG213", "uid": "04B10000000009"}]}]}
            """)
        try scratch.write(
            "good.json",
            """
            {"readers": [{"name": "Reader A 00 00", "model": "part3", "tags": [
              {"chip": "NTAG213", "count": 3, "uid": "04CC0000000001"}]}]}
            """)
        try scratch.write("job.csv", "sku,quantity,bin\nS1,1,a\n0042,1,b\nS3,1,c\n")
        try scratch.write(
            "job.json",
            "{\"name\": \"line-7\", \"records\": [{\"type\": \"uri\", \"value\": \"https://example.com/t/{sku}?row={row}\"}]}"
        )
        let first = try BuiltCommand.run(
            [BuiltCommand.path, "run", "job.csv", "--rack", "bad.json"], in: scratch.path)
        #expect(first.code == 1, "\(first.errors)")
        let folder = try #require(first.lines.last)
        #expect(folder.hasSuffix("-line-7"))
        let again = try BuiltCommand.run(
            [BuiltCommand.path, "run", folder + "/failures.csv", "--rack", "good.json"], in: scratch.path)
        #expect(again.code == 0, "\(again.errors)")
        #expect(again.errors.contains("is a report"))
        let second = try #require(again.lines.last)
        let report = try IndependentCSV(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: second + "/report.csv"))))
        #expect(report.records.count == 1)
        #expect(report.cell(0, "result_row") == "2")
        #expect(report.cell(0, "result_sku") == "0042")
        #expect(report.cell(0, "result_status") == "written")
        #expect(report.cell(0, "bin") == "b")
        let json = try String(contentsOfFile: second + "/report.json", encoding: .utf8)
        #expect(json.contains("\"job\":\"line-7\""))
        let nothing = try BuiltCommand.run(
            [BuiltCommand.path, "rerun", folder + "/failures.csv", "--rack", "good.json"], in: scratch.path)
        #expect(nothing.code == 0, "\(nothing.errors)")
        #expect(nothing.output.isEmpty)
    }

    @Test func withoutAServiceTheRunSaysWhatToDo() throws {
        let scratch = try Scratch()
        try scratch.write("job.csv", "sku,url\nS1,https://example.com/1\n")
        let done = try BuiltCommand.run(
            [BuiltCommand.path, "run", "job.csv"], in: scratch.path,
            environment: ["PCSCLITE_CSOCK_NAME": scratch.path + "/nobody"])
        #expect(done.code == 3)
        #expect(done.errors.contains("pcscd"))
        #expect(done.output.isEmpty)
    }
}

private struct FixedClock: WallClock {
    func now() -> Timestamp { Timestamp(milliseconds: 1_780_000_000_000) }
}

private struct Nobody: RunObserver {
    func observe(_ event: RunEvent) {}
}
