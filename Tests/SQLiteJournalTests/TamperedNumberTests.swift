import Crypto
import Foundation
import Jobs
import Provisioning
import Tags
import TestSupport
import Testing

@testable import SQLiteJournal

/// Numbers that no run of ours wrote: an answer or `corrupt`, never a trap, and never a loop.
@Suite struct TamperedNumberTests {
    typealias Sample = JournalSample

    static let values = [Int64.min, -1, 1 << 62, Int64.max]
    static let tables = [
        "run", "outcome", "item", "attempt", "presentation", "reader", "tally", "execution", "report", "released",
        "tag",
    ]

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A journal with a row in each table, closed.
    private func fill() throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...6) + [Sample.item(7, bound: Sample.uid(7)), Sample.item(8, fault: "bad")])
        try journal.note(run: Sample.run, reader: ReaderRecord(name: "A", model: "acr122u", station: "bench"))
        for row in 1...2 {
            try journal.make(row, on: Sample.uid(UInt8(row)))
            try journal.note(
                run: Sample.run,
                presentation: Presentation(
                    item: Sample.key(row), uid: Sample.uid(UInt8(row)), reader: "A", station: "bench", result: .written,
                    capacityBytes: 137, presentedAt: Sample.time(4), durationMilliseconds: 5))
        }
        #expect(try journal.intend(3, on: Sample.uid(3)) == .accepted)
        #expect(try journal.conclude(3, .inDoubt, Sample.uid(3)) == .accepted)
        #expect(try journal.intend(4, on: Sample.uid(4)) == .accepted)
        try journal.die()
        try journal.goOn(releasingInDoubt: true)
        #expect(try journal.intend(5, on: Sample.uid(5)) == .accepted)
        try journal.keep(run: Sample.run, report: Sample.report)
        try journal.die()
        try journal.start(Sample.items(6...6), run: "b", takeover: Takeover(run: Sample.run, items: [Sample.key(6)]))
        try journal.end(run: "b", how: .stopped, exitCode: 4, at: Sample.time(9))
    }

    private func columns(of table: String, _ raw: borrowing RawDatabase) -> [String] {
        let sql = "SELECT group_concat(name) FROM pragma_table_info('\(table)') WHERE type = 'INTEGER'"
        return raw.text(sql)?.split(separator: ",").map(String.init) ?? []
    }

    @Test(arguments: tables) func noNumberMakesATrap(table: String) throws {
        try fill()
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        let columns = columns(of: table, RawDatabase(folder.file))
        #expect(columns.isEmpty == false)
        var changed = 0
        for column in columns {
            for value in Self.values {
                for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file + suffix) }
                try whole.write(to: URL(fileURLWithPath: folder.file))
                try tamper(table, column, value, &changed)
                try read()
            }
        }
        #expect(changed > 0)
    }

    private func tamper(_ table: String, _ column: String, _ value: Int64, _ changed: inout Int) throws {
        let raw = RawDatabase(folder.file)
        // A key takes one row; any other column takes all.
        for row in ["", " WHERE rowid = (SELECT min(rowid) FROM \(table))", " WHERE uid = (SELECT min(uid) FROM tag)"] {
            let script = "PRAGMA ignore_check_constraints = ON; UPDATE \(table) SET \(column) = \(value)\(row)"
            guard raw.run(script) == 0 else { continue }
            changed += 1
            return
        }
    }

    private func read() throws {
        for readOnly in [true, false] {
            let journal = try folder.journal(readOnly: readOnly)
            var calls: [() throws -> Void] = [
                { _ = try journal.runs().map { $0.totals.values.reduce($0.open + $0.tags, +) } }
            ]
            for run in [Sample.run, "b"] {
                calls += [
                    { _ = try journal.summary(run: run).totals.values.reduce(0, +) },
                    { try render(journal, run) }, { _ = try journal.executions(run: run).map { "\($0.startedAt)" } },
                    { _ = try journal.presentations(run).map { "\($0.presentedAt)" } },
                    { _ = try journal.readers(run: run) },
                    {
                        let backlog = try journal.backlog(run: run)
                        _ = backlog.queued + backlog.bound + backlog.inDoubt
                    },
                    { _ = try journal.reports(run: run).map { "\($0.renderedAt)" } },
                    { _ = try journal.record(run: run) },
                ]
                for number: UInt8 in 1...7 {
                    calls.append { _ = try journal.find(Sample.uid(number), message: Sample.message(4), run: run) }
                    calls.append { _ = try journal.ledger(uid: Sample.uid(number)).map { "\($0.since)" } }
                }
                if !readOnly {
                    calls += [
                        { try journal.goOn(run) }, { _ = try journal.claim(9, run: run) },
                        { _ = try journal.intend(6, on: Sample.uid(9), run: run) },
                        { _ = try journal.conclude(6, .written, Sample.uid(9), run: run) }, { try journal.die(run) },
                    ]
                }
            }
            for call in calls {
                do { try call() } catch is JournalError {}
            }
        }
    }

    private func render(_ journal: SQLiteJournal, _ run: String) throws {
        let record = try journal.record(run: run)
        #expect(record.exitCode.map { Int32(exactly: $0) != nil } ?? true)
        _ = "\(record.startedAt.compact) \(record.finishedAt as Any)"
        for entry in try journal.entries(run) {
            let row = ReportRow(run: record, entry: entry, digest: sha256)
            for column in ResultColumn.allCases { _ = row[column].compact }
        }
    }

    /// Where a message names its tag stands in a text of ours.
    @Test(arguments: [
        "", "x", "{}", "[1]", "[{}]", "[{\"offset\":1}]", "[{\"offset\":-1,\"lower\":false}]",
        "[{\"offset\":9223372036854775807,\"lower\":false}]", "[{\"offset\":0.5,\"lower\":false}]",
        "[{\"offset\":0,\"lower\":1}]", "[{\"offset\":0,\"lower\":false}]",
    ])
    func placesOfTheUIDThatCannotBe(text: String) throws {
        // Its message has five bytes: no UID has a place in it.
        try folder.journal().start(Sample.items(1...1))
        #expect(RawDatabase(folder.file).run("UPDATE item SET uid_places = '\(text)'") == 0)
        let error = #expect(throws: JournalError.self) { _ = try folder.journal(readOnly: true).entries() }
        #expect(error?.code == .corrupt)
    }

    /// Of more items than are read at once.
    @Test func placesInTheJobThatWereMovedEndTheReading() throws {
        try folder.journal().start(Sample.items(1...600))
        for place in ["9000000000000000000 + number", "number - 9223372036854775807", "-number"] {
            #expect(RawDatabase(folder.file).run("UPDATE item SET position = \(place)") == 0)
            let error = #expect(throws: JournalError.self) { _ = try folder.journal(readOnly: true).entries() }
            #expect(error?.code == .corrupt)
        }
        // Apart, but in order.
        #expect(RawDatabase(folder.file).run("UPDATE item SET position = 3 * number") == 0)
        #expect(try folder.journal(readOnly: true).entries().count == 600)
    }

    @Test(arguments: [
        "run SET started_at", "run SET finished_at", "run SET exit_code", "execution SET started_at", "tally SET items",
        "item SET intents", "item SET line", "outcome SET capacity_bytes", "presentation SET duration_ms",
        "presentation SET presented_at", "tag SET since", "report SET rendered_at",
    ])
    func whatCannotBeIsToldAsDamage(column: String) throws {
        try fill()
        // A moment before 1970 is one.
        for value in Self.values where value != -1 || !column.hasSuffix("_at") && !column.hasSuffix("since") {
            let script = "PRAGMA ignore_check_constraints = ON; UPDATE \(column) = \(value)"
            #expect(RawDatabase(folder.file).run(script) == 0)
            let journal = try folder.journal(readOnly: true)
            let error = #expect(throws: JournalError.self) {
                _ = try journal.runs()
                try render(journal, Sample.run)
                _ = try journal.executions(run: Sample.run)
                _ = try journal.presentations()
                _ = try journal.reports(run: Sample.run)
                for number: UInt8 in 1...5 { _ = try journal.ledger(uid: Sample.uid(number)) }
            }
            #expect(error?.code == .corrupt)
        }
    }
}
