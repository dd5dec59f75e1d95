import Foundation
import Provisioning
import Testing

@testable import PCSC

/// What pcsc-lite 1.9.9 was measured to do, row by row, and where each row is held.
///
/// | row | held by |
/// |---|---|
/// | no service: 8010001D | `NoServiceTests`, `theServiceIsKilledWhileATagIsWaitedForTwice` |
/// | no readers: 8010002E | `aServiceWithoutReadersHasNone` |
/// | status change of no entry returns at once | never asked: `Context.statusChange` has one entry |
/// | plugging alone, nothing comes: 8010000A | `waitForChangeReturnsAtOnceWhenTheListIsAnother` |
/// | a name that is no reader's: 80100009 | `aNameThatIsNoReaders`, `opensNoReaderThatIsNotThere` |
/// | empty reader, nothing known: 0, 0012 | `anEmptyReaderSaysSoAtOnce` |
/// | insertion: the counter, INUSE, PRESENT, the ATR | `arrivalAndExchange`, `theTagStaysTheSameThroughConnections` |
/// | connecting without a tag: 8010000C | `aTransactionOfAnotherProgramMakesTheReaderBusy` |
/// | connecting with T=0 alone: 8010000F | never asked: `Card` takes either protocol |
/// | transmitting without a tag on a direct connection | never asked: `Card` powers the tag before its first command |
/// | an answer longer than the buffer: 80100008; of one byte: success | `refusesAnswersOfNoLength` |
/// | the tag vanishes in an exchange: no bytes, 80100016, 80100069 | `removalInTheMiddle` |
/// | another tag under an old connection: 80100069, 80100068 | `anotherTagInItsPlaceWithinTheTransaction` |
/// | another program resets the tag: 80100068 until SCardReconnect | `aResetIsToldUntilTheTagIsTakenUpAgain` |
/// | another's transmitting waits for our transaction | `reactivateTakesTheFieldAndKeepsTheTransaction` |
/// | another's transaction makes us wait | `aTransactionOfAnotherProgramMakesTheReaderBusy` |
/// | sharing violation: 8010000B | `aReaderThatAnotherProgramHasForItselfIsBusy` |
/// | one context for two threads blocks | each slot and each connection has its own: `aDriverThatHangsHoldsItsOwn…` |
/// | cancelled: 80100002 | `cancelEndsEveryWaitNowAndLater` |
/// | a fast swap shows in the counter alone | `fastSwapIsARemovalAndAnArrival`, `PresenceTests` |
/// | the service ends: 8010001D, 80100013 for who waits | `theServiceEndsAndComesBack`, `theServiceIsKilled…` |
/// | the service was started anew: old contexts stay dead | the same |
/// | service stopped: 8010001E | `PCSCErrorTests` (1.9.9 never says it) |
/// | mute: a tag without an answer to reset | `aTagThatDoesNotAnswerIsMute`, `PresenceTests` |
/// | 63 7F, 61 xx, 6C xx | `statusWordsComeAsTheyAre`; what is made of them: `ChannelFaultTests`, `OtherReadersTests` |
/// | short and too long answers | `refusesAnswersOfNoLength`, `takesTheLongestShortCommandAndAnswer` |
///
/// What each error makes of an item, at every exchange, is held by `ChannelFaultTests` of Operations.
extension PCSCDaemonTests {
    @Test func aServiceWithoutReadersHasNone() async throws {
        try await onThread { [daemon] in
            try daemon.withoutReaders {
                let readers = PCSCReaders()
                #expect(try readers.list() == [])
                // It comes back in its time, and does not spin.
                let start = ContinuousClock.now
                try readers.waitForChange(from: [])
                #expect(ContinuousClock.now - start >= .milliseconds(Int(Limits.earlyWakePause)))
            }
            #expect(try PCSCReaders().list().map(\.name) == DaemonFixture.names)
        }
    }

    @Test func aNameThatIsNoReaders() async throws {
        try await onThread {
            let context = try Context()
            #expect(throws: PCSCError.unknownReader) {
                try context.statusChange(of: "Nobody 00 00", from: EventState(), timeout: 0)
            }
            #expect(throws: PCSCError.unknownReader) { try context.connect(to: "Nobody 00 00").disconnect() }
        }
    }

    @Test func anEmptyReaderSaysSoAtOnce() async throws {
        try await onThread { [daemon] in
            try daemon.waitUntilEmpty(0)
            let look = try Context().statusChange(of: DaemonFixture.names[0], from: EventState(), timeout: 60_000)
            #expect(!look.timedOut && look.event.atr.isEmpty)
            #expect(look.event.state.contains([.empty, .changed]))
            #expect(look.event.state.isDisjoint(with: [.present, .mute, .unknown, .unavailable]))
        }
    }

    /// What we do to the tag tells another program that its connection is not to be trusted; so does another's to us.
    @Test func aResetIsToldUntilTheTagIsTakenUpAgain() async throws {
        try await onThread { [daemon] in
            try daemon.withCard(daemon.card(0), on: 0) { slot in
                _ = try slot.waitForTag()
                let other = try OtherProgram()
                try other.connect(to: DaemonFixture.names[0], .shared)
                let question: [UInt8] = [0xFF, 0xCA, 0, 0, 0]
                #expect(try other.transmit(question) == [0x90, 0])
                try slot.withCard { channel in try? channel.reactivate() }
                for _ in 0..<3 {
                    #expect {
                        try other.transmit(question)
                    } throws: { error in
                        guard let code = (error as? OtherProgram.Failed)?.code else { return false }
                        return [.resetCard, .unpoweredCard].contains(PCSCError(result: code))
                    }
                }
                try other.reconnect()
                #expect(try other.transmit(question) == [0x90, 0])
                try other.disconnect()
            }
        }
    }

    /// An answer to reset that is none: pcscd 1.9.9 calls the card mute. The person has laid something there, and is told.
    @Test func aTagThatDoesNotAnswerIsMute() async throws {
        try await onThread { [daemon] in
            let card = daemon.card(0, atr: [UInt8](repeating: 0x3B, count: 40))
            try daemon.withCard(card, on: 0) { slot in
                #expect(try slot.waitForTag() == .tag(atr: []))
                let info = try #require(PCSCReaders().list().first { $0.name == DaemonFixture.names[0] })
                let state = try Context().statusChange(of: info.name, from: EventState(), timeout: 0).event.state
                #expect(state.contains([.present, .mute]))
                #expect(ReaderOccupancy(state) == .mute)
                #expect(code { try slot.withCard { _ in } } == .unresponsive)
                #expect(card.commands.isEmpty)
            }
        }
    }

    /// Over T=1 the service fetches nothing by itself, and neither does the channel (field case 39).
    @Test(
        arguments: [[0x63, 0x7F], [0x61, 0x10], [0x61, 0x00], [0x6C, 0x10], [0x6C, 0x00], [0x69, 0x85]] as [[UInt8]])
    func statusWordsComeAsTheyAre(status: [UInt8]) async throws {
        try await onThread { [daemon] in
            let card = daemon.card(1) { _ in .bytes(status) }
            try daemon.withCard(card, on: 1) { slot in
                let answer = try slot.withCard { channel in try? channel.exchange([0xFF, 0xB0, 0, 4, 16]) }
                #expect(answer == status)
                #expect(card.commands == [[0xFF, 0xB0, 0, 4, 16]])
            }
        }
    }
}
