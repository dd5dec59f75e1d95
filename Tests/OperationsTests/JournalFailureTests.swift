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

    private func alone(_ call: HookedJournal.Call, _ number: Int = 1) throws -> Finished {
        try Scenario(items(2), [readers[0]]).run(journal: HookedJournal(failingAt: call, number))
    }

    private func expectError(_ done: Finished) {
        #expect(done.result.ended == .error)
        #expect(done.result.exitCode == 3)
        #expect(done.result.message?.isEmpty == false)
        done.expectTruth()
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
        #expect(done.entries[0].attempts.first?.outcome == nil)
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

    @Test(arguments: [HookedJournal.Call.open, .backlog])
    func beforeTheRunItIsThrown(call: HookedJournal.Call) throws {
        #expect(throws: JournalError(.full)) { try alone(call) }
    }

    @Test(arguments: HookedJournal.Call.allCases, 1...4)
    func atAnyCallTheRunEndsAndTellsTheTruth(call: HookedJournal.Call, number: Int) throws {
        guard call != .open, call != .backlog else { return }
        let done = try Scenario(items(4), readers).run(journal: HookedJournal(failingAt: call, number))
        if done.result.ended == .error {
            expectError(done)
        } else {
            // The call did not come so often.
            #expect(done.result.exitCode == 0)
            done.expectTruth()
        }
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
