import Crypto
import Foundation
import Jobs
import Provisioning
import SQLiteJournal
import Tags
import Testing

@testable import tagmill

@Suite struct RunsCommandTests {
    private let folder: ScratchFolder
    private var path: String { folder.path + "/j.sqlite" }

    init() throws { folder = try ScratchFolder() }

    private func makeJournal() throws {
        let journal = try SQLiteJournal(path: path, createIfMissing: true, digest: { SHA256.digest($0) })
        for (id, second) in [("20261130T081500Z-tags", 0), ("20261130T081600Z-tags", 60)] {
            let started = Timestamp(milliseconds: 1_796_026_500_000 + Int64(second) * 1000)
            let record = RunRecord(
                id: id, job: "tags", jobSHA256: "", settings: .object([]), version: "0.1.0", station: "s", columns: [],
                jobPath: "/tags.csv", folder: "/reports/" + id, startedAt: started)
            let item = Item(
                key: ItemKey(row: 1, copy: 1), line: 2, sku: "A", cells: [], message: [0xD0, 0, 0], summary: "")
            try journal.open(record, RunOpening(items: [item]))
        }
        try journal.end(
            run: "20261130T081500Z-tags", how: .idle, exitCode: 4, at: Timestamp(milliseconds: 1_796_026_530_000))
    }

    @Test func runsAreListedTheNewestFirst() throws {
        try makeJournal()
        let run = ToolRun("runs", "--journal", path)
        #expect(run.code == .success)
        #expect(run.errors == "go on with: tagmill resume 20261130T081600Z-tags --journal \(path)\n")
        #expect(ToolRun("runs", "--journal", path, "--quiet").errors.isEmpty)
        #expect(
            run.output == """
                run                    job   started                   state  open  tags  items
                20261130T081600Z-tags  tags  2026-11-30T08:16:00.000Z  died   1     0     1 pending
                20261130T081500Z-tags  tags  2026-11-30T08:15:00.000Z  idle   1     0     1 pending

                """)
        let json = ToolRun("runs", "--json", environment: ["TAGMILL_JOURNAL": path])
        #expect(json.errors.isEmpty)
        #expect(json.output.hasPrefix(#"[{"id":"20261130T081600Z-tags","job":"tags","#))
        #expect(json.output.contains(#""finished_at":"2026-11-30T08:15:30.000Z","ended":"idle","#))
    }

    @Test func whereNothingIsOpenThereIsNoNextStep() throws {
        let bench = try JobBench()
        _ = try bench.runTwoRows(over: JobBench.goodTags)
        #expect(bench.tool("runs").errors.isEmpty)
    }

    @Test func aJournalThatIsNotThereIsNamedAndNotMade() {
        let run = ToolRun("runs", "--journal", path)
        #expect(run.code == .unavailable)
        #expect(run.errors.hasPrefix("tagmill: \(path): there is no journal; "))
        #expect(run.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func whatIsNoJournalIsRefused() throws {
        try Data("sku,url\n".utf8).write(to: URL(fileURLWithPath: path))
        let run = ToolRun("runs", "--journal", path)
        #expect(run.code == .unavailable)
        #expect(run.errors.contains(path))
        #expect(ToolRun("runs", "--journal", folder.path).code == .unavailable)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("sku,url\n".utf8))
    }
}
