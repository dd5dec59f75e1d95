import Foundation
import Jobs
import Provisioning
import Simulation
import TestSupport
import Testing
import Threads

@Suite struct MemoryJournalTests {
    @Test(arguments: JournalConformance.rules) func keeps(rule: JournalRule) throws {
        try rule.check(MemoryJournal(digest: JournalSample.digest))
    }

    @Test func aRunIsHeldOnce() throws {
        let journal = MemoryJournal(digest: JournalSample.digest)
        try journal.start(JournalSample.items(1...2))
        #expect(throws: JournalError(.locked, context: JournalSample.run)) { try journal.goOn() }
        #expect(try journal.executions(run: JournalSample.run).count == 1)
        try journal.make(1, on: JournalSample.uid(1))
    }

    @Test func aProcessThatDiesLeavesEverythingAndHoldsNothing() throws {
        let journal = MemoryJournal(digest: JournalSample.digest)
        try journal.start(JournalSample.items(1...2))
        #expect(try journal.intend(1, on: JournalSample.uid(1)) == .accepted)
        let left = MemoryJournal(leftBy: journal)
        #expect(try left.entries() == journal.entries())
        #expect(try !left.summary(run: JournalSample.run).isInUse)
        #expect(try left.record(run: JournalSample.run).ended == nil)
        try left.goOn()
        #expect(try left.entry(1).outcome?.status == .inDoubt)
        #expect(try left.presentations().map(\.result) == [.inDoubt])
        #expect(try journal.presentations().isEmpty)
        // They are two from here on.
        #expect(try journal.conclude(1, .written, JournalSample.uid(1)) == .accepted)
        #expect(try left.entry(1).outcome?.status == .inDoubt)
    }

    @Test func callsOfManyThreadsComeOneAfterAnother() throws {
        let journal = MemoryJournal(digest: JournalSample.digest)
        try journal.start(JournalSample.items(1...200))
        let refused = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            while let key = try? journal.claim(1).first {
                let uid = JournalSample.uid(UInt8(key.row))
                _ = try? journal.find(uid)
                let isMade =
                    (try? journal.intend(key.row, on: uid)) == .accepted
                    && (try? journal.conclude(key.row, .written, uid)) == .accepted
                if !isMade { refused.withLock { $0 += 1 } }
            }
        }
        #expect(refused.withLock { $0 } == 0)
        #expect(try journal.summary(run: JournalSample.run).totals == [.written: 200])
        #expect(try journal.summary(run: JournalSample.run).tags == 200)
    }
}
