import CSQLite
import Foundation
import Jobs
import Provisioning
import TestSupport
import Testing

@testable import SQLiteJournal

/// What is opened, made, refused, and with which words.
@Suite struct JournalFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func expect(
        _ code: JournalError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let error = #expect(throws: JournalError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
    }

    @Test func aMissingFileIsMadeOnlyWhenAskedFor() throws {
        expect(.notThere) { _ = try folder.journal(createIfMissing: false) }
        expect(.notThere) { _ = try folder.journal(readOnly: true) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        _ = try folder.journal()
        _ = try folder.journal(createIfMissing: false)
        _ = try folder.journal(readOnly: true)
    }

    /// A file with a header and nothing behind it is a copy of one whose content was in the log; it is not to be taken for
    /// none. A file without a byte is one that is still to be made.
    @Test func aFileWithoutAJournalInItIsToldFromNone() throws {
        #expect(RawDatabase(folder.file).run("PRAGMA journal_mode = WAL") == SQLITE_OK)
        for readOnly in [true, false] {
            let error = #expect(throws: JournalError.self) {
                _ = try folder.journal(createIfMissing: false, readOnly: readOnly)
            }
            #expect(error?.code == .corrupt)
            #expect(error?.context.contains("is it a copy without its -wal file?") == true)
        }
        try Data().write(to: URL(fileURLWithPath: folder.file))
        expect(.notThere) { _ = try folder.journal(createIfMissing: false) }
        expect(.notThere) { _ = try folder.journal(readOnly: true) }
    }

    /// Its file says what it is from the first moment, also without its log.
    @Test func aNewJournalStandsInItsFile() throws {
        let journal = try folder.journal()
        try journal.start(JournalSample.items(1...1))
        let copy = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: folder.file, toPath: copy.file)
        #expect(try copy.journal(readOnly: true).runs().isEmpty)
    }

    @Test func foldersAboveAreMade() throws {
        let path = folder.path + "/reports/2026//tagmill.sqlite"
        let journal = try SQLiteJournal(path: path, createIfMissing: true, digest: JournalSample.digest)
        try journal.start(JournalSample.items(1...1))
        #expect(FileManager.default.fileExists(atPath: path))
        expect(.cannotOpen) {
            _ = try SQLiteJournal(path: path + "/x/y", createIfMissing: true, digest: JournalSample.digest)
        }
    }

    @Test(arguments: ["", "a\u{0}b"]) func aNameThatNamesNoFileIsRefused(name: String) {
        expect(.cannotOpen) {
            _ = try SQLiteJournal(path: name, createIfMissing: true, digest: JournalSample.digest)
        }
    }

    @Test(arguments: [":memory:", "file:x?mode=memory", "100% #1?.sqlite"]) func aNameIsAFile(name: String) throws {
        let path = folder.path + "/" + name
        try SQLiteJournal(path: path, createIfMissing: true, digest: JournalSample.digest)
            .start(JournalSample.items(1...1))
        #expect(FileManager.default.fileExists(atPath: path))
    }

    /// Whoever names the file by a link holds the same runs, and finds the same log.
    @Test func aLinkIsTheFile() throws {
        let direct = try folder.journal()
        try direct.start(JournalSample.items(1...2))
        let other = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: other.file, withDestinationPath: folder.file)
        let linked = try other.journal()
        expect(.locked) { try linked.goOn() }
        #expect(try linked.runs().map(\.isInUse) == [true])
        #expect(try other.journal(readOnly: true).runs().map(\.isInUse) == [true])
        try direct.die()
        try linked.goOn()
        try linked.make(1, on: JournalSample.uid(1))
        #expect(try direct.entry(1).outcome?.status == .written)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["tagmill.sqlite"])
        // A link to nothing.
        try FileManager.default.createSymbolicLink(atPath: other.path + "/x", withDestinationPath: other.path + "/y")
        expect(.cannotOpen) {
            _ = try SQLiteJournal(path: other.path + "/x", createIfMissing: true, digest: JournalSample.digest)
        }
    }

    @Test func theFileSaysWhatItIs() throws {
        let journal = try folder.journal()
        let raw = RawDatabase(folder.file)
        #expect(raw.integer("PRAGMA application_id") == 0x7461_676D)
        #expect(raw.integer("PRAGMA user_version") == 4)
        #expect(raw.text("PRAGMA journal_mode") == "wal")
        withExtendedLifetime(journal) {}
    }

    @Test func aNewerVersionIsRefusedAndLeftAlone() throws {
        try folder.journal().start(JournalSample.items(1...1))
        RawDatabase(folder.file).run("PRAGMA user_version = 5")
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        expect(.newer) { _ = try folder.journal() }
        expect(.newer) { _ = try folder.journal(readOnly: true) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == before)
    }

    @Test func anotherProgramsFileIsRefusedAndLeftAlone() throws {
        let script = "CREATE TABLE t (a); INSERT INTO t VALUES (1)"
        RawDatabase(folder.file).run(script)
        expect(.cannotOpen) { _ = try folder.journal() }
        expect(.cannotOpen) { _ = try folder.journal(readOnly: true) }
        let raw = RawDatabase(folder.file)
        #expect(raw.integer("SELECT count(*) FROM sqlite_schema") == 1)
        #expect(raw.text("PRAGMA journal_mode") == "delete")
    }

    @Test func garbageIsRefusedAndLeftAlone() throws {
        let garbage = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try garbage.write(to: URL(fileURLWithPath: folder.file))
        expect(.corrupt) { _ = try folder.journal() }
        expect(.corrupt) { _ = try folder.journal(readOnly: true) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == garbage)
    }

    @Test func aFolderIsNoJournal() throws {
        try FileManager.default.createDirectory(atPath: folder.file, withIntermediateDirectories: false)
        expect(.cannotOpen) { _ = try folder.journal() }
        expect(.cannotOpen) { _ = try folder.journal(readOnly: true) }
    }

    /// Each name would have a log of its own.
    @Test(arguments: [false, true]) func aFileWithSeveralNamesIsRefused(isLink: Bool) throws {
        try folder.journal().start(JournalSample.items(1...1))
        #expect(link(folder.file, folder.path + "/second") == 0)
        let path = folder.path + (isLink ? "/link" : "/second")
        if isLink { #expect(symlink("second", path) == 0) }
        let before = try Set(FileManager.default.contentsOfDirectory(atPath: folder.path))
        for readOnly in [true, false] {
            let error = #expect(throws: JournalError.self) {
                _ = try SQLiteJournal(
                    path: path, createIfMissing: !readOnly, readOnly: readOnly, digest: JournalSample.digest)
            }
            #expect(error?.code == .cannotOpen)
            #expect(error?.context.contains("2 names (hard links)") == true)
        }
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == before)
        #expect(unlink(folder.path + "/second") == 0)
        #expect(try folder.journal().entries().count == 1)
    }

    /// Opening one may wait for ever, or do anything.
    @Test(arguments: ["pipe", "socket", "/dev/null", "/dev/zero"], [false, true])
    func whatIsNoFileIsNotOpened(kind: String, isLink: Bool) throws {
        let name = kind.hasPrefix("/") ? kind : folder.path + "/" + kind
        if kind == "pipe" { #expect(mkfifo(name, 0o600) == 0) }
        if kind == "socket" { #expect(mknod(name, S_IFSOCK | 0o600, 0) == 0) }
        let path = isLink ? folder.path + "/link" : name
        if isLink { #expect(symlink(name, path) == 0) }
        let before = try Set(FileManager.default.contentsOfDirectory(atPath: folder.path))
        for readOnly in [true, false] {
            expect(.cannotOpen) {
                _ = try SQLiteJournal(
                    path: path, createIfMissing: !readOnly, readOnly: readOnly, digest: JournalSample.digest)
            }
        }
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == before)
    }

    @Test(arguments: ["-wal", "-shm", "-runs"]) func nothingBesideTheFileIsAPipe(suffix: String) throws {
        try folder.journal().start(JournalSample.items(1...1))
        try? FileManager.default.removeItem(atPath: folder.file + suffix)
        #expect(mkfifo(folder.file + suffix, 0o600) == 0)
        expect(.cannotOpen) { _ = try folder.journal() }
        expect(.cannotOpen) { _ = try folder.journal(readOnly: true) }
    }

    /// What a process leaves that dies before the tables are there.
    @Test func anEmptyFileIsNoJournalYet() throws {
        try Data().write(to: URL(fileURLWithPath: folder.file))
        expect(.notThere) { _ = try folder.journal(createIfMissing: false) }
        expect(.notThere) { _ = try folder.journal(readOnly: true) }
        try folder.journal().start(JournalSample.items(1...1))
    }

    @Test func aJournalOpenedForReadingTakesNothing() throws {
        try folder.journal().start(JournalSample.items(1...2))
        let journal = try folder.journal(readOnly: true)
        let key = JournalSample.key(1)
        #expect(try journal.entries().count == 2)
        #expect(try journal.backlog(run: JournalSample.run).queued == 2)
        #expect(try journal.find(JournalSample.uid(1)) == TagHistory())
        expect(.readOnly) { try journal.start([], run: "b") }
        expect(.readOnly) { _ = try journal.claim(1) }
        expect(.readOnly) { try journal.release(run: JournalSample.run, item: key) }
        expect(.readOnly) { _ = try journal.intend(1, on: JournalSample.uid(1)) }
        expect(.readOnly) { _ = try journal.conclude(1, .failed, nil) }
        expect(.readOnly) {
            try journal.note(run: JournalSample.run, reader: ReaderRecord(name: "A", model: "", station: ""))
        }
        expect(.readOnly) {
            try journal.end(run: JournalSample.run, how: .complete, exitCode: 0, at: JournalSample.time(1))
        }
    }

    @Test func aJournalInAFolderThatCannotBeWrittenIsReadOnly() async throws {
        try folder.journal().start(JournalSample.items(1...2))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        try folder.close()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            becomeStranger()
            let file = path + "/tagmill.sqlite"
            func code(_ body: () throws -> Void) -> JournalError.Code? {
                #expect(throws: JournalError.self) { try body() }?.code
            }
            for create in [true, false] {
                let refused = code {
                    _ = try SQLiteJournal(path: file, createIfMissing: create, digest: JournalSample.digest)
                }
                #expect(refused == .readOnly)
            }
            let below = code {
                _ = try SQLiteJournal(path: path + "/below/j", createIfMissing: true, digest: JournalSample.digest)
            }
            #expect(below == .readOnly)
            let journal = try SQLiteJournal(
                path: file, createIfMissing: false, readOnly: true, digest: JournalSample.digest)
            #expect(try journal.entries().count == 2)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == files.sorted())
    }

    /// A write-ahead log that cannot be read is not left out: the file alone would be an older truth.
    @Test func aLogLeftInAFolderThatCannotBeWrittenIsNotPassedOver() async throws {
        let other = try TemporaryFolder()
        let journal = try other.journal()
        try journal.start(JournalSample.items(1...2))
        try FileManager.default.copyItem(atPath: other.file, toPath: folder.file)
        try FileManager.default.copyItem(atPath: other.file + "-wal", toPath: folder.file + "-wal")
        try folder.close()
        await #expect(processExitsWith: .success) { [path = folder.file as String] in
            becomeStranger()
            let error = #expect(throws: JournalError.self) {
                _ = try SQLiteJournal(
                    path: path, createIfMissing: false, readOnly: true, digest: JournalSample.digest)
            }
            #expect(error?.code == .cannotOpen)
        }
        try folder.reopen()
        #expect(try folder.journal(readOnly: true).entries().count == 2)
    }

    /// Each page wiped in turn: an error or an answer, never a trap.
    @Test func aDamagedFileIsToldWithoutATrap() throws {
        var journal: SQLiteJournal? = try folder.journal()
        try journal?.start(JournalSample.items(1...40))
        for row in 1...20 { try journal?.make(row, on: JournalSample.uid(UInt8(row))) }
        try journal?.end(run: JournalSample.run, how: .stopped, exitCode: 4, at: JournalSample.time(9))
        journal = nil
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        var failures = 0
        for start in stride(from: 0, to: whole.count, by: 2048) {
            for byte: UInt8 in [0, 0xFF, 0x0A] {
                var damaged = whole
                for index in start..<min(start + 2048, whole.count) where start > 0 || index >= 100 {
                    damaged[index] = byte
                }
                for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file + suffix) }
                try damaged.write(to: URL(fileURLWithPath: folder.file))
                do {
                    let journal = try folder.journal()
                    _ = try journal.runs()
                    _ = try journal.entries()
                    _ = try journal.find(JournalSample.uid(1), message: JournalSample.message(30))
                    _ = try journal.intend(30, on: JournalSample.uid(30))
                } catch is JournalError {
                    failures += 1
                }
            }
        }
        #expect(failures > 0)
    }

    @Test func theSchemaHoldsTheRulesByItself() throws {
        let journal = try folder.journal()
        try journal.start(JournalSample.items(1...3))
        try journal.make(1, on: JournalSample.uid(1))
        let raw = RawDatabase(folder.file)
        let broken = [
            "UPDATE item SET state = 'written' WHERE row = 2", "UPDATE item SET state = 'in-doubt' WHERE row = 2",
            "UPDATE item SET state = 'failed' WHERE row = 2", "UPDATE item SET state = 'lost' WHERE row = 2",
            "UPDATE item SET made = 1 WHERE row = 2", "UPDATE outcome SET finished_at = NULL",
            "UPDATE item SET held_uid = (SELECT held_uid FROM item WHERE row = 1) WHERE row = 2",
            "UPDATE run SET ended = 'complete'", "UPDATE item SET row = 1 WHERE row = 2",
        ]
        for script in broken { #expect(raw.run(script) == SQLITE_CONSTRAINT, "\(script)") }
    }
}

/// Gives up what root may, for good: the system's permissions hold from here on. For exit tests.
private func becomeStranger() {
    if getuid() == 0 { precondition(setuid(65534) == 0) }
}
