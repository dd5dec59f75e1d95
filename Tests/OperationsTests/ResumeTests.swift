import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// Readers that nobody should look for.
private final class UnwantedReaders: Readers {
    func list() throws(ReadersError) -> [ReaderInfo] {
        Issue.record("readers were listed")
        throw ReadersError(.noService)
    }

    func waitForChange(from known: [ReaderInfo]) throws(ReadersError) { throw ReadersError(.cancelled) }

    func open(_ reader: ReaderInfo) throws(ReadersError) -> any ReaderSlot { throw ReadersError(.cancelled) }

    func cancel() {}
}

/// A run goes on after it ended early.
@Suite("Runs that go on") struct ResumeTests {
    private func resumed(_ items: [Item], _ tags: [RackTag]) -> Scenario {
        var scenario = Scenario(items, .acr122u, tags)
        scenario.isResumed = true
        return scenario
    }

    @Test func whatIsLeftIsMadeAndWhatWasInDoubtIsSettledOnItsTag() throws {
        let journal = MemoryJournal(digest: sha256)
        // The page that brings the length is written last.
        let torn = tag(.ntag215, good1, faults: [RackFault(.page(4), .removeAfter)], again: 0)
        let first = try Scenario(items(3), .acr122u, [torn]).run(journal: journal)
        #expect(first.result.ended == .idle)
        #expect(first.result.totals == [.inDoubt: 1, .pending: 2])
        let done = try resumed(items(3), [good2, good1, good3].map { tag(.ntag215, $0) }).run(journal: journal)
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 0)
        #expect(done.result.totals == [.written: 3])
        #expect(done.outcome(1)?.uid == UID(hex: good1))
        done.expectTruth()
    }

    @Test func withNothingLeftItIsCompleteWithoutAReader() throws {
        let journal = MemoryJournal(digest: sha256)
        _ = try Scenario(items(1), .acr122u, [tag(.ntag215, good1)]).run(journal: journal)
        var scenario = Scenario(items(1), [])
        scenario.isResumed = true
        let done = try scenario.run(journal: journal, through: { _ in UnwantedReaders() })
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 0)
        #expect(done.result.totals == [.written: 1])
    }

    @Test func attemptsAndFailuresOfATagAreRemembered() throws {
        let journal = MemoryJournal(digest: sha256)
        // Nothing that is written stays.
        let bad = { (again: Int) in tag(.ntag215, bad1, faults: [RackFault(.every(1), .noWrite)], again: again) }
        let first = try Scenario(items(2), .acr122u, [bad(0)]).run(journal: journal)
        #expect(first.presentations.map(\.reason) == [.verifyMismatch])
        let second = try resumed(items(2), [bad(0)]).run(journal: journal)
        #expect(second.presentations.map(\.reason) == [.verifyMismatch, .verifyMismatch])
        let third = try resumed(items(2), [bad(0), tag(.ntag215, good1, faults: [RackFault(.every(1), .noWrite)])])
            .run(journal: journal)
        #expect(third.presentations.map(\.reason).suffix(2) == [.tagDamaged, .verifyMismatch])
        #expect(third.status(1) == .failed)
        #expect(third.outcome(1)?.detail.contains("attempt 3 of 3") == true)
        third.expectTruth()
    }

    @Test func spoilageCountsAnew() throws {
        let journal = MemoryJournal(digest: sha256)
        let locked = { (uid: String) in tag(.ntag213, uid, pages: [2: "0048F0FF"]) }
        var scenario = Scenario(items(2), .acr122u, [locked(good1), locked(good2)])
        scenario.settings.spoilage = .tags(1)
        #expect(try scenario.run(journal: journal).result.ended == .spoilage)
        var again = resumed(items(2), [locked(good3), tag(.ntag213, "04112233445564")])
        again.settings.spoilage = .tags(1)
        let done = try again.run(journal: journal)
        #expect(done.result.ended == .idle)
        #expect(done.status(1) == .written)
    }

    @Test func theLastEventTellsHowItEndedAndEveryClaimIsTold() throws {
        let events = Guarded<[String]>([])
        let last = Guarded<RunResult?>(nil)
        let done = try Scenario(items(1), .acr122u, [tag(.ntag215, good1)]).run(
            observer: Watcher { event in
                switch event {
                case .presented: events.withLock { $0.append("presented") }
                case .claimed(_, let uid, let item, let settles):
                    events.withLock { $0.append("claimed \(uid) \(item.key) \(settles)") }
                case .writing: events.withLock { $0.append("writing") }
                case .concluded: events.withLock { $0.append("concluded") }
                case .ended(let result):
                    events.withLock { $0.append("ended") }
                    last.withLock { $0 = result }
                default: break
                }
            })
        #expect(
            events.withLock { $0 } == ["presented", "claimed \(good1) row 1 false", "writing", "concluded", "ended"])
        #expect(last.withLock { $0 } == done.result)
    }
}
