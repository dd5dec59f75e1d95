import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// A journal that fails: the run ends with `error`, and claims nothing that is not on record.
@Suite("A journal that fails") struct JournalFailureTests {
    private let readers = [
        RackReader("Reader A 00 00", model: .acr122u, tags: [tag(.ntag213, good1), tag(.ntag213, good2)]),
        RackReader("Reader B 01 00", model: .part3, tags: [tag(.ntag213, good3), tag(.ntag213, "04112233445564")]),
    ]

    private let runID = "20260101T000000Z-job"

    private func alone(_ call: HookedJournal.Call, _ number: Int = 1) throws -> Finished {
        try Scenario(items(2), [readers[0]]).run(journal: HookedJournal(failingAt: call, number))
    }

    private func expectError(_ done: Finished, _ comment: Comment? = nil) {
        #expect(done.result.ended == .error, comment)
        #expect(done.result.exitCode == 3, comment)
        // The journal's own sentence.
        #expect(done.result.message?.hasPrefix("\(JournalError.Code.full.rawValue): ") == true, comment)
        done.expectTruth(comment)
    }

    @Test(arguments: [HookedJournal.Call.intend, .find, .claim, .noteReader])
    func beforeTheFirstWriteNothingIsWritten(call: HookedJournal.Call) throws {
        let done = try alone(call)
        expectError(done)
        #expect(done.rack.tags.allSatisfy { $0.writes == 0 })
        #expect(done.result.totals[.pending] == 2)
        #expect(done.entries.allSatisfy { $0.attempts.isEmpty && $0.outcome == nil })
    }

    @Test func atTheOutcomeTheItemIsInDoubtAndNotCounted() throws {
        let done = try alone(.conclude)
        expectError(done)
        #expect(done.entries[0].attempts.first?.outcome?.status == .inDoubt)
        // The end names the tag that was in hand.
        #expect(done.presentations.map(\.result) == [.inDoubt])
        #expect(done.presentation(good1)?.item == done.entries[0].item.key)
        #expect(done.entries[0].status == .inDoubt)
        #expect(done.result.totals[.inDoubt] == 1)
        #expect(done.result.totals[.written, default: 0] == 0)
        #expect(done.tag(good2)?.writes == 0)
    }

    @Test func atThePresentationTheOutcomeStands() throws {
        let done = try alone(.notePresentation)
        expectError(done)
        #expect(done.status(1) == .written)
        #expect(done.tag(good2)?.writes == 0)
    }

    @Test func atTheNextClaimTheTagInHandIsNotWritten() throws {
        let done = try Scenario(items(9), [readers[0]]).run(journal: HookedJournal(failingAt: .claim, 2))
        expectError(done)
    }

    @Test func atTheEndTheRunIsAnError() throws {
        let done = try alone(.end)
        expectError(done)
        #expect(done.result.totals[.written] == 2)
    }

    @Test(arguments: [HookedJournal.Call.open, .reopen, .backlog])
    func beforeTheRunItIsThrown(call: HookedJournal.Call) throws {
        let journal = HookedJournal(failingAt: call, 1)
        var scenario = Scenario(items(2), [readers[0]])
        if call == .reopen {
            _ = try Scenario(items(2), .acr122u, []).run(journal: journal)
            scenario.isResumed = true
        }
        #expect(throws: JournalError(.full)) { try scenario.run(journal: journal) }
        // A run that was opened and not begun has ended.
        if call == .backlog { #expect(try journal.record(run: scenario.id).ended == .error) }
    }

    /// Each call that a run makes, as often as it makes it; once for a moment, and once for good.
    @Test(arguments: HookedJournal.Call.allCases, [true, false])
    func atAnyCallTheRunEndsAndTellsTheTruth(call: HookedJournal.Call, once: Bool) throws {
        // What comes before the first tag is thrown; the rest no run calls.
        guard ![.open, .reopen, .backlog, .keep, .forget, .release].contains(call) else { return }
        for readers in [[self.readers[0]], self.readers] {
            var hasFailed = 0
            for number in 1...50 {
                let journal = HookedJournal(failingAt: call, number, once: once)
                let done = try Scenario(items(4), readers).run(journal: journal)
                guard done.result.ended == .error else {
                    // The call did not come so often.
                    #expect(done.result.ended == (readers.count == 2 ? .complete : .idle))
                    done.expectTruth()
                    break
                }
                hasFailed = number
                expectError(done, "\(call) \(number)")
                if call == .end { break }
                #expect(try journal.record(run: runID).ended == .error)
            }
            #expect(hasFailed > 0)
            #expect(hasFailed < 50)
        }
    }

    /// Both readers are in the journal when it fails for both.
    @Test(arguments: [HookedJournal.Call.find, .intend, .conclude, .notePresentation])
    func onTwoReadersAtOnce(call: HookedJournal.Call) throws {
        let both = Barrier(2)
        let journal = HookedJournal(before: { (now, number) throws(JournalError) in
            guard now == call else { return }
            // The journal is asked under the run's lock, one after another; the others wait for both.
            if call != .find { both.arrive() }
            throw JournalError(.full, context: "\(call) \(number)")
        })
        let done = try Scenario(items(4), readers).run(journal: journal)
        expectError(done)
        let inDoubt = call == .conclude ? 2 : 0
        #expect(done.result.totals[.inDoubt, default: 0] == inDoubt)
        #expect(done.result.totals[.written, default: 0] == (call == .notePresentation ? 2 : 0))
        if call == .find || call == .intend { #expect(done.rack.tags.allSatisfy { $0.writes == 0 }) }
    }

    @Test func anItemThatWasTakenAwayIsNotOfferedForEver() throws {
        // Another station has the first item: its intent is refused each time.
        let journal = HookedJournal(answer: { item, _ in item.row == 1 ? .leaseLost : nil })
        let done = try Scenario(items(2), .acr122u, [tag(.ntag213, good1), tag(.ntag213, good2)]).run(journal: journal)
        #expect(done.presentation(good1)?.reason == .leaseLost)
        #expect(done.tag(good1)?.writes == 0)
        #expect(done.status(2) == .written)
        #expect(done.result.ended == .complete)
    }
}
