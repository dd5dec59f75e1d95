import Foundation
import Jobs
import Provisioning
import SQLiteJournal
import Tags
import TestSupport
import Testing

/// The process is killed between any two calls, and in the middle of them: nothing acknowledged is missing.
@Suite struct ProcessDeathTests {
    typealias Sample = JournalSample

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A run's whole life, call by call.
    static let calls: [@Sendable (SQLiteJournal) throws -> Void] = [
        { try $0.start(Sample.items(1...6) + [Sample.item(7, fault: "bad")], inDoubt: [Sample.key(6): Sample.uid(6)]) },
        { journal in
            try journal.note(run: Sample.run, reader: ReaderRecord(name: "A", model: "acr122u", station: "bench"))
            try journal.note(run: Sample.run, presentation: Sample.presentation)
            try journal.begin(1)
        },
        { try $0.finish(1, .written) },
        { try $0.begin(2) },
        { try $0.finish(2, .inDoubt) },
        { try $0.begin(3) },
        { try $0.finish(3, .pending, reason: .writeFailed) },
        { try $0.begin(4) },
        { try $0.end(run: Sample.run, how: .stopped, exitCode: 4, at: Sample.time(5000)) },
        { try $0.keep(run: Sample.run, report: Sample.report) },
        { try $0.goOn() },
        { try $0.finish(2, .written) },
        { try $0.end(run: Sample.run, how: .complete, exitCode: 1, at: Sample.time(6000)) },
        { try $0.start(Sample.items(5...5), run: "b", takeover: Takeover(run: Sample.run, items: [Sample.key(5)])) },
        { try $0.goOn(releasingInDoubt: true) },
        { try $0.make(4, on: Sample.uid(8)) },
        { try $0.end(run: Sample.run, how: .complete, exitCode: 1, at: Sample.time(7000)) },
        { try $0.forget(run: Sample.run, at: Sample.time(8000)) },
    ]

    @Test(arguments: 1...calls.count) func afterAnyCallAllOfItIsThere(count: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.file as String, count] in
            let journal = try SQLiteJournal(path: path, createIfMissing: true, digest: JournalSample.digest)
            for call in ProcessDeathTests.calls[..<count] { try call(journal) }
            kill(getpid(), SIGKILL)
        }
        let other = try TemporaryFolder()
        let alive = try other.journal()
        for call in Self.calls[..<count] { try call(alive) }
        let left = try folder.journal(createIfMissing: false)
        let before = try JournalReading(left)
        #expect(before == (try JournalReading(alive)))
        #expect(try left.runs().allSatisfy { !$0.isInUse })
        #expect(RawDatabase(folder.file).text("PRAGMA integrity_check") == "ok")
        guard try left.record(run: Sample.run).forgottenAt == nil else { return }
        // Whoever goes on finds every item, and each write that began and was not recorded in doubt on its tag.
        try left.goOn()
        let entries = try left.entries()
        #expect(entries.map(\.item.key.row) == Array(1...7))
        #expect(entries.allSatisfy { $0.attempts.allSatisfy { $0.outcome != nil } })
        #expect(try left.summary(run: Sample.run).isInUse)
        // The tags that were in hand are named, those before them too.
        let presentations = try left.presentations()
        let inHand = before.entries.filter { $0.attempts.last.map { $0.outcome == nil } ?? false }
        #expect(presentations.count == before.presentations.count + inHand.count)
        #expect(presentations.prefix(before.presentations.count) == before.presentations[...])
        #expect(Set(presentations.suffix(inHand.count).map(\.item)) == Set(inHand.map(\.item.key)))
    }

    /// Four threads make items and say so when they were told; one of them kills the process at its n-th word, while the
    /// others are anywhere in a flush.
    @Test(arguments: [1, 2, 5, 11, 23]) func inTheMiddleOfFlushesNothingAcknowledgedIsLost(words: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.file as String, words] in
            let journal = try SQLiteJournal(path: path, createIfMissing: true, digest: JournalSample.digest)
            try journal.start(JournalSample.items(1...200))
            let file = open(path + ".told", O_WRONLY | O_CREAT | O_APPEND, 0o600)
            for thread in 0..<4 {
                Thread.detachNewThread {
                    for number in 0..<50 {
                        let row = thread * 50 + number + 1
                        guard (try? journal.make(row, on: JournalSample.uid(UInt8(row)))) != nil else { return }
                        let word: [UInt8] = [UInt8(row)]
                        write(file, word, 1)
                        if thread == 0, number + 1 == words { kill(getpid(), SIGKILL) }
                    }
                }
            }
            while true { pause() }
        }
        let told = try Data(contentsOf: URL(fileURLWithPath: folder.file + ".told"))
        #expect(told.count >= words)
        let journal = try folder.journal(createIfMissing: false)
        #expect(RawDatabase(folder.file).text("PRAGMA integrity_check") == "ok")
        try journal.goOn()
        let entries = try journal.entries()
        #expect(entries.count == 200)
        for row in told {
            let entry = entries[Int(row) - 1]
            #expect(entry.outcome?.status == .written)
            #expect(entry.attempts.map(\.uid) == [Sample.uid(row)])
        }
        // Of the others, a write that began is in doubt, and no item has two tags.
        for entry in entries {
            #expect(entry.attempts.count <= 1)
            #expect(entry.outcome == nil || entry.outcome?.status == .written || entry.outcome?.status == .inDoubt)
            #expect((entry.outcome == nil) == entry.attempts.isEmpty)
        }
    }
}

extension Journal {
    /// On the tag of the row's number.
    fileprivate func begin(_ row: Int) throws {
        #expect(try intend(row, on: JournalSample.uid(UInt8(row))) == .accepted)
    }

    fileprivate func finish(_ row: Int, _ status: ItemStatus, reason: Reason? = nil) throws {
        #expect(try conclude(row, status, JournalSample.uid(UInt8(row)), reason: reason) == .accepted)
    }
}
