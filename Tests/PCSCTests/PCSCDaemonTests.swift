import Foundation
import Provisioning
import ReaderModels
import Testing

@testable import PCSC

/// Against a real pcscd with virtual readers; run by `run-daemon-tests.sh`. One after another: they share the readers.
@Suite(.serialized) struct PCSCDaemonTests {
    let daemon: DaemonFixture

    init() throws { daemon = try DaemonFixture() }

    @Test func listsReadersInOrderWithTheirModels() async throws {
        let listed = try await onThread { try PCSCReaders().list() }
        #expect(listed.map(\.name) == DaemonFixture.names)
        #expect(listed.map(\.model.name) == ["part3", "part3", "acr122u", "acr122u"])
    }

    /// Two readers that are attached together may be told once: the list itself is looked at.
    /// Field case 36.
    @Test func waitForChangeReturnsAtOnceWhenTheListIsAnother() async throws {
        try await onThread {
            let readers = PCSCReaders()
            try readers.waitForChange(from: [])
            // And after its time when nothing changes.
            try readers.waitForChange(from: try readers.list())
        }
    }

    @Test func opensNoReaderThatIsNotThere() async throws {
        try await onThread {
            let readers = PCSCReaders()
            let gone = ReaderInfo(name: "Gone 00 00", model: .model(ofReaderNamed: "Gone 00 00"))
            #expect(throws: ReadersError(.readerLost)) { try readers.open(gone) }
        }
    }

    /// A virtual reader is nowhere on USB. Asked while its tag is in hand, the tag is not reset.
    @Test func thePlaceOfAReaderIsAskedBesideItsTag() async throws {
        try await onThread { [daemon] in
            let readers = PCSCReaders()
            let card = daemon.card(0) { _ in .bytes([0x90, 0x00]) }
            try daemon.withCard(card, on: 0) { slot in
                _ = try slot.waitForTag()
                #expect(readers.place(of: slot.info) == nil)
                let answers = try slot.withCard { channel in
                    (0..<2).map { _ in
                        let place = readers.place(of: slot.info)
                        let answer = Result { () throws(ChannelError) in try channel.exchange([0xFF, 0xCA, 0, 0, 0]) }
                        return place == nil ? answer : nil
                    }
                }
                for answer in answers { #expect(try answer?.get() == [0x90, 0x00]) }
            }
        }
    }

    /// More than pcscd has room for if one were kept (200 contexts, 16 handles a context).
    /// Field case 7.
    @Test func releasesWhatItOpens() async throws {
        try await onThread { [daemon] in
            let readers = PCSCReaders()
            for _ in 0..<250 { _ = try readers.list() }
            try daemon.withCard(daemon.card(0), on: 0) { slot in
                for _ in 0..<40 { try slot.withCard { _ in } }
            }
        }
    }

    @Test func arrivalAndExchange() async throws {
        try await onThread { [daemon] in
            let card = daemon.card(0) { command in
                command == [0xFF, 0xCA, 0, 0, 0] ? .bytes([4, 1, 2, 3, 4, 5, 6, 0x90, 0]) : .bytes([0x6D, 0])
            }
            try daemon.withCard(card, on: 0) { slot in
                #expect(try slot.waitForTag() == .tag(atr: storageATR))
                let answers = try slot.withCard { channel in
                    [[0xFF, 0xCA, 0, 0, 0], [0xFF, 0xB0, 0, 4, 16]].map { command in
                        Result { () throws(ChannelError) in try channel.exchange(command) }
                    }
                }
                #expect(answers == [.success([4, 1, 2, 3, 4, 5, 6, 0x90, 0]), .success([0x6D, 0])])
                #expect(card.commands.count == 2)
            }
        }
    }

    /// 259 bytes and more are no answer to a short command; beyond the buffer pcscd says so itself.
    @Test(arguments: [[0x90], [UInt8](repeating: 0x90, count: 259), [UInt8](repeating: 0x90, count: 300)])
    func refusesAnswersOfNoLength(answer: [UInt8]) async throws {
        try await onThread { [daemon] in
            let card = daemon.card(1) { $0[3] == 7 ? .bytes(answer) : .bytes([0x90, 0]) }
            try daemon.withCard(card, on: 1) { slot in
                let (bad, good) = try slot.withCard { channel in
                    (
                        code { try channel.exchange([0xFF, 0xB0, 0, 7, 16]) },
                        code { try channel.exchange([0xFF, 0xB0, 0, 0, 16]) }
                    )
                }
                #expect(bad == .malformedAnswer)
                #expect(good == nil)
            }
        }
    }

    @Test func sendsNothingThatIsNoShortCommand() async throws {
        try await onThread { [daemon] in
            let card = daemon.card(1)
            try daemon.withCard(card, on: 1) { slot in
                let codes = try slot.withCard { channel in
                    [0, 1, 3, 262].map { count in
                        code { try channel.exchange([UInt8](repeating: 4, count: count)) }
                    }
                }
                #expect(codes == [.transmission, .transmission, .transmission, .transmission])
                #expect(card.commands.isEmpty)
            }
        }
    }

    @Test func takesTheLongestShortCommandAndAnswer() async throws {
        try await onThread { [daemon] in
            let answer = [UInt8](repeating: 0x5A, count: 256) + [0x90, 0x00]
            let card = daemon.card(1) { _ in .bytes(answer) }
            try daemon.withCard(card, on: 1) { slot in
                let command = [0xFF, 0xD6, 0, 4, 255] + [UInt8](repeating: 1, count: 255) + [0]
                let got = try slot.withCard { channel in try? channel.exchange(command) }
                #expect(got == answer)
                #expect(card.commands == [command])
            }
        }
    }

    /// The first sign of a tag lifted in the middle is an empty success, then an error of the driver, then the removal;
    /// ending the transaction reports nothing on top of it.
    /// Field case 35.
    @Test func removalInTheMiddle() async throws {
        try await onThread { [daemon] in
            let observer = try daemon.watch(0)
            let card = daemon.card(0) { $0[3] == 9 ? .leave : .bytes([0x90, 0]) }
            try daemon.withCard(card, on: 0) { slot in
                _ = try slot.waitForTag()
                _ = try observer.waitForTag()
                let codes = try slot.withCard { channel in
                    let first = code { try channel.exchange([0xFF, 0xD6, 0, 8, 4, 1, 2, 3, 4]) }
                    let second = code { try channel.exchange([0xFF, 0xD6, 0, 9, 4, 1, 2, 3, 4]) }
                    try? observer.waitForRemoval()
                    return [
                        first, second, code { try channel.exchange([0xFF, 0xCA, 0, 0, 0]) },
                        code { try channel.reactivate() },
                    ]
                }
                #expect(codes == [nil, .malformedAnswer, .tagRemoved, .tagRemoved])
                try slot.waitForRemoval()
                #expect(code { try slot.withCard { _ in } } == .tagRemoved)
            }
        }
    }

    @Test func anotherTagInItsPlaceWithinTheTransaction() async throws {
        try await onThread { [daemon] in
            let observer = try daemon.watch(0)
            let second = daemon.card(0, atr: otherATR) { _ in .bytes([2, 0x90, 0]) }
            let first = daemon.card(0) { _ in .bytes([1, 0x90, 0]) }
            try daemon.withCard(first, on: 0) { slot in
                _ = try slot.waitForTag()
                _ = try observer.waitForTag()
                let (before, between, after) = try slot.withCard { channel in
                    let before = try? channel.exchange([0xFF, 0xCA, 0, 0, 0])
                    first.remove()
                    try? observer.waitForRemoval()
                    try? second.insert()
                    _ = try? observer.waitForTag()
                    let between = code { try channel.exchange([0xFF, 0xCA, 0, 0, 0]) }
                    let again = code { try channel.reactivate() }
                    #expect(again == nil)
                    return (before, between, try? channel.exchange([0xFF, 0xCA, 0, 0, 0]))
                }
                #expect(before == [1, 0x90, 0])
                #expect(between == .tagRemoved || between == .tagReset)
                #expect(after == [2, 0x90, 0])
                try slot.waitForRemoval()
                #expect(try slot.waitForTag() == .tag(atr: otherATR))
                second.remove()
                try slot.waitForRemoval()
            }
        }
    }

    /// Both changes happen while this slot does not look: only the counter tells.
    @Test(arguments: [storageATR, otherATR])
    func fastSwapIsARemovalAndAnArrival(atr: [UInt8]) async throws {
        try await onThread { [daemon] in
            let observer = try daemon.watch(0)
            let first = daemon.card(0)
            let second = daemon.card(0, atr: atr)
            try daemon.withCard(first, on: 0) { slot in
                _ = try slot.waitForTag()
                _ = try observer.waitForTag()
                first.remove()
                try observer.waitForRemoval()
                try second.insert()
                _ = try observer.waitForTag()
                try slot.waitForRemoval()
                #expect(try slot.waitForTag() == .tag(atr: atr))
                // The same without a wait for the removal.
                second.remove()
                try observer.waitForRemoval()
                try first.insert()
                _ = try observer.waitForTag()
                #expect(try slot.waitForTag() == .tag(atr: storageATR))
            }
        }
    }

    /// Dropping the field at the end must not look like a removal.
    @Test func theTagStaysTheSameThroughConnections() async throws {
        try await onThread { [daemon] in
            try daemon.withCard(daemon.card(0), on: 0) { slot in
                let context = try Context()
                let before = try context.statusChange(of: DaemonFixture.names[0], from: EventState(), timeout: 0).event
                for _ in 0..<3 {
                    try slot.withCard { channel in
                        _ = try? channel.exchange([0xFF, 0xCA, 0, 0, 0])
                        try? channel.reactivate()
                    }
                    let after = try context.statusChange(of: DaemonFixture.names[0], from: EventState(), timeout: 0)
                    #expect(after.event.state.counter == before.state.counter)
                    #expect(after.event.state.contains(.present))
                    // A look that ends without a change tells the state too.
                    let known = after.event.state.known
                    let again = try context.statusChange(of: DaemonFixture.names[0], from: known, timeout: 0)
                    #expect(again.timedOut)
                    #expect(again.event.state.known == known)
                }
            }
        }
    }

    @Test func reactivateTakesTheFieldAndKeepsTheTransaction() async throws {
        try await onThread { [daemon] in
            let card = daemon.card(0)
            let marker: [UInt8] = [0xFF, 0xB0, 0, 0xEE, 16]
            try daemon.withCard(card, on: 0) { slot in
                let start = card.events.count
                let other = try slot.withCard { channel in
                    _ = try? channel.exchange([0xFF, 0xCA, 0, 0, 0])
                    let other = Running { try OtherProgram().exchange(marker, with: DaemonFixture.names[0]) }
                    for page: UInt8 in 0..<3 {
                        let error = code { try channel.reactivate() }
                        #expect(error == nil)
                        _ = try? channel.exchange([0xFF, 0xB0, 0, page, 16])
                    }
                    return other
                }
                #expect(try other.value() == [0x90, 0])
                #expect(card.commands.last == marker)
                #expect(card.commands.count == 5)
                let power = card.events.dropFirst(start).filter { $0 == .powerOff || $0 == .powerOn }
                #expect(power.count(where: { $0 == .powerOff }) >= 3)
                #expect(power.count(where: { $0 == .powerOn }) >= 3)
            }
        }
    }

    /// Field case 37.
    @Test func aReaderThatAnotherProgramHasForItselfIsBusy() async throws {
        try await onThread { [daemon] in
            try daemon.withCard(daemon.card(0), on: 0) { slot in
                let other = try OtherProgram()
                try other.connect(to: DaemonFixture.names[0], .exclusive)
                #expect(try slot.waitForTag() == .tag(atr: storageATR))
                #expect(code { try slot.withCard { _ in } } == .readerBusy)
                try other.disconnect()
                #expect(code { try slot.withCard { _ in } } == nil)
            }
        }
    }

    @Test func aChannelThatIsKeptIsClosed() async throws {
        try await onThread { [daemon] in
            let card = daemon.card(0)
            try daemon.withCard(card, on: 0) { slot in
                var kept: any CardChannel & ~Copyable = NoChannel()
                try slot.withCard { channel in swap(&channel, &kept) }
                #expect(code { try kept.exchange([0xFF, 0xCA, 0, 0, 0]) } == .transmission)
                #expect(code { try kept.reactivate() } == .transmission)
                #expect(card.commands.isEmpty)
            }
        }
    }

    @Test func cancelEndsEveryWaitNowAndLater() async throws {
        try await onThread { [daemon] in
            let readers = PCSCReaders()
            let card = daemon.card(1)
            try daemon.whileLaid(card, on: 1) {
                let waits = [
                    Running { _ = try daemon.open(0, readers).waitForTag() },
                    Running {
                        let slot = try daemon.open(1, readers)
                        _ = try slot.waitForTag()
                        try slot.waitForRemoval()
                    },
                    Running {
                        while true { try readers.waitForChange(from: try readers.list()) }
                    },
                ]
                readers.cancel()
                for wait in waits {
                    #expect(throws: ReadersError(.cancelled)) { try wait.value() }
                }
                let later = try daemon.open(1, readers)
                #expect(throws: ReadersError(.cancelled)) { try later.waitForTag() }
                #expect(throws: ReadersError(.cancelled)) { try readers.waitForChange(from: []) }
                // A tag in hand is finished all the same.
                #expect(code { try later.withCard { _ in } } == nil)
                #expect(try readers.list().count == 4)
            }
        }
    }

    /// Every wait says that the service is gone, nothing that was held is of use, and what is opened anew works.
    @Test func theServiceEndsAndComesBack() async throws {
        try await onThread { [daemon] in
            let readers = PCSCReaders()
            let card = daemon.card(1)
            let observer = try daemon.watch(1)
            try card.insert()
            _ = try observer.waitForTag()
            let waiting = Running { _ = try daemon.open(0, readers).waitForTag() }
            let slot = try daemon.open(1, readers)
            let inside = try slot.withCard { channel in
                kill(daemon.keeper, SIGUSR1)
                #expect(throws: ReadersError(.noService)) { try waiting.value() }
                return code { try channel.exchange([0xFF, 0xCA, 0, 0, 0]) }
            }
            #expect(inside == .readerLost)
            #expect(throws: ReadersError(.noService)) { try slot.waitForTag() }
            #expect(code { try slot.withCard { _ in } } == .readerLost)
            #expect(throws: ReadersError(.noService)) { try observer.waitForRemoval() }
            #expect(throws: ReadersError(.noService)) { try readers.list() }
            #expect(throws: ReadersError(.noService)) { try readers.waitForChange(from: []) }
            card.remove()

            #expect(try daemon.startService().map(\.name) == DaemonFixture.names)
            #expect(throws: ReadersError(.noService)) { try slot.waitForTag() }
            // The reader whose slot ended: that one is still taken by it.
            try daemon.withCard(daemon.card(0), on: 0) { slot in
                let arrival = try slot.waitForTag()
                #expect(arrival == .tag(atr: storageATR))
                #expect(code { try slot.withCard { _ in } } == nil)
            }
        }
    }

    /// A service that is killed with requests unread looks to the library as if it refused this user.
    @Test func aServiceThatDiesWithRequestsUnreadRefusesNobody() async throws {
        try await onThread { [daemon] in
            let service = try daemon.servicePID()
            let waiting = try daemon.open(0)
            let connecting = try daemon.open(1)
            kill(service, SIGSTOP)
            // The slots are used by these threads alone from here on.
            nonisolated(unsafe) let (first, second) = (waiting, connecting)
            let calls = [
                Running { readersCode { _ = try PCSCReaders().list() } },
                Running { readersCode { _ = try first.waitForTag() } },
            ]
            let connection = Running { code { try second.withCard { _ in } } }
            kill(service, SIGKILL)
            #expect(try calls[0].value() == .noService)
            #expect(try calls[1].value() == .noService)
            #expect(try connection.value() == .readerLost)
            #expect(throws: ReadersError(.noService)) { try second.waitForTag() }
            #expect(try daemon.startService().count == 4)
        }
    }
}

/// The code of the error that a call throws; nil when it throws none.
func code<Value>(_ body: () throws -> Value) -> ChannelError.Code? {
    do {
        _ = try body()
    } catch let error as ChannelError {
        return error.code
    } catch {
        Issue.record(error)
    }
    return nil
}

/// The same of a call to readers.
func readersCode(_ body: () throws -> Void) -> ReadersError.Code? {
    do {
        try body()
    } catch let error as ReadersError {
        return error.code
    } catch {
        Issue.record(error)
    }
    return nil
}

/// Something to leave in a channel's place.
private struct NoChannel: CardChannel, ~Copyable {
    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] { throw ChannelError(.tagRemoved) }
    mutating func reactivate() throws(ChannelError) { throw ChannelError(.tagRemoved) }
}
