import Foundation
import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Signals: a first one lets the tags in hand finish, a second one breaks off.
@Suite("Stopping and breaking off") struct BreakingOffTests {
    /// Blocks in the exchange that writes this page until it is let go.
    private struct Blocked {
        let reached = Gate()
        let release = Gate()
        let hasLeft = Gate()
        var hooks = ReaderHooks()

        init(writing page: Int) {
            let (reached, release, hasLeft) = (reached, release, hasLeft)
            hooks.beforeExchange = { _, command in
                guard command.writtenPage == page else { return }
                reached.open()
                release.wait()
            }
            hooks.afterCard = { _ in hasLeft.open() }
        }
    }

    @Test func aSecondSignalLeavesInDoubtWhatWasBegunAndRecordsNothingAfterwards() throws {
        let blocked = Blocked(writing: 6)
        let journal = HookedJournal()
        let done = try Scenario(items(3), .acr122u, [tag(.ntag215, good1), tag(.ntag215, good2)]).run(
            journal: journal, through: { HookedReaders($0.readers, blocked.hooks) },
            whileRunning: { run, _ in
                Thread {
                    blocked.reached.wait()
                    run.stop()
                    run.abandon()
                }.start()
            })
        #expect(done.result.ended == .stopped)
        #expect(done.result.exitCode == 4)
        #expect(done.entries[0].attempts.map(\.uid) == [UID(hex: good1)])
        #expect(done.entries[0].attempts.first?.outcome?.status == .inDoubt)
        #expect(done.entries[0].outcome?.status == .inDoubt)
        #expect(done.result.totals[.inDoubt] == 1)
        #expect(done.result.totals[.pending] == 2)
        done.expectTruth()
        blocked.release.open()
        blocked.hasLeft.wait()
        var later: [ItemEntry] = []
        try journal.entries(run: "20260101T000000Z-job") { later.append($0) }
        #expect(later == done.entries)
        #expect(done.presentations.map(\.result) == [.inDoubt])
        #expect(done.presentations.map(\.uid) == [UID(hex: good1)])
        #expect(try journal.record(run: "20260101T000000Z-job").ended == .stopped)
    }

    @Test func aFirstSignalLetsTheTagInHandFinish() throws {
        let blocked = Blocked(writing: 6)
        let done = try Scenario(items(3), .acr122u, [tag(.ntag215, good1), tag(.ntag215, good2)]).run(
            observer: Watcher { event in if case .stopping = event { blocked.release.open() } },
            through: { HookedReaders($0.readers, blocked.hooks) },
            whileRunning: { run, _ in
                Thread {
                    blocked.reached.wait()
                    run.stop()
                }.start()
            })
        #expect(done.result.ended == .stopped)
        #expect(done.result.exitCode == 4)
        #expect(done.status(1) == .written)
        #expect(done.result.totals[.pending] == 2)
        #expect(done.tag(good2)?.writes == 0)
        done.expectTruth()
    }

    @Test func aSignalBeforeTheFirstTagEndsTheRunWithoutOne() throws {
        for isTwice in [false, true] {
            let done = try Scenario(items(1), .acr122u, [tag(.ntag215, good1)]).run(whileRunning: { run, _ in
                if isTwice { run.abandon() } else { run.stop() }
            })
            #expect(done.result.ended == .stopped)
            #expect(done.result.exitCode == 4)
            #expect(done.tag(good1)?.exchanges == 0)
        }
    }

    @Test func aSignalAtTheLastTagIsComplete() throws {
        let blocked = Blocked(writing: 6)
        let done = try Scenario(items(1), .acr122u, [tag(.ntag215, good1)]).run(
            observer: Watcher { event in if case .stopping = event { blocked.release.open() } },
            through: { HookedReaders($0.readers, blocked.hooks) },
            whileRunning: { run, _ in
                Thread {
                    blocked.reached.wait()
                    run.stop()
                }.start()
            })
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 0)
    }
}
