import Checker
import Jobs
import Provisioning
import Simulation
import Tags
import Testing

@testable import Simulator

/// A write of the journal that goes wrong: either nothing of it is on disk, or all of it, and who wrote it does not get to know.
@Suite("A journal with troubles") struct TroubledJournalTests {
    /// A journal, what stands between it and a process, and the run of a plain world.
    private struct Desk {
        let base = MemoryJournal(digest: Simulator.quickDigest)
        let course: Course
        let journal: TroubledJournal
        let plan: RunPlan

        /// - Parameter at: which write goes wrong; nil: none does.
        init(_ what: Trouble.What? = nil, at number: Int = 1) {
            let world = World.plain()
            course = Course(world, Simulator(), tell: nil)
            journal = TroubledJournal(base, course)
            plan = course.firstRun()
            course.current = plan
            course.journalTroubles = what.map { [(number, $0)] } ?? []
            course.checker.reset(
                tags: world.tags.map { tag in
                    CheckedTag(
                        uid: tag.uid.bytes, chip: tag.chip.rawValue,
                        memory: [UInt8](repeating: 0, count: 4 * (tag.chip.lastPage + 1)))
                })
            course.checker.began(run: 0, items: plan.checked, asks: plan.asks)
        }

        var run: String { plan.record.id }
        var item: Item { plan.opening.items[0] }
        var uid: UID { course.world.tags[0].uid }
        var time: Timestamp { Timestamp(milliseconds: 1_780_000_000_000) }
        var isOpened: Bool { (try? base.record(run: run)) != nil }

        func entry() throws -> ItemEntry { try #require(try base.entry(run: run, item: item.key)) }

        func open() throws(JournalError) { try journal.open(plan.record, plan.opening) }

        func intend() throws(JournalError) {
            _ = try journal.claim(run: run, count: 1, station: "station")
            _ = try journal.intend(
                run: run, item: item.key,
                attempt: Attempt(uid: uid, reader: "Reader A 00 00", station: "station", intendedAt: time),
                message: item.message)
        }
    }

    @Test func withoutTroubleEverythingIsOnDisk() throws {
        let desk = Desk()
        try desk.open()
        #expect(desk.isOpened)
        try desk.intend()
        #expect(try desk.entry().attempts.map(\.uid) == [desk.uid])
        try desk.journal.end(run: desk.run, how: .stopped, exitCode: 1, at: desk.time)
        #expect(try desk.base.record(run: desk.run).ended == .stopped)
    }

    @Test func aFailingWriteThrowsAndNothingIsOnDisk() throws {
        let desk = Desk(.journalFailure)
        #expect(throws: JournalError(.full)) { try desk.open() }
        #expect(!desk.isOpened)
        // One write fails, and no more.
        try desk.open()
        #expect(desk.isOpened)
        #expect(!desk.course.isDead)
        #expect(desk.course.journalTroubles.isEmpty)
    }

    @Test(arguments: [Trouble.What.journalFailure, .death(isAfter: false), .death(isAfter: true)])
    func anIntentThatIsCutOffIsThereWholeOrNotAtAll(what: Trouble.What) throws {
        let desk = Desk(what, at: 2)
        try desk.open()
        #expect(throws: JournalError.self) { try desk.intend() }
        #expect(try desk.entry().attempts.count == (what == .death(isAfter: true) ? 1 : 0))
        #expect(desk.course.isDead == (what != .journalFailure))
    }

    @Test(arguments: [false, true]) func aDyingProcessDoesNotGetToKnowWhatIsOnDisk(isAfter: Bool) throws {
        let desk = Desk(.death(isAfter: isAfter))
        #expect(throws: JournalError.self) { try desk.open() }
        #expect(desk.isOpened == isAfter)
        #expect(desk.course.isDead)
    }

    /// Nothing that a dead process says is heard.
    @Test func theDeadWriteNothing() throws {
        let desk = Desk()
        try desk.open()
        desk.course.die()
        #expect(throws: JournalError.self) { try desk.open() }
        #expect(throws: JournalError.self) { try desk.intend() }
        #expect(throws: JournalError.self) {
            _ = try desk.journal.claim(run: desk.run, count: 1, station: "station")
        }
        #expect(throws: JournalError.self) { try desk.journal.release(run: desk.run, item: desk.item.key) }
        #expect(throws: JournalError.self) {
            _ = try desk.journal.find(run: desk.run, uid: desk.uid, digests: nil, busy: [])
        }
        #expect(throws: JournalError.self) {
            try desk.journal.end(run: desk.run, how: .complete, exitCode: 0, at: desk.time)
        }
        #expect(try desk.entry().attempts.isEmpty)
        #expect(try desk.base.record(run: desk.run).ended == nil)
    }

    /// A claim does not flush: it is none of the moments that are counted.
    @Test func onlyWhatFlushesIsCounted() throws {
        let desk = Desk(.journalFailure, at: 3)
        try desk.open()
        for _ in 0..<5 {
            _ = try desk.journal.claim(run: desk.run, count: 1, station: "station")
            _ = try desk.journal.find(run: desk.run, uid: desk.uid, digests: nil, busy: [])
        }
        try desk.intend()
        #expect(throws: JournalError(.full)) {
            try desk.journal.end(run: desk.run, how: .complete, exitCode: 0, at: desk.time)
        }
        #expect(try desk.base.record(run: desk.run).ended == nil)
    }
}
