import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// Every error that PC/SC can bring to a card's channel, and every status word that looks like something else, at every
/// exchange and every activation of a presentation. Which row of pcsc-lite's behaviour is which error is held by
/// `PCSCDaemonTests` and `PCSCErrorTests`; the list of rows stands in `PCSCDaemonTests+Faults.swift`.
@Suite("Every error of the channel at every call") struct ChannelFaultTests {
    enum Place: CaseIterable {
        /// The command is not sent.
        case before
        /// The tag has carried it out, and the answer is lost.
        case after
        case activation
    }

    /// Those that a new activation may cure: an answer of no bytes, one that is too short or too long (`malformedAnswer`), a
    /// driver's failure (NOT_TRANSACTED), a reset by another program, a card that does not answer.
    private static let passing: [ChannelError.Code] = [.malformedAnswer, .transmission, .tagReset, .unresponsive]
    /// Those that end a presentation.
    private static let ending: [ChannelError.Code] = [.tagRemoved, .readerLost, .readerBusy, .cancelled]

    private static func hooks(_ code: ChannelError.Code, at number: Int, _ place: Place, _ once: Once) -> ReaderHooks {
        var hooks = ReaderHooks()
        let fail: @Sendable () throws(ChannelError) -> Void = { () throws(ChannelError) in
            if once.take(at: number) { throw ChannelError(code) }
        }
        switch place {
        case .before: hooks.beforeExchange = { (_, _) throws(ChannelError) in try fail() }
        case .after: hooks.afterExchange = { (_, _) throws(ChannelError) in try fail() }
        case .activation: hooks.beforeReactivate = { (_) throws(ChannelError) in try fail() }
        }
        return hooks
    }

    private func calls(_ model: VirtualReaderModel, _ place: Place) throws -> Int {
        let count = Guarded(0)
        var hooks = ReaderHooks()
        let step: @Sendable () -> Void = { count.withLock { $0 += 1 } }
        if place == .activation {
            hooks.beforeReactivate = { _ in step() }
        } else {
            hooks.beforeExchange = { _, _ in step() }
        }
        _ = try Scenario(items(1), model, [tag(.ntag213, good1)]).run(through: { HookedReaders($0.readers, hooks) })
        return count.withLock { $0 }
    }

    @Test(arguments: VirtualReaderModel.laid, Place.allCases)
    func whatPassesIsSurvivedInThePresentation(model: VirtualReaderModel, place: Place) throws {
        for code in Self.passing {
            // An activation that fails ends the presentation as a tag that is taken away does.
            guard place != .activation else { continue }
            for number in 1...(try calls(model, place)) {
                let once = Once()
                let done = try Scenario(items(1), model, [tag(.ntag213, good1)]).run(
                    through: { HookedReaders($0.readers, Self.hooks(code, at: number, place, once)) })
                let what = done.presentations.map { "\($0.result) \($0.reason?.rawValue ?? "") \($0.detail)" }
                #expect(done.status(1) == .written, "\(code) \(place) \(number): \(what)")
                #expect(done.presentations.count == 1, "\(code) \(place) \(number): \(what)")
                done.expectTruth("\(code) \(place) \(number)")
            }
        }
    }

    /// Whatever it is: the tag is made when it is laid again, and the run is true.
    @Test(arguments: VirtualReaderModel.laid, Place.allCases)
    func everyErrorIsMadeGoodWhenTheTagIsLaidAgain(model: VirtualReaderModel, place: Place) throws {
        for code in Self.passing + Self.ending {
            for number in 1...(try calls(model, place)) {
                let once = Once()
                let tags = [tag(.ntag213, good1), tag(.ntag213, good2), tag(.ntag213, good1)]
                let done = try Scenario(items(2), model, tags).run(
                    through: { HookedReaders($0.readers, Self.hooks(code, at: number, place, once)) })
                let what = done.presentations.map { "\($0.result) \($0.reason?.rawValue ?? "") \($0.detail)" }
                #expect(done.result.totals[.written] == 2, "\(code) \(place) \(number): \(what)")
                done.expectTruth("\(code) \(place) \(number)")
            }
        }
    }

    /// 63 7F and 61 xx are no bytes to fetch, over T=1 nothing is (field case 39); 6C xx names another length than the answer
    /// will have.
    @Test(
        arguments: VirtualReaderModel.laid,
        [0x637F, 0x6110, 0x6100, 0x6C00, 0x6C04, 0x6C10, 0x6CFF, 0x9001, 0x0000])
    func statusWordsThatLookLikeAnythingElseAreErrors(model: VirtualReaderModel, status: UInt16) throws {
        for number in 1...(try calls(model, .before)) {
            let faults = [RackFault(.exchange(number), .status(status))]
            let done = try Scenario(items(1), model, [tag(.ntag213, good1, faults: faults)]).run()
            #expect(done.status(1) == .written, "exchange \(number)")
            #expect(done.tag(good1)?.log.allSatisfy { $0.command.first == 0xFF } == true, "no GET RESPONSE")
            done.expectTruth("exchange \(number)")
        }
    }
}
