import Foundation
import Jobs
import NDEF
import Provisioning
import SQLiteJournal
import Tags
import TestSupport
import Testing

/// What every implementation of `SavedTags` keeps to.
@Suite struct SavedTagsTests {
    let folder: TemporaryFolder
    private var file: String { folder.path + "/saved.sqlite" }

    init() throws { folder = try TemporaryFolder() }

    private func store(createIfMissing: Bool = true, readOnly: Bool = false) throws -> SQLiteSavedTags {
        try SQLiteSavedTags(path: file, createIfMissing: createIfMissing, readOnly: readOnly)
    }

    private func expect(
        _ code: SavedTagsError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let error = #expect(throws: SavedTagsError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        // What is shown to a user: the file and what is wrong with it, never how it is asked.
        let words = error?.description.replacingOccurrences(of: folder.path, with: "") ?? ""
        for word in ["SELECT", "INSERT", "UPDATE", "saved_", "journal"] {
            #expect(!words.contains(word), sourceLocation: sourceLocation)
        }
    }

    static let uri = URIRecord("https://example.com/shelf").record
    static let everyField = Record(
        typeNameFormat: .media, type: Array("a/b".utf8), identifier: [0x00, 0xFF], payload: Array(0...255))
    static let time = Timestamp(milliseconds: 1_796_000_000_123)

    static func content(_ name: String, _ records: [Record] = [uri]) -> SavedContent {
        SavedContent(name: name, records: records)
    }

    // MARK: - Keeping

    @Test func whatIsSavedIsThereByteForByte() throws {
        let unknown = Record(typeNameFormat: .unknown, type: [], payload: [0x00])
        let empty = Record(typeNameFormat: .empty, type: [], payload: [])
        var first = Self.content("Shelf é\u{0}\n", [Self.uri, Self.everyField, unknown, empty])
        (first.uid, first.chip) = (UID([4, 1, 2, 3, 4, 5, 6]), .ntag216)
        let saved = try store().insert([first, Self.content("")], at: Self.time)
        #expect(saved.map(\.id) == [1, 2])
        #expect(saved.map(\.content) == [first, Self.content("")])
        #expect(saved.map(\.createdAt) == [Self.time, Self.time])
        #expect(saved.map(\.lastUsedAt) == [nil, nil])
        for readOnly in [false, true] {
            let read = try store(createIfMissing: false, readOnly: readOnly)
            #expect(try read.list() == saved)
            #expect(try read.tag(id: 1) == saved[0])
            #expect(try read.tag(id: 2) == saved[1])
        }
    }

    @Test func anIdIsNeverGivenTwice() throws {
        let tags = try store()
        _ = try tags.insert([Self.content("a"), Self.content("b")], at: Self.time)
        try tags.delete(id: 2)
        #expect(try tags.list().map(\.id) == [1])
        #expect(try store().insert([Self.content("c")], at: Self.time).map(\.id) == [3])
    }

    @Test func nameAndRecordsChangeAndTheRestStays() throws {
        let tags = try store()
        var content = Self.content("a")
        content.uid = UID([4, 1, 2, 3, 4, 5, 6])
        _ = try tags.insert([content, Self.content("other")], at: Self.time)
        var changed = content
        (changed.name, changed.records) = ("b", [Self.everyField, Self.uri])
        try tags.update(id: 1, from: content, to: changed)
        #expect(try tags.tag(id: 1) == SavedTag(id: 1, createdAt: Self.time, content: changed))
        #expect(try tags.tag(id: 2).content == Self.content("other"))
        // What it is changed from must be there: neither name nor records of somebody else are written over.
        expect(.changed) { try tags.update(id: 1, from: content, to: content) }
        var renamed = changed
        renamed.name = "c"
        expect(.changed) { try tags.update(id: 1, from: renamed, to: content) }
        #expect(try tags.tag(id: 1).content == changed)
    }

    @Test func useIsRecorded() throws {
        let tags = try store()
        _ = try tags.insert([Self.content("a"), Self.content("b")], at: Self.time)
        let later = Timestamp(milliseconds: Self.time.milliseconds + 5)
        try tags.touch(id: 2, at: later)
        #expect(try tags.list().map(\.lastUsedAt) == [nil, later])
        #expect(try tags.list().map(\.createdAt) == [Self.time, Self.time])
    }

    @Test func aTagThatIsNotThereIsToldAndNothingChanged() throws {
        let tags = try store()
        let saved = try tags.insert([Self.content("a")], at: Self.time)
        for id in [0, 2, -1, Int.max] {
            expect(.noSuchTag) { _ = try tags.tag(id: id) }
            expect(.noSuchTag) { try tags.delete(id: id) }
            expect(.noSuchTag) { try tags.touch(id: id, at: Self.time) }
            expect(.noSuchTag) { try tags.update(id: id, from: Self.content("a"), to: Self.content("b")) }
        }
        #expect(try tags.list() == saved)
    }

    /// Either all of them are there or none.
    @Test func severalAreSavedTogether() throws {
        let tags = try store()
        // A record that cannot be: the file's own rule refuses it.
        let bad = Record(typeNameFormat: .reserved, type: [], payload: [])
        expect(.failed) { _ = try tags.insert([Self.content("a"), Self.content("b", [bad])], at: Self.time) }
        #expect(try tags.list().isEmpty)
    }

    @Test func whatIsDeletedIsGoneFromTheFile() throws {
        let tags = try store()
        let secret = Record(typeNameFormat: .unknown, type: [], payload: Array("keep-this-to-yourself".utf8))
        _ = try tags.insert([Self.content("private-name", [secret])], at: Self.time)
        func contains(_ text: String) throws -> Bool {
            try Data(contentsOf: URL(fileURLWithPath: file)).range(of: Data(text.utf8)) != nil
        }
        #expect(try contains("keep-this-to-yourself"))
        try tags.delete(id: 1)
        #expect(try !contains("keep-this-to-yourself"))
        #expect(try !contains("private-name"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["saved.sqlite"])
    }

    // MARK: - Several at once

    @Test func severalSaveAtOnce() async throws {
        let path = file
        try await withThrowingTaskGroup { group in
            for index in 0..<4 {
                group.addTask {
                    for number in 0..<5 {
                        _ = try SQLiteSavedTags(path: path, createIfMissing: true)
                            .insert([Self.content("\(index)-\(number)")], at: Self.time)
                    }
                }
            }
            try await group.waitForAll()
        }
        let list = try store(createIfMissing: false).list()
        #expect(list.map(\.id) == Array(1...20))
        #expect(Set(list.map(\.content.name)).count == 20)
    }

    @Test func whatAProcessSavedSurvivesItsDeath() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = file as String] in
            let tags = try SQLiteSavedTags(path: path, createIfMissing: true)
            _ = try tags.insert([Self.content("a"), Self.content("b")], at: Self.time)
            try tags.delete(id: 1)
            kill(getpid(), SIGKILL)
        }
        #expect(try store(createIfMissing: false).list().map(\.content.name) == ["b"])
        #expect(RawDatabase(file).text("PRAGMA integrity_check") == "ok")
    }

    /// The other side of it: what was half done is taken back by the next that only reads.
    @Test func whatAProcessHadHalfDoneIsTakenBack() async throws {
        let saved = try store().insert((1...50).map { Self.content("\($0)", [Self.everyField]) }, at: Self.time)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = file as String] in
            // With no memory to hold them, pages go to the file before the commit.
            let raw = RawDatabase(path)
            raw.run("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; UPDATE saved_record SET payload = x'00'")
            raw.run("UPDATE saved_tag SET name = 'x'")
            kill(getpid(), SIGKILL)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        #expect(try store(createIfMissing: false, readOnly: true).list() == saved)
    }

    // MARK: - Files

    @Test func aMissingFileIsMadeOnlyWhereAskedFor() throws {
        expect(.notThere) { _ = try store(createIfMissing: false) }
        expect(.notThere) { _ = try store(createIfMissing: true, readOnly: true) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(try store().list().isEmpty)
        let deep = folder.path + "/reports/2026//saved.sqlite"
        _ = try SQLiteSavedTags(path: deep, createIfMissing: true).insert([Self.content("a")], at: Self.time)
        #expect(FileManager.default.fileExists(atPath: deep))
        try Data().write(to: URL(fileURLWithPath: file))
        expect(.notThere) { _ = try store(createIfMissing: false) }
        expect(.notThere) { _ = try store(readOnly: true) }
        #expect(try store().list().isEmpty)
    }

    @Test func theFileSaysWhatItIs() throws {
        _ = try store()
        let raw = RawDatabase(file)
        #expect(raw.integer("PRAGMA application_id") == 0x7461_6773)
        #expect(raw.integer("PRAGMA user_version") == 1)
    }

    @Test func anotherFileIsRefusedAndLeftAlone() throws {
        let garbage = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let cases: [(SavedTagsError.Code, (String) throws -> Void)] = [
            (.corrupt, { try garbage.write(to: URL(fileURLWithPath: $0)) }),
            (.cannotOpen, { _ = RawDatabase($0).run("CREATE TABLE t (a)") }),
            (.cannotOpen, { path in _ = try SQLiteJournal(path: path, createIfMissing: true, digest: { $0 }) }),
            (
                .newer,
                { path in
                    _ = try SQLiteSavedTags(path: path, createIfMissing: true)
                    RawDatabase(path).run("PRAGMA user_version = 2")
                }
            ),
            (.cannotOpen, { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) }),
            (.cannotOpen, { #expect(mkfifo($0, 0o600) == 0) }),
        ]
        for (code, make) in cases {
            try make(file)
            let before = FileManager.default.contents(atPath: file)
            for (create, readOnly) in [(true, false), (false, false), (false, true)] {
                expect(code) { _ = try store(createIfMissing: create, readOnly: readOnly).list() }
            }
            #expect(FileManager.default.contents(atPath: file) == before)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try FileManager.default.removeItem(atPath: folder.path + "/" + name)
            }
        }
    }

    /// And a journal is not written into the file of the saved tags.
    @Test func itIsNoJournal() throws {
        _ = try store()
        let error = #expect(throws: JournalError.self) {
            _ = try SQLiteJournal(path: file, createIfMissing: true, digest: { $0 })
        }
        #expect(error?.code == .cannotOpen)
    }

    @Test func aFileThatCannotBeWrittenIsRead() async throws {
        let saved = try store().insert([Self.content("a")], at: Self.time)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
        try folder.close()
        await #expect(processExitsWith: .success) { [path = file as String] in
            if getuid() == 0 { precondition(setuid(65534) == 0) }
            let error = #expect(throws: SavedTagsError.self) {
                _ = try SQLiteSavedTags(path: path, createIfMissing: false)
            }
            #expect(error?.code == .readOnly)
            let read = try SQLiteSavedTags(path: path, createIfMissing: false, readOnly: true)
            #expect(try read.list().map(\.content.name) == ["a"])
            #expect(throws: SavedTagsError.self) { try read.delete(id: 1) }
        }
        try folder.reopen()
        #expect(try store(readOnly: true).list() == saved)
    }

    /// Each half page wiped in turn: an error or an answer, never a trap.
    @Test func aDamagedFileIsToldWithoutATrap() throws {
        _ = try store().insert((1...40).map { Self.content("tag \($0)", [Self.everyField]) }, at: Self.time)
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        var failures = 0
        for start in stride(from: 0, to: whole.count, by: 2048) {
            for byte: UInt8 in [0, 0xFF, 0x0A] {
                var damaged = whole
                for index in start..<min(start + 2048, whole.count) where index >= 100 { damaged[index] = byte }
                try damaged.write(to: URL(fileURLWithPath: file))
                do {
                    let tags = try store()
                    _ = try tags.list()
                    _ = try tags.insert([Self.content("x")], at: Self.time)
                } catch is SavedTagsError {
                    failures += 1
                }
            }
        }
        #expect(failures > 0)
    }

    @Test(arguments: [
        "UPDATE saved_record SET type = zeroblob(300)", "DELETE FROM saved_record",
        "UPDATE saved_record SET tnf = 5", "UPDATE saved_tag SET created_at = 9e18",
        "UPDATE saved_tag SET uid = x'00'", "UPDATE saved_record SET payload = zeroblob(2000000)",
    ])
    func whatNobodyOfOursWroteIsDamage(script: String) throws {
        _ = try store().insert([Self.content("a")], at: Self.time)
        RawDatabase(file).run(script)
        expect(.corrupt) { _ = try store(readOnly: true).list() }
    }
}
