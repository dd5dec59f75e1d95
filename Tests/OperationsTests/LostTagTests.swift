import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Tags that are taken away in the middle of a write, and come back.
@Suite("Tags that are taken away") struct LostTagTests {
    private static let a = "Reader A 00 00"
    private static let b = "Reader B 01 00"
    static let models = VirtualReaderModel.laid

    /// A delivered NTAG215 takes this many writes for the message of `items`; the last one brings the length.
    private func writes(_ model: VirtualReaderModel) throws -> Int {
        try Scenario(items(1), model, [tag(.ntag215, good1)]).run().tag(good1)?.writes ?? 0
    }

    @Test(arguments: models) func behindTheLastPageItIsInDoubtAndSettledWhenItComesBack(
        model: VirtualReaderModel
    ) throws {
        let last = try writes(model)
        let lost = tag(.ntag215, good1, faults: [RackFault(.write(last), .removeAfter)])
        let done = try Scenario(items(2), model, [lost, tag(.ntag215, good2)]).run()
        #expect(done.status(1) == .written)
        #expect(done.outcome(1)?.uid == UID(hex: good1))
        #expect(done.entries[0].attempts.count == 1)
        #expect(done.outcome(1)?.detail.contains("in doubt") == true)
        #expect(done.status(2) == .written)
        #expect(done.presentations.filter { $0.uid == UID(hex: good1) }.map(\.result) == [.inDoubt, .written])
        #expect(done.tag(good1)?.writes == last)
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 0)
        done.expectTruth()
    }

    @Test(arguments: models) func behindTheLastPageItIsSettledOnAnotherReaderToo(model: VirtualReaderModel) throws {
        let last = try writes(model)
        let isInDoubt = Gate()
        var hooks = ReaderHooks()
        hooks.beforeWait = { reader in if reader == Self.b { isInDoubt.wait() } }
        let lost = tag(.ntag215, good1, faults: [RackFault(.write(last), .removeAfter)], again: 0)
        let readers = [
            RackReader(Self.a, model: model, tags: [lost]),
            RackReader(Self.b, model: .part3, tags: [tag(.ntag215, good1)]),
        ]
        let watcher = Watcher { event in
            if case .concluded(let presentation, _) = event, presentation.result == .inDoubt { isInDoubt.open() }
        }
        let done = try Scenario(items(1), readers).run(
            observer: watcher, through: { HookedReaders($0.readers, hooks) })
        #expect(done.status(1) == .written)
        #expect(done.outcome(1)?.reader == Self.b)
        #expect(done.presentations.map(\.result) == [.inDoubt, .written])
        #expect(done.result.exitCode == 0)
        done.expectTruth()
    }

    @Test(arguments: models) func thatComesBackTornIsWrittenAgain(model: VirtualReaderModel) throws {
        let last = try writes(model)
        let torn = tag(
            .ntag215, good1, faults: [RackFault(.write(last), .torn), RackFault(.write(last), .removeAfter)])
        let done = try Scenario(items(1), model, [torn]).run()
        #expect(done.status(1) == .written)
        #expect(done.entries[0].attempts.count == 2)
        done.expectTruth()
    }

    @Test(arguments: models) func thatComesBackTornWithAttemptsUsedIsNotWrittenAgain(
        model: VirtualReaderModel
    ) throws {
        let last = try writes(model)
        let torn = tag(
            .ntag215, good1, faults: [RackFault(.write(last), .torn), RackFault(.write(last), .removeAfter)])
        var scenario = Scenario(items(1), model, [torn])
        scenario.settings.attempts = 1
        let done = try scenario.run()
        #expect(done.status(1) == .failed)
        #expect(done.entries[0].attempts.count == 1)
        #expect(done.outcome(1)?.detail.contains("attempt 1 of 1") == true)
        #expect(done.tag(good1)?.writes == last)
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 1)
        done.expectTruth()
    }

    @Test(arguments: models) func beforeTheLastPageAnotherTagTakesTheItem(model: VirtualReaderModel) throws {
        let last = try writes(model)
        for fault in [RackFault(.write(last - 1), .removeAfter), RackFault(.write(last), .remove)] {
            let lost = tag(.ntag215, good1, faults: [fault], again: 0)
            let done = try Scenario(items(1), model, [lost, tag(.ntag215, good2)]).run()
            // The command of the last page was sent, as far as anybody can tell.
            let isInDoubt = fault.fault == .remove
            #expect(done.presentation(good1)?.reason == .tagRemoved)
            #expect(done.presentation(good1)?.result == (isInDoubt ? .inDoubt : .failed))
            #expect(done.status(1) == (isInDoubt ? .inDoubt : .written))
            #expect(done.result.ended == .complete)
            if !isInDoubt {
                #expect(done.outcome(1)?.uid == UID(hex: good2))
                #expect(done.entries[0].attempts.map(\.uid) == [UID(hex: good1), UID(hex: good2)])
                #expect(done.entries[0].attempts[0].outcome?.status == .pending)
            }
            done.expectTruth()
        }
    }

    @Test(arguments: models) func duringASettlingWriteItStaysWithItsTagUntilTheAttemptsAreUsed(
        model: VirtualReaderModel
    ) throws {
        // In doubt from the begin, and never written: each presentation is an attempt that is cut off early.
        let lost = tag(.ntag215, good1, faults: [RackFault(.page(6), .remove)], again: 9)
        var scenario = Scenario(items(2), model, [lost, tag(.ntag215, good2)])
        scenario.inDoubt = [ItemKey(row: 1, copy: 1): UID(hex: good1)].compactMapValues { $0 }
        let done = try scenario.run()
        #expect(done.status(1) == .failed)
        #expect(done.outcome(1)?.reason == .tagRemoved)
        #expect(done.entries[0].attempts.count == 3)
        #expect(done.status(2) == .written)
        done.expectTruth()
    }

    @Test(arguments: models) func anItemInDoubtWhoseTagNeverComesBackEndsCompleteAndIsNamed(
        model: VirtualReaderModel
    ) throws {
        let last = try writes(model)
        let lost = tag(.ntag215, good1, faults: [RackFault(.write(last), .removeAfter)], again: 0)
        let done = try Scenario(items(2), model, [lost, tag(.ntag215, good2), tag(.ntag215, good3)]).run()
        #expect(done.status(1) == .inDoubt)
        #expect(done.outcome(1)?.uid == UID(hex: good1))
        #expect(done.status(2) == .written)
        #expect(done.tag(good3)?.writes == 0)
        #expect(done.presentation(good3)?.reason == .uidMismatch)
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 1)
        done.expectTruth()
    }

    @Test(arguments: models) func whatWasBrokenOnTheTagIsSaid(model: VirtualReaderModel) throws {
        let torn = tag(.ntag213, good1, pages: [4: "0103A00C", 5: "3403FF7F", 6: "FF652054"])
        let done = try Scenario(items(1), model, [torn]).run()
        #expect(done.status(1) == .written)
        #expect(done.outcome(1)?.detail.contains("TLV says 32767") == true, "\(done.outcome(1)?.detail ?? "")")
    }
}
