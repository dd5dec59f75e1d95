import Foundation
import Jobs
import Provisioning
import Tags
import TestSupport
import Testing

@testable import SQLiteJournal

/// Journals of version 1: copied, brought to this version, or only read.
@Suite struct MigrationTests {
    typealias Sample = JournalSample
    typealias Old = VersionOneJournal

    let folder: TemporaryFolder
    var copy: String { folder.file + "-version-1" }

    init() throws { folder = try TemporaryFolder() }

    /// Two runs: of the first, that ended, one item was written, one failed, one is in doubt; the second died with an item in
    /// hand.
    static let content = [
        Old.run(1, "a", ended: "stopped"), Old.run(2, Sample.run),
        Old.outcome(1, "written", on: 1, at: 1100), Old.outcome(2, "pending", reason: "write-failed", on: 2, at: 1200),
        Old.outcome(3, "in-doubt", on: 3, at: 1300),
        Old.outcome(4, "failed", reason: "lock-incomplete", on: 5, at: 1350),
        Old.item(1, run: 1, row: 1, state: "written", held: 1, made: 1, outcome: 1, intents: 1),
        Old.item(2, run: 1, row: 2, state: "pending", outcome: 2, intents: 1),
        Old.item(3, run: 1, row: 3, state: "in-doubt", held: 3, outcome: 3, intents: 1),
        Old.item(4, run: 1, row: 4, state: "failed", held: 5, outcome: 4, intents: 1),
        Old.item(5, run: 2, row: 1, state: "in-hand", held: 4, intents: 1),
        Old.item(6, run: 2, row: 2, state: "pending"),
        Old.attempt(1, item: 1, on: 1, at: 1050, outcome: 1), Old.attempt(2, item: 2, on: 2, at: 1150, outcome: 2),
        Old.attempt(3, item: 3, on: 3, at: 1250, outcome: 3), Old.attempt(4, item: 4, on: 5, at: 1340, outcome: 4),
        Old.attempt(5, item: 5, on: 4, at: 2050),
        """
        INSERT INTO presentation VALUES (1, 2, NULL, NULL, NULL, NULL, 'A', 'bench', 'ignored', NULL, '', NULL, NULL, 2020, 5)
        """,
    ]

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func expectMigrated(_ journal: SQLiteJournal, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try journal.runs().map(\.record.id) == [Sample.run, "a"], sourceLocation: sourceLocation)
        #expect(try journal.runs().map(\.open) == [2, 2], sourceLocation: sourceLocation)
        #expect(try journal.runs().map(\.tags) == [0, 2], sourceLocation: sourceLocation)
        #expect(try journal.entries("a").map(\.attempts.count) == [1, 1, 1, 1], sourceLocation: sourceLocation)
        #expect(try journal.presentations().count == 1, sourceLocation: sourceLocation)
        let first = Execution(
            startedAt: Sample.time(1000), station: "bench", operatorName: "Ann", version: "1.0.0",
            finishedAt: Sample.time(1900), ended: .stopped)
        #expect(try journal.executions(run: "a") == [first], sourceLocation: sourceLocation)
        #expect(try journal.executions(run: Sample.run).map(\.ended) == [nil], sourceLocation: sourceLocation)
        let ledger = try (UInt8(1)...6).map { try journal.ledger(uid: Sample.uid($0)) }
        #expect(
            ledger.map { $0?.state } == [.carries, .unknown, .inDoubt, .inDoubt, .carries, nil],
            sourceLocation: sourceLocation)
        #expect(
            ledger.map { $0?.since.milliseconds } == [1100, 1200, 1250, 2050, 1350, nil], sourceLocation: sourceLocation
        )
        #expect(ledger[3]?.run == Sample.run, sourceLocation: sourceLocation)
        #expect(ledger[0]?.sku == "SKU-1", sourceLocation: sourceLocation)
        #expect(try journal.find(Sample.uid(2), run: "a").failures == 1, sourceLocation: sourceLocation)
    }

    @Test func itIsCopiedAndBroughtToThisVersion() throws {
        Old.make(folder.file, Self.content)
        let journal = try folder.journal(createIfMissing: false)
        #expect(journal.migratedFrom == 1)
        #expect(journal.copyBeforeMigration == copy)
        try expectMigrated(journal)
        // It goes on as a run of this version does.
        try journal.goOn()
        #expect(try journal.find(Sample.uid(4)).inDoubt?.item.key == Sample.key(1))
        try journal.make(2, on: Sample.uid(9))
        #expect(try journal.executions(run: Sample.run).count == 2)
        // The copy is what was there: version 1, whole, with no log of its own.
        let raw = RawDatabase(copy)
        #expect(raw.integer("PRAGMA user_version") == 1)
        #expect(raw.integer("SELECT count(*) FROM attempt") == 5)
        #expect(raw.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'tag'") == 0)
        #expect(try names().filter { $0.contains("version") } == ["tagmill.sqlite-version-1"])
    }

    /// A file that was migrated has the tables of one that was made new.
    @Test func aMigratedFileIsLikeANewOne() throws {
        Old.make(folder.file, Self.content)
        _ = try folder.journal()
        let other = try TemporaryFolder()
        _ = try other.journal()
        let sql =
            "SELECT group_concat(name || ' ' || coalesce(sql, ''), x'0A') FROM (SELECT * FROM sqlite_schema ORDER BY 2)"
        let tables = RawDatabase(other.file).text(sql)
        #expect(tables?.isEmpty == false)
        #expect(RawDatabase(folder.file).text(sql) == tables)
    }

    /// Version 2 had no locks, and did not ask who made a tag.
    @Test func aJournalOfVersionTwoKeepsWhatItHas() throws {
        VersionTwoJournal.make(folder.file)
        let other = try TemporaryFolder()
        _ = try other.journal()
        for readOnly in [true, false] {
            let journal = try folder.journal(createIfMissing: false, readOnly: readOnly)
            #expect(journal.migratedFrom == (readOnly ? nil : 2))
            #expect(try journal.entries("a").map(\.outcome?.status) == [.written, nil])
            #expect(try journal.entries("a").map(\.item.lock) == [false, false])
            #expect(
                try journal.presentations("a") == [
                    Presentation(
                        item: Sample.key(1), uid: Sample.uid(1), chip: .ntag213, reader: "A", station: "bench",
                        result: .written, lockState: .writable, capacityBytes: 137, presentedAt: Sample.time(1050),
                        durationMilliseconds: 50)
                ])
            #expect(try journal.executions(run: "a").count == 1)
        }
        #expect(RawDatabase(folder.file + "-version-2").integer("PRAGMA user_version") == 2)
        let sql =
            "SELECT group_concat(name || ' ' || coalesce(sql, ''), x'0A') FROM (SELECT * FROM sqlite_schema ORDER BY 2)"
        #expect(RawDatabase(folder.file).text(sql) == RawDatabase(other.file).text(sql))
    }

    /// Version 3 had no messages that name their tag.
    @Test func aJournalOfVersionThreeKeepsWhatItHas() throws {
        VersionThreeJournal.make(folder.file)
        let other = try TemporaryFolder()
        _ = try other.journal()
        for readOnly in [true, false] {
            let journal = try folder.journal(createIfMissing: false, readOnly: readOnly)
            #expect(journal.migratedFrom == (readOnly ? nil : 3))
            let entries = try journal.entries("a")
            #expect(entries.map(\.outcome?.status) == [.written, nil])
            #expect(entries.map(\.item.lock) == [true, false])
            #expect(entries.map(\.item.message) == [Sample.message(1), Sample.message(2)])
            #expect(entries.allSatisfy { $0.item.uidPlaces.isEmpty })
            #expect(
                try journal.find(Sample.uid(9), message: Sample.message(2), run: "a").sameMessage?.item.key.row == 2)
            #expect(try journal.ledger(uid: Sample.uid(1))?.state == .carries)
        }
        #expect(RawDatabase(folder.file + "-version-3").integer("PRAGMA user_version") == 3)
        let sql =
            "SELECT group_concat(name || ' ' || coalesce(sql, ''), x'0A') FROM (SELECT * FROM sqlite_schema ORDER BY 2)"
        #expect(RawDatabase(folder.file).text(sql) == RawDatabase(other.file).text(sql))
    }

    @Test func aJournalOfThisVersionIsNotCopied() throws {
        _ = try folder.journal()
        let journal = try folder.journal()
        #expect(journal.migratedFrom == nil)
        #expect(journal.copyBeforeMigration == nil)
        #expect(try names().allSatisfy { !$0.contains("version") })
    }

    @Test func aNameThatIsTakenIsNotTakenAgain() throws {
        let other = Data("not ours".utf8)
        try other.write(to: URL(fileURLWithPath: copy))
        try other.write(to: URL(fileURLWithPath: copy + ".unfinished"))
        Old.make(folder.file, Self.content)
        #expect(try folder.journal().copyBeforeMigration == copy + "-2")
        #expect(try bytes(copy) == other)
        #expect(try names().contains { $0.contains("unfinished") } == false)
    }

    /// Whoever may not read the journal may not read its copy.
    @Test func theCopyIsAsPrivateAsTheJournal() throws {
        Old.make(folder.file, Self.content)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file)
        _ = try folder.journal()
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func whileARunOfItIsInUseItIsLeftAlone() throws {
        Old.make(folder.file, Self.content)
        let before = try bytes(folder.file)
        // As the first version takes run number 2.
        let locks = try RunLocks(journal: folder.file)
        #expect(try locks.take(2))
        let error = #expect(throws: JournalError.self) { _ = try folder.journal() }
        #expect(error?.code == .locked)
        #expect(try bytes(folder.file) == before)
        #expect(try names().allSatisfy { !$0.contains("version") })
        // Reading waits for nobody.
        try expectMigrated(try folder.journal(readOnly: true))
        locks.giveBack(2)
        try expectMigrated(try folder.journal())
    }

    @Test func readingChangesNothing() throws {
        Old.make(folder.file, Self.content)
        let before = try bytes(folder.file)
        let journal = try folder.journal(createIfMissing: false, readOnly: true)
        try expectMigrated(journal)
        #expect(journal.migratedFrom == nil)
        #expect(try bytes(folder.file) == before)
        #expect(try names().allSatisfy { !$0.contains("version") && !$0.contains("runs") })
    }

    /// What the process that died had committed stands in the log alone.
    @Test(arguments: [true, false]) func theLogOfAProcessThatDiedIsPartOfIt(readOnly: Bool) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.file as String] in
            let raw = RawDatabase(path)
            VersionOneJournal.fill(raw, MigrationTests.content)
            kill(getpid(), SIGKILL)
        }
        let log = try bytes(folder.file + "-wal")
        #expect(!log.isEmpty)
        let journal = try folder.journal(createIfMissing: false, readOnly: readOnly)
        try expectMigrated(journal)
        if readOnly {
            #expect(try bytes(folder.file + "-wal") == log)
        } else {
            #expect(RawDatabase(copy).integer("SELECT count(*) FROM attempt") == 5)
        }
    }

    /// A damaged journal is not migrated, and what could be read of it is not lost.
    @Test func whatCannotBeCopiedIsLeftAlone() throws {
        Old.make(folder.file, Self.content)
        var damaged = try bytes(folder.file)
        // The pages of the tables, behind the one with the schema.
        for index in 4096 * 3..<damaged.count { damaged[index] = 0xFF }
        try damaged.write(to: URL(fileURLWithPath: folder.file))
        let error = #expect(throws: JournalError.self) { _ = try folder.journal() }
        #expect(error?.code == .corrupt)
        #expect(try bytes(folder.file) == damaged)
        #expect(try names().allSatisfy { !$0.contains("version") })
    }

    /// A step that fails half-way leaves version 1, and no copy of what did not change.
    @Test func aMigrationIsWholeOrNotThere() throws {
        Old.make(folder.file, Self.content)
        // In the way of a table of version 2.
        RawDatabase(folder.file).run("CREATE TABLE released (a)")
        let error = #expect(throws: JournalError.self) { _ = try folder.journal() }
        #expect(error?.code == .failed)
        let raw = RawDatabase(folder.file)
        #expect(raw.integer("PRAGMA user_version") == 1)
        #expect(raw.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'execution'") == 0)
        #expect(try names().allSatisfy { !$0.contains("version") })
        raw.run("DROP TABLE released")
        try expectMigrated(try folder.journal())
    }

    /// What was recorded of one tag by several runs, told by the order in which it was recorded.
    @Test func theLedgerSaysWhatCameLast() throws {
        var content = (1...6).map { Old.run($0, "run \($0)", ended: "stopped") }
        content += [
            // 1: written, then found unchanged twice: since it was written.
            Old.outcome(1, "written", on: 1, at: 1100), Old.outcome(2, "unchanged", on: 1, at: 2100),
            Old.outcome(3, "unchanged", on: 1, at: 3100),
            Old.item(1, run: 1, row: 1, state: "written", held: 1, made: 1, outcome: 1, intents: 1),
            Old.item(2, run: 2, row: 1, state: "unchanged", held: 1, made: 2, outcome: 2),
            Old.item(3, run: 3, row: 1, state: "unchanged", held: 1, made: 3, outcome: 3),
            Old.attempt(1, item: 1, on: 1, at: 1050, outcome: 1),
            // 2: written, then another item failed on it: nobody knows.
            Old.outcome(4, "written", on: 2, at: 1200),
            Old.outcome(5, "failed", reason: "verify-mismatch", on: 2, at: 2200),
            Old.item(4, run: 1, row: 2, state: "written", held: 2, made: 1, outcome: 4, intents: 1),
            Old.item(5, run: 2, row: 2, state: "failed", outcome: 5, intents: 1),
            Old.attempt(2, item: 4, on: 2, at: 1150, outcome: 4), Old.attempt(3, item: 5, on: 2, at: 2150, outcome: 5),
            // 3: in doubt, then settled without another write.
            Old.outcome(6, "in-doubt", on: 3, at: 1300), Old.outcome(7, "written", on: 3, at: 1400),
            Old.item(6, run: 1, row: 3, state: "written", held: 3, made: 1, outcome: 7, intents: 1),
            Old.attempt(4, item: 6, on: 3, at: 1250, outcome: 6),
            // 4: a run died with it in hand, and a later one found its own item on it.
            Old.item(7, run: 1, row: 4, state: "in-hand", held: 4, intents: 1),
            Old.attempt(5, item: 7, on: 4, at: 1500), Old.outcome(8, "unchanged", on: 4, at: 4100),
            Old.item(8, run: 4, row: 4, state: "unchanged", held: 4, made: 1, outcome: 8),
            // 5: the other way round.
            Old.outcome(9, "unchanged", on: 5, at: 1600),
            Old.item(9, run: 1, row: 5, state: "unchanged", held: 5, made: 1, outcome: 9),
            Old.item(10, run: 5, row: 5, state: "in-hand", held: 5, intents: 1),
            Old.attempt(6, item: 10, on: 5, at: 5100),
            // 6: two runs died with it in hand.
            Old.item(11, run: 5, row: 6, state: "in-hand", held: 6, intents: 1),
            Old.attempt(7, item: 11, on: 6, at: 5200),
            Old.item(12, run: 6, row: 6, state: "in-hand", held: 6, intents: 1),
            Old.attempt(8, item: 12, on: 6, at: 6200),
        ]
        Old.make(folder.file, content)
        let journal = try folder.journal()
        let ledger = try (UInt8(1)...6).map { try #require(try journal.ledger(uid: Sample.uid($0))) }
        #expect(ledger.map(\.state) == [.carries, .unknown, .carries, .carries, .inDoubt, .inDoubt])
        #expect(ledger.map(\.run) == ["run 3", "run 2", "run 1", "run 4", "run 5", "run 6"])
        #expect(ledger.map(\.since.milliseconds) == [1100, 2200, 1400, 4100, 5100, 6200])
    }
}
