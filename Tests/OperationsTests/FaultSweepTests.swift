import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// One fault at every exchange of a presentation in turn: whatever it is, the item ends written on its tag.
@Suite("One fault at every exchange") struct FaultSweepTests {
    private func exchanges(_ model: VirtualReaderModel, _ chip: VirtualChip) throws -> (all: Int, writes: Int) {
        let clean = try Scenario(items(1), model, [tag(chip, good1)]).run()
        return (clean.exchanges(good1), clean.tag(good1)?.writes ?? 0)
    }

    @Test(arguments: VirtualReaderModel.laid, [VirtualChip.ntag213, .ntag216])
    func aHiccupOfTheReaderIsSurvived(model: VirtualReaderModel, chip: VirtualChip) throws {
        for number in 1...(try exchanges(model, chip).all) {
            for fault in [Fault.status(0x6300), .short] {
                let done = try Scenario(
                    items(1), model, [tag(chip, good1, faults: [RackFault(.exchange(number), fault)])]
                ).run()
                let what = done.presentations.map { "\($0.result) \($0.reason?.rawValue ?? "") \($0.detail)" }
                #expect(done.status(1) == .written, "exchange \(number), \(fault): \(what)")
                #expect(done.presentations.count == 1, "exchange \(number), \(fault): \(what)")
                done.expectTruth("exchange \(number), \(fault)")
            }
        }
    }

    @Test(arguments: VirtualReaderModel.laid, [VirtualChip.ntag213, .ntag216])
    func aTagThatIsTakenAwayIsWrittenWhenItComesBack(model: VirtualReaderModel, chip: VirtualChip) throws {
        for number in 1...(try exchanges(model, chip).all) {
            for fault in [Fault.remove, .removeAfter] {
                let done = try Scenario(
                    items(1), model, [tag(chip, good1, faults: [RackFault(.exchange(number), fault)])]
                ).run()
                #expect(done.status(1) == .written, "exchange \(number), \(fault)")
                done.expectTruth("exchange \(number), \(fault)")
            }
        }
    }

    @Test(arguments: VirtualReaderModel.laid, [VirtualChip.ntag213, .ntag216])
    func aWriteThatGoesWrongIsRepaired(model: VirtualReaderModel, chip: VirtualChip) throws {
        for number in 1...(try exchanges(model, chip).writes) {
            for fault in [Fault.lostAcknowledgement, .noWrite, .flip, .torn] {
                let done = try Scenario(
                    items(1), model, [tag(chip, good1, faults: [RackFault(.write(number), fault)])]
                ).run()
                #expect(done.status(1) == .written, "write \(number), \(fault)")
                #expect(done.entries[0].attempts.count == 1, "write \(number), \(fault)")
                done.expectTruth("write \(number), \(fault)")
            }
        }
    }

    /// A reader that gives no bytes and says success while the tag is being lifted, and names the removal later.
    @Test(arguments: VirtualReaderModel.laid)
    func anEmptyAnswerBeforeTheRemovalIsNoVerdictOnTheTag(model: VirtualReaderModel) throws {
        for number in 1...(try exchanges(model, .ntag213).all) {
            let fault = RackFault(.exchange(number), .remove)
            let isAnswered = Once()
            var hooks = ReaderHooks()
            hooks.beforeExchange = { (_, command) throws(ChannelError) in
                if isAnswered.take(at: number) { throw ChannelError(.malformedAnswer) }
            }
            hooks.beforeConnect = { _ in isAnswered.begin() }
            var bound = items(1)
            bound[0].boundUID = UID(hex: good1)
            // The tag is gone from the exchange on at which the reader gave nothing.
            let done = try Scenario(bound, model, [tag(.ntag213, good1, faults: [fault])]).run(
                through: { HookedReaders($0.readers, hooks) })
            let what = done.presentations.map { "\($0.result) \($0.reason?.rawValue ?? "") \($0.detail)" }
            #expect(done.status(1) == .written, "exchange \(number): \(what)")
            done.expectTruth("exchange \(number)")
        }
    }
}
