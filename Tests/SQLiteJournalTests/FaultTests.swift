import CSQLite
import Foundation
import Jobs
import Provisioning
import Tags
import TestSupport
import Testing

@testable import SQLiteJournal

/// What goes wrong with the file under a journal's feet, and what is said of it.
@Suite struct FaultTests {
    typealias Sample = JournalSample

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    private func expect(
        _ code: JournalError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) -> JournalError? {
        let error = #expect(throws: JournalError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        // What is shown to a user: the file and what is wrong with it, never how it is asked.
        let words = error?.description ?? ""
        for sql in ["SELECT", "INSERT", "UPDATE", "no such", "item.", "CHECK"] {
            #expect(!words.contains(sql), sourceLocation: sourceLocation)
        }
        return error
    }

    // MARK: - The file goes

    /// Ways in which what is at the journal's path stops being the journal.
    static let losses: [(name: String, apply: @Sendable (String) throws -> Void)] = [
        ("deleted", { try FileManager.default.removeItem(atPath: $0) }),
        ("moved", { try FileManager.default.moveItem(atPath: $0, toPath: $0 + ".old") }),
        (
            "replaced",
            { path in
                try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
                #expect(rename(path + ".new", path) == 0)
            }
        ),
        ("without the file of its runs", { try FileManager.default.removeItem(atPath: $0 + "-runs") }),
        (
            "with another file of its runs",
            { path in
                try FileManager.default.removeItem(atPath: path + "-runs")
                try Data().write(to: URL(fileURLWithPath: path + "-runs"))
            }
        ),
        ("without its log", { try FileManager.default.removeItem(atPath: $0 + "-wal") }),
        (
            "in a folder that was moved",
            { path in
                let folder = (path as NSString).deletingLastPathComponent
                try FileManager.default.moveItem(atPath: folder, toPath: folder + ".old")
            }
        ),
    ]

    @Test(arguments: losses.indices) func nothingIsAcknowledgedOnceTheFileIsGone(loss: Int) throws {
        let path = folder.path + "/below/tagmill.sqlite"
        let journal = try SQLiteJournal(path: path, createIfMissing: true, digest: Sample.digest)
        try journal.start(Sample.items(1...3))
        #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
        try Self.losses[loss].apply(path)
        expect(.gone) { _ = try journal.conclude(1, .written, Sample.uid(1)) }
        expect(.gone) { _ = try journal.intend(2, on: Sample.uid(2)) }
        expect(.gone) { try journal.start(Sample.items(1...1), run: "b") }
        expect(.gone) { try journal.keep(run: Sample.run, report: Sample.report) }
        expect(.gone) { try journal.end(run: Sample.run, how: .error, exitCode: 3, at: Sample.time(9)) }
    }

    /// Without the file of locks a second process could hold the run too: then the first no longer does.
    @Test func aRunIsNotHeldTwiceWhenTheFileOfItsRunsGoes() throws {
        let first = try folder.journal()
        try first.start(Sample.items(1...3))
        #expect(try first.intend(1, on: Sample.uid(1)) == .accepted)
        try FileManager.default.removeItem(atPath: folder.file + "-runs")
        let second = try folder.journal()
        try second.goOn()
        let error = expect(.gone) { _ = try first.conclude(1, .written, Sample.uid(1)) }
        #expect(error?.context == folder.file + "-runs")
        expect(.gone) { _ = try first.intend(2, on: Sample.uid(2)) }
        #expect(try second.intend(2, on: Sample.uid(2)) == .accepted)
        #expect(try second.entry(1).outcome?.status == .inDoubt)
    }

    /// It goes between the look before the commit and the commit.
    @Test func aFileThatGoesDuringTheFlushIsFoundOut() throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...1))
        expect(.gone) {
            try journal.queue?.write { [path = folder.file] (session) throws(JournalError) in
                try session.connection.run("UPDATE run SET station = 'x'")
                unlink(path)
            }
        }
    }

    /// A run that could not be opened is held by nobody, also when its file went.
    @Test func aFileThatComesBackIsUsedAgain() throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...2))
        rename(folder.file, folder.file + ".old")
        expect(.gone) { _ = try journal.intend(1, on: Sample.uid(1)) }
        rename(folder.file + ".old", folder.file)
        #expect(try journal.entry(1).attempts.isEmpty)
        #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
    }

    // MARK: - The file is damaged

    @Test(arguments: [
        "DROP TABLE run", "DROP TABLE outcome", "DROP TABLE item", "DROP TABLE attempt", "DROP TABLE presentation",
        "DROP TABLE reader", "DROP TABLE tally", "DROP TABLE execution", "DROP TABLE report", "DROP TABLE released",
        "DROP TABLE tag", "ALTER TABLE item DROP COLUMN summary", "ALTER TABLE attempt DROP COLUMN message",
        "ALTER TABLE run DROP COLUMN forgotten_at", "ALTER TABLE tag DROP COLUMN since",
        "UPDATE item SET cells = 'no JSON'", "UPDATE item SET sku = CAST(x'FF' AS TEXT)",
        "UPDATE run SET pairing = 'dice'", "UPDATE attempt SET uid = x'00' WHERE number = 1",
    ])
    func aDamagedPartIsToldAsDamage(damage: String) throws {
        var whole: SQLiteJournal? = try folder.journal()
        try whole?.start(Sample.items(1...9))
        for row in 1...2 { try whole?.make(row, on: Sample.uid(UInt8(row))) }
        try whole?.end(run: Sample.run, how: .stopped, exitCode: 4, at: Sample.time(9))
        whole = nil
        let raw = RawDatabase(folder.file)
        #expect(raw.run(damage) == SQLITE_OK)
        let journal = try folder.journal()
        let calls: [() throws -> Void] = [
            { try journal.goOn() }, { _ = try journal.claim(1) }, { _ = try journal.backlog(run: Sample.run) },
            { _ = try journal.find(Sample.uid(1)) }, { _ = try journal.intend(5, on: Sample.uid(5)) },
            { _ = try journal.conclude(5, .pending, Sample.uid(5), reason: .writeFailed) },
            { try journal.note(run: Sample.run, presentation: Sample.presentation) },
            { _ = try journal.presentations() }, { _ = try journal.readers(run: Sample.run) },
            { _ = try journal.entries() }, { _ = try journal.runs() }, { _ = try journal.summary(run: Sample.run) },
            { _ = try journal.executions(run: Sample.run) }, { _ = try journal.ledger(uid: Sample.uid(1)) },
            { try journal.keep(run: Sample.run, report: Sample.report) },
            { _ = try journal.reports(run: Sample.run) },
            { try journal.end(run: Sample.run, how: .stopped, exitCode: 4, at: Sample.time(9)) },
        ]
        var damages = 0
        for call in calls {
            do {
                try call()
            } catch let error as JournalError where error.code != .notHeld {
                expect(.corrupt) { throw error }
                damages += 1
            } catch {}
        }
        #expect(damages > 0)
    }

    /// Damage in one item's row fails the calls that read it, not the others that share their flush.
    @Test func whatContradictsTheTablesIsToldWithoutThem() throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...3))
        let error = expect(.failed) { try journal.start([Sample.item(1), Sample.item(1)], run: "b") }
        #expect(error?.context.contains("contradicts") == true)
    }

    // MARK: - The file cannot be written

    @Test func aFileThatAnotherProgramKeepsIsLocked() throws {
        _ = try folder.journal()
        let other = RawDatabase(folder.file)
        #expect(other.run("BEGIN IMMEDIATE") == SQLITE_OK)
        let connection = try Connection(path: folder.file, mode: .readWrite, busyTimeoutMilliseconds: 1)
        let error = expect(.locked) { try connection.write {} }
        #expect(error?.context.contains("another program") == true)
    }

    /// The file may grow no further: SQLite's writes fail in the system.
    @Test func anErrorOfTheDiskIsToldAndNothingIsAcknowledged() async throws {
        try folder.journal().start(Sample.items(1...40))
        await #expect(processExitsWith: .success) { [path = folder.file as String] in
            let journal = try SQLiteJournal(path: path, createIfMissing: false, digest: JournalSample.digest)
            try journal.goOn()
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 300_000, rlim_max: 300_000)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            var acknowledged = 0
            let error = #expect(throws: JournalError.self) {
                for row in 1...40 {
                    try journal.make(row, on: JournalSample.uid(UInt8(row)))
                    acknowledged += 1
                }
            }
            #expect(error?.code == .failed)
            #expect(error?.context.contains("disk I/O error") == true)
            try Data("\(acknowledged)".utf8).write(to: URL(fileURLWithPath: path + ".acknowledged"))
        }
        let text = try String(contentsOfFile: folder.file + ".acknowledged", encoding: .utf8)
        let acknowledged = try #require(Int(text))
        #expect((1..<40).contains(acknowledged))
        let journal = try folder.journal()
        #expect(try journal.summary(run: Sample.run).totals[.written] == acknowledged)
        #expect(try journal.record(run: Sample.run).ended == nil)
    }

    // MARK: - Files that are refused

    /// Nothing is made beside a file that is not used.
    @Test func aFileThatIsRefusedIsLeftAlone() throws {
        let path = folder.file
        let makers: [(JournalError.Code, () throws -> Void)] = [
            (.corrupt, { try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: path)) }),
            (.corrupt, { try Data("SQLite format 3\0".utf8).write(to: URL(fileURLWithPath: path)) }),
            (.cannotOpen, { RawDatabase(path).run("CREATE TABLE t (a)") }),
            (.cannotOpen, { RawDatabase(path).run("PRAGMA journal_mode = WAL; CREATE TABLE t (a)") }),
            (.cannotOpen, { RawDatabase(path).run("CREATE TABLE t (a); PRAGMA application_id = 77") }),
            (
                .newer,
                {
                    RawDatabase(path).run(
                        "CREATE TABLE t (a); PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 99")
                }
            ),
        ]
        for (code, make) in makers {
            try? FileManager.default.removeItem(atPath: path)
            try make()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            expect(code) { _ = try folder.journal() }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tagmill.sqlite"])
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }
}
