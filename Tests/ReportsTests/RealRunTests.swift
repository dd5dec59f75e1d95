import Foundation
import Jobs
import Operations
import Provisioning
import Reports
import Simulation
import Tags
import TestSupport
import Testing

/// Runs over virtual tags, rendered out of their journal: what the schema says of reports is true of these.
@Suite("Reports of runs that were made")
struct RealRunTests {
    private let journal = MemoryJournal(digest: sha256)
    private static let run = "20260101T000000Z-job"

    /// Rendered now; with the texts of all files.
    private func report(_ run: String = run) throws -> (document: JSONDocument, files: [String]) {
        let scratch = try Scratch()
        let paths = try RunReports.render(
            run: try journal.record(run: run), readers: try journal.readers(run: run), into: scratch.path,
            digest: sha256,
            entries: { (body) throws(JournalError) in try journal.entries(run: run, body) },
            presentations: { (body) throws(JournalError) in try journal.presentations(run: run, body) }
        ).paths
        let bytes = try Scratch.bytes(scratch.path + "/report.json")
        return (
            try JSONDecoder().decode(JSONDocument.self, from: Data(bytes)), try paths.map { try Scratch.text($0) }
        )
    }

    private func expectHolds(_ document: JSONDocument, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let faults = try ReportSchemaTests.checker().faults(of: document)
        #expect(faults == [], sourceLocation: sourceLocation)
    }

    private func text(_ document: JSONDocument, item: Int, _ name: String) -> String? {
        guard case .string(let text)? = document["items"]?[item]?[name] else { return nil }
        return text
    }

    /// The first item's tag leaves with the page of the length written, and is not laid again; the second is written.
    private func leaveOneInDoubt() throws {
        let fault = RackFault(.page(5), .removeAfter)
        _ = try Scenario(
            items(2), .part3, [tag(.ntag213, bad1, faults: [fault], again: 0), tag(.ntag213, good1)]
        ).run(journal: journal)
    }

    /// Goes on with the run over these tags.
    private func resume(_ tags: [RackTag], releasing: Bool = false) throws {
        let rack = try Rack(RackFile(readers: [RackReader("Reader B 00 00", model: .acr122u, tags: tags)]))
        let request = RunRequest(
            record: try journal.record(run: Self.run), settings: Settings(),
            beginning: .resume(
                Execution(startedAt: SteppingClock.shared.now(), station: "second", version: "test"),
                releasingInDoubt: releasing))
        _ = try Run(
            request, journal: journal, readers: rack.readers, digest: sha256, clock: SteppingClock.shared,
            observer: Watcher { _ in }
        ).execute()
    }

    @Test("a run with an item of every end")
    func everyEnd() throws {
        var items = items(5)
        items[4].fault = "row 5: bad"
        items[4].message = []
        let holding = pages(holding: items[1].message)
        // Which row a tag gets is by its place; the last good row is not reached.
        _ = try Scenario(
            items, .part3,
            [
                tag(.ntag213, good1), tag(.ntag213, good2, pages: holding),
                tag(.ntag213, bad1, faults: [RackFault(.page(5), .noWrite)], again: 2),
            ], settings: Settings(attempts: 1)
        ).run(journal: journal)
        let report = try report()
        try expectHolds(report.document)
        #expect(
            (0..<5).map { text(report.document, item: $0, "status") } == [
                "written", "unchanged", "failed", "pending", "invalid",
            ])
        #expect(try self.report().files == report.files)
    }

    @Test("a run with an item in doubt, resumed until it is settled")
    func resumed() throws {
        try leaveOneInDoubt()
        let doubtful = try report()
        try expectHolds(doubtful.document)
        #expect(text(doubtful.document, item: 0, "status") == "in-doubt")
        #expect(text(doubtful.document, item: 0, "uid") == bad1)

        try resume([tag(.ntag213, bad1)])
        let settled = try report()
        try expectHolds(settled.document)
        #expect(text(settled.document, item: 0, "status") == "written")
        #expect(text(settled.document, item: 0, "reader") == "Reader B 00 00")
        #expect(settled.document["readers"]?.count == 2)
        #expect(try report().files == settled.files)
    }

    @Test("an item in doubt that was given to a new tag: the report names both")
    func released() throws {
        try leaveOneInDoubt()
        try resume([tag(.ntag213, good2)], releasing: true)
        let report = try report()
        try expectHolds(report.document)
        #expect(text(report.document, item: 0, "uid") == good2)
        #expect(text(report.document, item: 0, "detail")?.contains(bad1) == true)
    }

    @Test("a rerun, and the run whose items it took")
    func rerun() throws {
        try leaveOneInDoubt()
        let before = try report()
        let key = ItemKey(row: 1, copy: 1)
        var record = try journal.record(run: Self.run)
        (record.id, record.rerunOf) = ("20260102T000000Z-job", Self.run)
        (record.finishedAt, record.ended, record.exitCode) = (nil, nil, nil)
        let opening = RunOpening(
            items: [try #require(items(1).first)], released: [key: try #require(UID(hex: bad1))],
            takeovers: [Takeover(run: Self.run, items: [key])])
        try journal.open(record, opening)
        // It began, and goes on.
        let begun = try report(record.id)
        try expectHolds(begun.document)
        #expect(begun.document["run"]?["ended"] == .null)
        #expect(begun.document["run"]?["rerun_of"] == .string(Self.run))
        #expect(text(begun.document, item: 0, "status") == "pending")
        #expect(text(begun.document, item: 0, "detail")?.contains(bad1) == true)
        // The earlier report still shows the item as it ended.
        #expect(try report().files == before.files)
    }
}
