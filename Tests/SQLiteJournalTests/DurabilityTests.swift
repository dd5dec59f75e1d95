import Foundation
import Jobs
import Provisioning
import SQLiteJournal
import Tags
import TestSupport
import Testing

/// What is on disk when the process is gone, and who may use a run meanwhile.
@Suite struct DurabilityTests {
    typealias Sample = JournalSample

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func expect(
        _ code: JournalError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let error = #expect(throws: JournalError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
    }

    /// A run with an item in every state, and something noted.
    private func fill(_ journal: any Journal) throws {
        try journal.start(Sample.items(1...4), run: "earlier")
        try journal.make(1, on: Sample.uid(9), run: "earlier")
        let items = Sample.items(1...6) + [Sample.item(7, bound: Sample.uid(7)), Sample.item(8, fault: "bad")]
        try journal.start(
            items, inDoubt: [Sample.key(6): Sample.uid(6)],
            takeover: Takeover(run: "earlier", items: [Sample.key(2)]))
        try journal.note(run: Sample.run, reader: ReaderRecord(name: "A", model: "acr122u", station: "bench"))
        _ = try journal.claim(3)
        try journal.make(1, on: Sample.uid(1))
        #expect(try journal.intend(2, on: Sample.uid(2)) == .accepted)
        #expect(try journal.conclude(2, .inDoubt, Sample.uid(2)) == .accepted)
        #expect(try journal.intend(3, on: Sample.uid(3)) == .accepted)
        #expect(try journal.conclude(3, .pending, Sample.uid(3), reason: .tagRemoved) == .accepted)
        let presentation = Presentation(
            uid: Sample.uid(5), reader: "A", station: "bench", result: .rejected, presentedAt: Sample.time(4))
        try journal.note(run: Sample.run, presentation: presentation)
        try journal.keep(run: Sample.run, report: Sample.report)
        #expect(try journal.intend(4, on: Sample.uid(4)) == .accepted)
    }

    @Test func everythingSurvivesReopening() throws {
        var journal: SQLiteJournal? = try folder.journal()
        try journal.map(fill)
        try journal?.note(run: Sample.run, reader: ReaderRecord(name: "B", model: "generic", station: "bench"))
        let before = try journal.map(JournalReading.init)
        journal = nil
        #expect(try JournalReading(folder.journal(createIfMissing: false)) == before)
        #expect(try JournalReading(folder.journal(readOnly: true)) == before)
        #expect(before?.readers.count == 2)
    }

    @Test func whatWasNotedLastIsWrittenWhenTheJournalGoes() throws {
        var journal: SQLiteJournal? = try folder.journal()
        try journal?.start(Sample.items(1...1))
        try journal?.note(run: Sample.run, reader: ReaderRecord(name: "B", model: "generic", station: "bench"))
        journal = nil
        #expect(try folder.journal(readOnly: true).readers(run: Sample.run).count == 1)
    }

    @Test func whoGoesOnHandsOutWhatIsLeft() throws {
        var journal: SQLiteJournal? = try folder.journal()
        try journal.map(fill)
        journal = nil
        let next = try folder.journal()
        try next.goOn()
        #expect(try next.claim(9).map(\.row) == [3, 5])
        // The intent that had no outcome: its tag and its item are kept from everything else until it is settled.
        #expect(try next.find(Sample.uid(4)).inDoubt?.attempts == 1)
        #expect(try next.intend(5, on: Sample.uid(4)) == .uidTaken)
        #expect(try next.intend(4, on: Sample.uid(4)) == .accepted)
        #expect(try next.conclude(4, .written, Sample.uid(4)) == .accepted)
        #expect(try next.entry(4).attempts.map(\.outcome?.status) == [.inDoubt, .written])
    }

    /// The files as a power cut would leave them, while the journal is open.
    @Test func theFilesAreWholeAtEveryMoment() throws {
        let journal = try folder.journal()
        let copy = try TemporaryFolder()
        func expectCopied(sourceLocation: SourceLocation = #_sourceLocation) throws {
            for suffix in ["", "-wal"] {
                try? FileManager.default.removeItem(atPath: copy.file + suffix)
                try FileManager.default.copyItem(atPath: folder.file + suffix, toPath: copy.file + suffix)
            }
            #expect(try JournalReading(copy.journal()) == JournalReading(journal), sourceLocation: sourceLocation)
        }
        try fill(journal)
        try expectCopied()
        #expect(try journal.conclude(4, .written, Sample.uid(4)) == .accepted)
        try expectCopied()
        #expect(try journal.intend(5, on: Sample.uid(5)) == .accepted)
        try expectCopied()
        try journal.end(run: Sample.run, how: .stopped, exitCode: 4, at: Sample.time(9))
        try expectCopied()
    }

    @Test func whatWasAcknowledgedOutlivesTheProcess() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.file as String] in
            let journal = try SQLiteJournal(path: path, createIfMissing: true, digest: Sample.digest)
            try journal.start(Sample.items(1...3))
            try journal.make(1, on: Sample.uid(1))
            try journal.note(
                run: Sample.run,
                presentation: Presentation(
                    reader: "A", station: "bench", result: .written, presentedAt: Sample.time(1)))
            _ = try journal.intend(2, on: Sample.uid(2))
            kill(getpid(), SIGKILL)
        }
        let journal = try folder.journal(createIfMissing: false)
        #expect(try journal.entries().map(\.attempts.count) == [1, 1, 0])
        #expect(try journal.entry(1).outcome?.status == .written)
        #expect(try journal.entry(2).outcome == nil)
        #expect(try journal.presentations().count == 1)
        // The run is nobody's any more, and whoever goes on with it finds what is left.
        #expect(try journal.summary(run: Sample.run).isInUse == false)
        try journal.goOn()
        #expect(try journal.entry(2).outcome?.status == .inDoubt)
        #expect(try journal.claim(9).map(\.row) == [3])
    }

    @Test func aRunIsHeldByOneJournalAtATime() throws {
        var first: SQLiteJournal? = try folder.journal()
        let second = try folder.journal()
        try first?.start(Sample.items(1...2))
        expect(.notHeld) { _ = try second.claim(1) }
        expect(.notHeld) { try second.release(run: Sample.run, item: Sample.key(1)) }
        expect(.notHeld) { _ = try second.intend(1, on: Sample.uid(1)) }
        expect(.notHeld) { _ = try second.conclude(1, .unchanged, Sample.uid(1)) }
        expect(.notHeld) { try second.end(run: Sample.run, how: .complete, exitCode: 0, at: Sample.time(1)) }
        expect(.locked) { try second.goOn() }
        expect(.locked) { try first?.goOn() }
        expect(.locked) { try second.start([], run: "b", takeover: Takeover(run: Sample.run, items: [])) }
        expect(.locked) { try second.forget(run: Sample.run, at: Sample.time(1)) }
        expect(.locked) { try first?.forget(run: Sample.run, at: Sample.time(1)) }
        #expect(try second.runs().count == 1)
        #expect(try second.executions(run: Sample.run).count == 1)
        #expect(try second.entries().count == 2)
        #expect(try second.backlog(run: Sample.run).queued == 2)

        try first?.end(run: Sample.run, how: .stopped, exitCode: 4, at: Sample.time(1))
        try second.goOn()
        #expect(try second.claim(1).map(\.row) == [1])
        expect(.notHeld) { _ = try first?.claim(1) }
        expect(.locked) { try first?.goOn() }
        try second.end(run: Sample.run, how: .stopped, exitCode: 4, at: Sample.time(1))
        try first?.goOn()
        #expect(try first?.claim(1).map(\.row) == [1])
        first = nil
        try second.goOn()
        #expect(try second.claim(1).map(\.row) == [1])
    }

    @Test func aRunThatIsTakenFromIsHeldOnlyMeanwhile() throws {
        let first = try folder.journal()
        let second = try folder.journal()
        try first.start(Sample.items(1...2), run: "a")
        try first.end(run: "a", how: .complete, exitCode: 1, at: Sample.time(1))
        try second.start(Sample.items(1...1), run: "b", takeover: Takeover(run: "a", items: [Sample.key(1)]))
        try first.goOn("a")
        #expect(try first.claim(9, run: "a") == [Sample.key(2)])
    }

    /// What failed took no lock along: neither that of the new run nor that of the earlier one.
    @Test func aRunThatWasNotOpenedHoldsNothing() throws {
        let first = try folder.journal()
        let second = try folder.journal()
        try first.start(Sample.items(1...2), run: "a")
        try first.end(run: "a", how: .complete, exitCode: 1, at: Sample.time(1))
        expect(.failed) {
            try first.start(Sample.items(1...1), run: "b", takeover: Takeover(run: "a", items: [Sample.key(9)]))
        }
        try second.start(Sample.items(1...1), run: "b", takeover: Takeover(run: "a", items: [Sample.key(1)]))
        #expect(try second.claim(9, run: "b").count == 1)
    }

    @Test func whetherARunIsInUseIsSeenByEverybody() throws {
        var writer: SQLiteJournal? = try folder.journal()
        try writer?.start(Sample.items(1...2), run: "ended")
        try writer?.end(run: "ended", how: .stopped, exitCode: 4, at: Sample.time(1))
        try writer?.start(Sample.items(1...2))
        let reader = try folder.journal(readOnly: true)
        for journal in [writer, reader] {
            #expect(try journal?.summary(run: Sample.run).isInUse == true)
            #expect(try journal?.summary(run: "ended").isInUse == false)
            #expect(try journal?.runs().map(\.isInUse) == [true, false])
        }
        writer = nil
        #expect(try reader.runs().map(\.isInUse) == [false, false])
        try FileManager.default.removeItem(atPath: folder.file + "-runs")
        #expect(try reader.runs().map(\.isInUse) == [false, false])
        #expect(!FileManager.default.fileExists(atPath: folder.file + "-runs"))
    }

    /// The child holds its run and works on it while this process works on another, and reads this one's.
    @Test func twoProcessesWorkSideBySide() async throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...100))
        async let child = #expect(processExitsWith: .success) { [path = folder.file as String] in
            let journal = try SQLiteJournal(path: path, createIfMissing: false, digest: Sample.digest)
            try journal.start(Sample.items(1...100), run: "child")
            for row in 1...100 { try journal.make(row, on: Sample.uid(UInt8(100 + row)), run: "child") }
            let error = #expect(throws: JournalError.self) { try journal.goOn() }
            let isWhole = try journal.entries().count == 100 && journal.runs().count == 2
            exit(error?.code == .locked && isWhole ? 0 : 1)
        }
        for row in 1...100 { try journal.make(row, on: Sample.uid(UInt8(row))) }
        _ = await child
        for run in [Sample.run, "child"] {
            #expect(try journal.entries(run).allSatisfy { $0.outcome?.status == .written && $0.attempts.count == 1 })
        }
        #expect(try journal.runs().map(\.totals) == [[.written: 100], [.written: 100]])
        #expect(try journal.find(Sample.uid(101)).madeByRun == "child")
        try journal.goOn("child")
        #expect(try journal.claim(1, run: "child").isEmpty)
    }

    /// Several processes that make the journal at once make one journal.
    @Test func manyOpenersMakeOneJournal() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { [folder] in
                    try folder.journal().start(Sample.items(1...5), run: "run \(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(try folder.journal(readOnly: true).runs().count == 8)
    }

    @Test func callsFromManyThreadsAreTakenOneAfterAnother() async throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...80))
        let made = try await withThrowingTaskGroup(of: [ItemKey].self) { group in
            for reader in 0..<8 {
                group.addTask {
                    var made: [ItemKey] = []
                    while let key = try journal.claim(1).first {
                        try journal.make(key.row, on: Sample.uid(UInt8(key.row)))
                        _ = try journal.find(Sample.uid(UInt8(key.row)))
                        try journal.note(
                            run: Sample.run, reader: ReaderRecord(name: "\(reader)", model: "", station: ""))
                        made.append(key)
                    }
                    return made
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(made.count == 80)
        #expect(Set(made).count == 80)
        #expect(try journal.entries().allSatisfy { $0.outcome?.status == .written && $0.attempts.count == 1 })
    }
}
