import Foundation
import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// Calls that do not come back.
@Suite("Readers that do not answer") struct StuckReaderTests {
    private static let a = "Reader A 00 00"
    private static let b = "Reader B 01 00"
    private static let run = "20260101T000000Z-job"

    /// Reader A hangs once, where a test says; it is given up as soon as it does.
    private struct Hanging: Sendable {
        let hangs = Gate()
        let release = Gate()
        let hasLeft = Gate()
        let isStuck = Gate()
        /// B is in no call, and stays so until A is given up.
        let waitsOnB = Gate()
        private let isBThere: Bool
        let troubles = Guarded<[String]>([])
        private let thread = Guarded<pthread_t?>(nil)

        init(isBThere: Bool = false) { self.isBThere = isBThere }

        /// Only the first that comes hangs.
        func hang() {
            let isFirst = thread.withLock { thread in
                guard thread == nil else { return false }
                thread = pthread_self()
                return true
            }
            guard isFirst else { return }
            if isBThere { waitsOnB.wait() }
            hangs.open()
            release.wait()
        }

        /// The thread that hung, or hangs, is the one that asks.
        var isHere: Bool { thread.withLock { $0 == pthread_self() } }

        /// Hangs in the exchange that writes this page.
        func hooks(writing page: Int) -> ReaderHooks {
            hooks(at: { $0.writtenPage == page })
        }

        func hooks(at isMoment: @escaping @Sendable ([UInt8]) -> Bool) -> ReaderHooks {
            var hooks = ReaderHooks()
            hooks.beforeExchange = { reader, command in if reader == a, isMoment(command) { hang() } }
            hooks.beforeWait = { reader in
                guard reader == b else { return }
                waitsOnB.open()
                isStuck.wait()
            }
            hooks.afterCard = { _ in if isHere { hasLeft.open() } }
            return hooks
        }

        /// Gives up on whoever is in a call when A hangs: on A alone, since B waits.
        func giveUp(_ run: Run, then body: @escaping @Sendable () -> Void = {}) {
            Thread {
                hangs.wait()
                run.giveUp(onCallsOfSeconds: 0)
                body()
            }.start()
        }

        func observe(_ event: RunEvent) {
            guard case .readerTrouble(let reader, let message) = event else { return }
            troubles.withLock { $0.append("\(reader): \(message)") }
            if message.contains("does not answer") { isStuck.open() }
        }
    }

    private func readers(_ tagsOfA: [RackTag], _ tagsOfB: [RackTag] = []) -> [RackReader] {
        [RackReader(Self.a, model: .acr122u, tags: tagsOfA), RackReader(Self.b, model: .acr122u, tags: tagsOfB)]
    }

    private func entries(_ journal: MemoryJournal) throws -> [ItemEntry] {
        var entries: [ItemEntry] = []
        try journal.entries(run: Self.run) { entries.append($0) }
        return entries
    }

    @Test func theOthersGoOnAndSettleItsTagAndTheRunEndsWithoutIt() throws {
        let hanging = Hanging(isBThere: true)
        let journal = MemoryJournal(digest: sha256)
        // The message of a delivered NTAG215 begins on page 4; page 6 is in the middle of it.
        let hooks = hanging.hooks(writing: 6)
        let done = try Scenario(
            items(3), readers([tag(.ntag215, good1)], [good2, good3, good1].map { tag(.ntag215, $0) })
        ).run(
            journal: journal, observer: Watcher { hanging.observe($0) },
            through: { HookedReaders($0.readers, hooks) }, whileRunning: { run, _ in hanging.giveUp(run) })
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 0)
        #expect(
            hanging.troubles.withLock { $0 } == [
                "\(Self.a): does not answer for 0 s; unplug it and plug it in again; its tag is in doubt"
            ])
        #expect(done.presentations.map(\.result) == [.inDoubt, .written, .written, .written])
        #expect(done.presentations[0].reason == .readerError)
        #expect(done.presentations[0].detail.contains("did not answer"))
        #expect(done.outcome(1)?.reader == Self.b)
        #expect(done.entries[0].attempts.count == 2)
        done.expectTruth()
        let writes = done.tag(good1)?.writes ?? 0
        hanging.release.open()
        hanging.hasLeft.wait()
        // The one command that hung may still land; none follows it.
        #expect((done.tag(good1)?.writes ?? 0) - writes <= 1)
        #expect(try entries(journal) == done.entries)
    }

    @Test func beforeAnItemWasTakenItIsAnotherReaders() throws {
        let hanging = Hanging(isBThere: true)
        let hooks = hanging.hooks(at: { _ in true })
        let done = try Scenario(items(1), readers([tag(.ntag215, good1)], [tag(.ntag215, good2)])).run(
            observer: Watcher { hanging.observe($0) }, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { run, _ in hanging.giveUp(run) })
        #expect(done.result.exitCode == 0)
        #expect(done.presentations.map(\.reader) == [Self.b])
        #expect(
            hanging.troubles.withLock { $0 } == [
                "\(Self.a): does not answer for 0 s; unplug it and plug it in again"
            ])
        hanging.release.open()
        hanging.hasLeft.wait()
        #expect(done.tag(good1)?.writes == 0)
        done.expectTruth()
    }

    @Test func whenItAnswersWhatItBringsIsDismissedAndItGoesOn() throws {
        let hanging = Hanging()
        let hooks = hanging.hooks(writing: 6)
        let done = try Scenario(items(2), [readers([good1, good2, good1].map { tag(.ntag215, $0) })[0]]).run(
            observer: Watcher { hanging.observe($0) }, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { run, _ in hanging.giveUp(run) { hanging.release.open() } })
        #expect(done.result.exitCode == 0)
        #expect(done.presentations.map(\.result) == [.inDoubt, .written, .written])
        #expect(done.presentations.map { "\($0.uid.map { "\($0)" } ?? "")" } == [good1, good2, good1])
        #expect(hanging.troubles.withLock { $0.last }?.contains("answers again") == true)
        done.expectTruth()
    }

    @Test func anItemThatIsBeingSettledStaysInDoubt() throws {
        let hanging = Hanging()
        let one = items(1)
        let isClaimed = Gate()
        let hooks = hanging.hooks(at: { _ in isClaimed.isOpen(withinSeconds: 0) })
        var scenario = Scenario(
            one, [readers(Array(repeating: tag(.ntag215, good1, pages: pages(holding: one[0].message)), count: 2))[0]])
        scenario.inDoubt = [one[0].key: UID(hex: good1)].compactMapValues { $0 }
        let done = try scenario.run(
            observer: Watcher { event in
                hanging.observe(event)
                if case .claimed(_, _, _, let settles) = event, settles { isClaimed.open() }
            },
            through: { HookedReaders($0.readers, hooks) },
            whileRunning: { run, _ in hanging.giveUp(run) { hanging.release.open() } })
        #expect(done.presentations.map(\.result) == [.rejected, .written])
        #expect(done.presentations[0].reason == .readerError)
        #expect(done.status(1) == .written)
        #expect(done.tag(good1)?.writes == 0)
        done.expectTruth()
    }

    @Test func pluggedInAgainItIsServedByANewThread() throws {
        let hanging = Hanging()
        var hooks = hanging.hooks(writing: 6)
        let hang = hooks.beforeExchange
        hooks.beforeExchange = { (reader, command) throws(ChannelError) in
            try hang(reader, command)
            guard command.writtenPage == 6, !hanging.isHere else { return }
            // The old thread comes back while the new one has a tag in hand.
            hanging.release.open()
            hanging.hasLeft.wait()
        }
        let box = Guarded<Rack?>(nil)
        let done = try Scenario(items(2), [readers([good1, good2].map { tag(.ntag215, $0) })[0]]).run(
            observer: Watcher { event in
                hanging.observe(event)
                if case .readerUnplugged(let reader) = event { box.withLock { $0 }?.plug(reader) }
            },
            through: { HookedReaders($0.readers, hooks) },
            whileRunning: { run, rack in
                box.withLock { $0 = rack }
                hanging.giveUp(run) { rack.unplug(Self.a) }
            })
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 0)
        // It lies there still when the reader is back, and is settled.
        #expect(done.presentations.map(\.result) == [.inDoubt, .written, .written])
        #expect(done.entries[0].attempts.count == 2)
        done.expectTruth()
    }

    @Test func aStopDoesNotWaitForIt() throws {
        let hanging = Hanging()
        let hooks = hanging.hooks(writing: 6)
        let done = try Scenario(items(2), [readers([tag(.ntag215, good1)])[0]]).run(
            observer: Watcher { hanging.observe($0) }, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { run, _ in hanging.giveUp(run) { run.stop() } })
        #expect(done.result.ended == .stopped)
        #expect(done.result.exitCode == 4)
        #expect(done.result.totals == [.inDoubt: 1, .pending: 1])
        done.expectTruth()
        hanging.release.open()
        hanging.hasLeft.wait()
    }

    @Test func aRunFindsOutByItself() throws {
        let hanging = Hanging()
        var hooks = ReaderHooks()
        hooks.beforeConnect = { _ in hanging.hang() }
        hooks.afterCard = { _ in if hanging.isHere { hanging.hasLeft.open() } }
        var scenario = Scenario(items(1), [readers([tag(.ntag215, good1)])[0]])
        scenario.stuckAfterSeconds = 1
        let done = try scenario.run(
            observer: Watcher { hanging.observe($0) }, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { run, _ in
                Thread {
                    hanging.isStuck.wait()
                    run.stop()
                }.start()
            })
        #expect(done.result.ended == .stopped)
        #expect(
            hanging.troubles.withLock { $0 } == ["\(Self.a): does not answer for 1 s; unplug it and plug it in again"])
        #expect(done.presentations.isEmpty)
        hanging.release.open()
        hanging.hasLeft.wait()
        #expect(done.tag(good1)?.exchanges == 0)
    }

    @Test func aJournalThatFailsThenEndsTheRunWithTheItemInDoubt() throws {
        let hanging = Hanging()
        let hooks = hanging.hooks(writing: 6)
        let done = try Scenario(items(2), [readers([tag(.ntag215, good1)])[0]]).run(
            journal: HookedJournal(failingAt: .conclude, 1),
            observer: Watcher { hanging.observe($0) }, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { run, _ in hanging.giveUp(run) })
        #expect(done.result.ended == .error)
        #expect(done.entries[0].attempts.map(\.outcome?.status) == [.inDoubt])
        #expect(done.presentations.map(\.result) == [.inDoubt])
        #expect(done.result.totals == [.inDoubt: 1, .pending: 1])
        done.expectTruth()
        hanging.release.open()
        hanging.hasLeft.wait()
    }
}
