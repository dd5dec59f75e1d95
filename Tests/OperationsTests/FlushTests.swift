import Foundation
import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// What the journal flushes is flushed outside the run's lock, and nothing counts before.
@Suite("While the journal flushes") struct FlushTests {
    private static let a = "Reader A 00 00"
    private static let b = "Reader B 01 00"
    private static let run = "20260101T000000Z-job"

    private func readers(_ tagsOfA: [RackTag], _ tagsOfB: [RackTag] = []) -> [RackReader] {
        [RackReader(Self.a, model: .acr122u, tags: tagsOfA), RackReader(Self.b, model: .acr122u, tags: tagsOfB)]
    }

    private func entries(_ journal: HookedJournal) throws -> [ItemEntry] {
        var entries: [ItemEntry] = []
        try journal.entries(run: Self.run) { entries.append($0) }
        return entries
    }

    @Test(arguments: [HookedJournal.Call.intend, .conclude])
    func eightReadersAreInTheSameFlush(call: HookedJournal.Call) throws {
        let together = Barrier(8)
        let journal = HookedJournal(before: { (now, _) throws(JournalError) in if now == call { together.arrive() } })
        let readers = (0..<8).map { reader in
            RackReader("Reader \(reader) 00 00", model: .acr122u, tags: [tag(.ntag213, "04\(10 + reader)2233445566")])
        }
        let done = try Scenario(items(8), readers).run(journal: journal)
        #expect(done.result.exitCode == 0)
        #expect(done.result.totals == [.written: 8])
        done.expectTruth()
    }

    /// One reader waits for its outcome; the other makes two tags meanwhile, and gets the first one's tag too.
    @Test(arguments: [true, false]) func aReaderThatWaitsForItsOutcomeKeepsNobody(isOnDisk: Bool) throws {
        let waits = Gate()
        let isMade = Gate()
        let madeOnB = Guarded(0)
        let totals = Guarded<[Int]>([])
        let wait: @Sendable (HookedJournal.Call, Int) -> Void = { call, number in
            guard call == .conclude, number == 1 else { return }
            waits.open()
            isMade.wait()
        }
        let journal =
            isOnDisk
            ? HookedJournal(after: wait)
            : HookedJournal(before: { (call, number) throws(JournalError) in wait(call, number) })
        var hooks = ReaderHooks()
        hooks.beforeWait = { reader in if reader == Self.b { waits.wait() } }
        let watcher = Watcher { event in
            switch event {
            case .concluded(let presentation, _) where presentation.reader == Self.b:
                let count = madeOnB.withLock { made in
                    made += 1
                    return made
                }
                if count == 3 { isMade.open() }
            case .totals(let now): totals.withLock { $0.append(now[.written, default: 0]) }
            default: break
            }
        }
        let done = try Scenario(
            items(3), readers([tag(.ntag213, good1)], [good1, good2, good3].map { tag(.ntag213, $0) })
        ).run(journal: journal, observer: watcher, through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 0)
        #expect(done.presentations.filter { $0.reader == Self.b }.map(\.result) == [.rejected, .written, .written])
        #expect(done.presentations.first { $0.result == .rejected }?.reason == (.duplicateUID))
        // The tag of A counts last, though it was begun first.
        #expect(done.outcome(1)?.uid == UID(hex: good1))
        #expect(totals.withLock { $0 } == [0, 0, 1, 2, 3])
        done.expectTruth()
    }

    /// A tag without a capability container fails the row that is bound to it, and never takes it; before that is on record
    /// it lies on another reader.
    @Test func aRowThatIsFailingIsNotTakenByAnotherReader() throws {
        let waits = Gate()
        let isRejected = Gate()
        let journal = HookedJournal(before: { (call, number) throws(JournalError) in
            guard call == .conclude, number == 1 else { return }
            waits.open()
            isRejected.wait()
        })
        var hooks = ReaderHooks()
        hooks.beforeWait = { reader in if reader == Self.b { waits.wait() } }
        let watcher = Watcher { event in
            if case .concluded(let presentation, _) = event, presentation.reader == Self.b { isRejected.open() }
        }
        let unfit = tag(.ntag213, good1, pages: [3: "00000000"])
        let bound = [item(1, url: "https://example.com/1", uid: good1)]
        let done = try Scenario(bound, readers([unfit], [unfit])).run(
            journal: journal, observer: watcher, through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.ended == .complete)
        #expect(done.status(1) == .failed)
        #expect(done.outcome(1)?.reason == .tagUnformatted)
        #expect(done.outcome(1)?.reader == Self.a)
        #expect(done.presentations.map(\.reader) == [Self.b, Self.a])
        // There it fails nothing.
        #expect(done.presentations.map(\.item) == [nil, ItemKey(row: 1, copy: 1)])
        #expect(done.tag(good1)?.writes == 0)
        done.expectTruth()
    }

    @Test func aStopWhileAnIntentIsFlushedLetsTheTagFinish() throws {
        let waits = Gate()
        let isStopped = Gate()
        let journal = HookedJournal(before: { (call, _) throws(JournalError) in
            guard call == .intend else { return }
            waits.open()
            isStopped.wait()
        })
        let done = try Scenario(items(2), .acr122u, [tag(.ntag213, good1), tag(.ntag213, good2)]).run(
            journal: journal,
            whileRunning: { run, _ in
                Thread {
                    waits.wait()
                    run.stop()
                    isStopped.open()
                }.start()
            })
        #expect(done.result.ended == .stopped)
        #expect(done.result.exitCode == 4)
        #expect(done.status(1) == .written)
        #expect(done.result.totals == [.written: 1, .pending: 1])
        done.expectTruth()
    }

    private static let flushes: [(call: HookedJournal.Call, isOnDisk: Bool)] = [
        (.intend, false), (.intend, true), (.conclude, false), (.conclude, true),
    ]

    /// What a flush brings after the run was broken off changes nothing.
    @Test(arguments: flushes) func aRunBrokenOffWithinAFlushIsToldAsItWasLeft(
        flush: (call: HookedJournal.Call, isOnDisk: Bool)
    ) throws {
        let (waits, isOver, hasLeft) = (Gate(), Gate(), Gate())
        let wait: @Sendable (HookedJournal.Call, Int) -> Void = { call, _ in
            guard call == flush.call else { return }
            waits.open()
            isOver.wait()
        }
        let journal =
            flush.isOnDisk
            ? HookedJournal(after: wait)
            : HookedJournal(before: { (call, number) throws(JournalError) in wait(call, number) })
        var hooks = ReaderHooks()
        hooks.afterCard = { _ in hasLeft.open() }
        let last = Guarded<RunResult?>(nil)
        let isLate = Guarded(false)
        let watcher = Watcher { event in
            if last.withLock({ $0 }) != nil { isLate.withLock { $0 = true } }
            if case .ended(let result) = event { last.withLock { $0 = result } }
        }
        let done = try Scenario(items(2), .acr122u, [tag(.ntag213, good1), tag(.ntag213, good2)]).run(
            journal: journal, observer: watcher, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { run, _ in
                Thread {
                    waits.wait()
                    run.abandon()
                }.start()
            })
        #expect(done.result.ended == .stopped)
        #expect(done.result.exitCode == 4)
        let expected: ItemStatus =
            switch (flush.call, flush.isOnDisk) {
            case (.intend, false): .pending
            case (.conclude, true): .written
            default: .inDoubt
            }
        #expect(done.entries[0].status == expected)
        done.expectTruth()
        let written = done.tag(good1)?.writes
        if flush.call == .intend { #expect(written == 0) }
        isOver.open()
        hasLeft.wait()
        #expect(try entries(journal) == done.entries)
        #expect(done.tag(good1)?.writes == written)
        #expect(last.withLock { $0 } == done.result)
        #expect(!isLate.withLock { $0 })
    }

    /// The journal fails on one reader while the other's intent is on its way: that one is finished.
    @Test func aTagInHandIsFinishedWhenTheJournalFailsOnAnotherReader() throws {
        let (intends, hasFailed) = (Gate(), Gate())
        let journal = HookedJournal(
            before: { (call, number) throws(JournalError) in
                guard call == .conclude, number == 1 else { return }
                throw JournalError(.full)
            },
            after: { call, number in
                guard call == .intend, number == 1 else { return }
                intends.open()
                hasFailed.wait()
            })
        var hooks = ReaderHooks()
        hooks.beforeWait = { reader in if reader == Self.b { intends.wait() } }
        // The failing reader lets go of its tag when the desk knows.
        hooks.afterCard = { reader in if reader == Self.b { hasFailed.open() } }
        let done = try Scenario(items(3), readers([tag(.ntag213, good1)], [tag(.ntag213, good2)])).run(
            journal: journal, through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.ended == .error)
        #expect(done.result.exitCode == 3)
        #expect(done.result.message == JournalError(.full).description)
        #expect(done.status(1) == .written)
        #expect(done.entries[1].status == .inDoubt)
        #expect(done.result.totals == [.written: 1, .inDoubt: 1, .pending: 1])
        done.expectTruth()
    }
}
