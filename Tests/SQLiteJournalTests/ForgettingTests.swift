import Foundation
import Jobs
import Provisioning
import TestSupport
import Testing

@testable import SQLiteJournal

/// What is forgotten is in no file any more.
@Suite struct ForgettingTests {
    typealias Sample = JournalSample

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Which of these stand in a file of the folder.
    private func found(_ secrets: [[UInt8]]) throws -> [[UInt8]] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .map { try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + $0)) }
        return secrets.filter { secret in files.contains { $0.range(of: Data(secret)) != nil } }
    }

    private func secret(_ kind: String, _ row: Int) -> String {
        "secret-\(kind)-\(row)" + String(repeating: "x", count: row)
    }

    @Test func itsBytesAreInNoFile() throws {
        let journal = try folder.journal()
        // From short messages to such that fill several pages.
        let items = (1...60).map { row in
            Item(
                key: Sample.key(row), line: row, sku: "SKU-\(row)", cells: [secret("cell", row)],
                message: Array((secret("message", row) + String(repeating: "m", count: row * 200)).utf8),
                summary: secret("summary", row), fault: row % 7 == 0 ? secret("fault", row) : nil)
        }
        try journal.start(items, run: "a")
        try journal.start(Sample.items(1...5), run: "b")
        for row in 1...60 where row % 7 != 0 {
            let attempt = Sample.attempt(Sample.uid(UInt8(row)))
            let answer = try journal.intend(
                run: "a", item: Sample.key(row), attempt: attempt, message: Array(secret("own", row).utf8))
            #expect(answer == .accepted)
            #expect(try journal.conclude(row, .written, Sample.uid(UInt8(row)), run: "a") == .accepted)
        }
        try journal.die("a")
        let texts = (1...60).flatMap { row in
            ["cell", "message", "summary", row % 7 == 0 ? "fault" : "own"].map { Array(secret($0, row).utf8) }
        }
        let secrets = texts + items.map { Sample.digest($0.message) }
        #expect(try found(secrets) == secrets)

        try journal.forget(run: "a", at: Sample.time(9))
        #expect(try found(secrets).isEmpty)
        #expect(try journal.entries("a").allSatisfy { $0.item.sku != nil })
        // Others of the journal work on.
        try journal.make(1, on: Sample.uid(200), run: "b")
        #expect(try found([Sample.digest(Sample.message(2))]).count == 1)
    }

    /// Another that reads keeps old bytes in the log; that is told, and forgetting again does the rest.
    @Test func aReaderThatStaysIsTold() throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...5))
        try journal.die()
        let other = RawDatabase(folder.file)
        #expect(other.run("BEGIN") == 0)
        #expect(other.integer("SELECT count(*) FROM item") == 5)
        try journal.keep(run: Sample.run, report: Sample.report)
        let connection = try Connection(path: folder.file, mode: .readWrite, busyTimeoutMilliseconds: 1)
        let error = #expect(throws: JournalError.self) { try connection.emptyLog() }
        #expect(error?.code == .locked)
        #expect(error?.context.contains("forget the run again") == true)
        #expect(other.run("COMMIT") == 0)
        try journal.forget(run: Sample.run, at: Sample.time(9))
        let log = try FileManager.default.attributesOfItem(atPath: folder.file + "-wal")[.size] as? Int
        #expect(log == 0)
    }

    @Test func aRunThatAnotherProcessHoldsIsNotForgotten() throws {
        let first = try folder.journal()
        let second = try folder.journal()
        try first.start(Sample.items(1...2))
        let error = #expect(throws: JournalError.self) { try second.forget(run: Sample.run, at: Sample.time(9)) }
        #expect(error?.code == .locked)
        #expect(try second.entry(1).item == Sample.items(1...1)[0])
        // Forgetting holds the run no longer than it takes.
        try first.die()
        try second.forget(run: Sample.run, at: Sample.time(9))
        #expect(try first.runs().map(\.isInUse) == [false])
    }
}
