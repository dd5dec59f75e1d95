import Foundation
import Provisioning
import Testing

@testable import PCSC

/// A service that is killed or stands still, and a driver that hangs.
extension PCSCDaemonTests {
    /// The waits end, the reader is opened anew, and the tag that lies there is a tag again.
    @Test func theServiceIsKilledWhileATagIsWaitedForTwice() async throws {
        try await onThread { [daemon] in
            let readers = PCSCReaders()
            for _ in 0..<2 {
                let waiting = Running { readersCode { _ = try daemon.open(0, readers).waitForTag() } }
                let watching = Running {
                    readersCode {
                        while true { try readers.waitForChange(from: readers.list()) }
                    }
                }
                try daemon.waitUntilTaken(0)
                try daemon.killService()
                #expect(try waiting.value() == .noService)
                #expect(try watching.value() == .noService)
                // The dead service's socket is there, and nobody answers.
                #expect(throws: ReadersError(.noService)) { try readers.list() }
                #expect(try daemon.startService().map { $0.name } == DaemonFixture.names)
                try daemon.withCard(daemon.card(0), on: 0) { slot in
                    let arrival = try slot.waitForTag()
                    #expect(arrival == .tag(atr: storageATR))
                    #expect(code { try slot.withCard { _ in } } == nil)
                }
            }
        }
    }

    /// Between two exchanges: the next says that the reader is lost, and so does every one after it; nothing hangs.
    @Test func theServiceIsKilledWithATagInHandTwice() async throws {
        try await onThread { [daemon] in
            for _ in 0..<2 {
                let card = daemon.card(0)
                let slot = try daemon.open(0)
                try card.insert()
                _ = try slot.waitForTag()
                let codes = try slot.withCard { channel in
                    let first = code { try channel.exchange([0xFF, 0xB0, 0, 4, 16]) }
                    try? daemon.killService()
                    return [
                        first, code { try channel.exchange([0xFF, 0xD6, 0, 4, 4, 1, 2, 3, 4]) },
                        code { try channel.reactivate() }, code { try channel.exchange([0xFF, 0xB0, 0, 4, 16]) },
                    ]
                }
                #expect(codes == [nil, .readerLost, .readerLost, .readerLost])
                #expect(card.commands == [[0xFF, 0xB0, 0, 4, 16]])
                #expect(throws: ReadersError(.noService)) { try slot.waitForRemoval() }
                #expect(code { try slot.withCard { _ in } } == .readerLost)
                card.remove()
                #expect(try daemon.startService().count == DaemonFixture.names.count)
            }
            try daemon.withCard(daemon.card(0), on: 0) { slot in
                #expect(code { try slot.withCard { _ in } } == nil)
            }
        }
    }

    /// It dies while the tag is being connected behind another program's transaction.
    @Test func theServiceIsKilledWhileConnecting() async throws {
        try await onThread { [daemon] in
            let card = daemon.card(0)
            let slot = try daemon.open(0)
            try card.insert()
            _ = try slot.waitForTag()
            let other = try OtherProgram()
            try other.connect(to: DaemonFixture.names[0], .shared)
            try other.begin()
            #expect(code { try slot.withCard { _ in } } == .readerBusy)
            try daemon.killService()
            #expect(code { try slot.withCard { _ in } } == .readerLost)
            #expect(throws: ReadersError(.noService)) { try slot.waitForTag() }
            card.remove()
            #expect(try daemon.startService().count == DaemonFixture.names.count)
        }
    }

    /// A service that stands still answers nothing, SCardCancel too: who cancels does not wait for it.
    @Test func cancellingDoesNotWaitForAServiceThatStandsStill() async throws {
        try await onThread { [daemon] in
            let readers = PCSCReaders()
            let waiting = Running { readersCode { _ = try daemon.open(0, readers).waitForTag() } }
            try daemon.waitUntilTaken(0)
            let service = try daemon.servicePID()
            kill(service, SIGSTOP)
            readers.cancel()
            kill(service, SIGCONT)
            #expect(try waiting.value() == .cancelled)
        }
    }

    /// A command that is never answered holds the thread that sent it. The other readers go on, listing too, the wait
    /// can be cancelled, and lifting the tag ends it.
    @Test func aDriverThatHangsHoldsItsOwnReaderAlone() async throws {
        try await onThread { [daemon] in
            let silent = daemon.card(2) { _ in .silence }
            let readers = PCSCReaders()
            let hanging = Running {
                let slot = try daemon.open(2, readers)
                _ = try slot.waitForTag()
                return try slot.withCard { channel in
                    [code { try channel.exchange([0xFF, 0xCA, 0, 0, 0]) }, code { try channel.reactivate() }]
                }
            }
            try silent.insert()
            while silent.commands.isEmpty { usleep(1000) }
            #expect(try PCSCReaders().list().count == 4)
            #expect(throws: ReadersError(.inUse)) { try daemon.open(2) }
            try daemon.withCard(daemon.card(0), on: 0) { slot in
                let arrival = try slot.waitForTag()
                #expect(arrival == .tag(atr: storageATR))
                let answer = try slot.withCard { channel in try? channel.exchange([0xFF, 0xCA, 0, 0, 0]) }
                #expect(answer == [0x90, 0])
            }
            readers.cancel()
            #expect(throws: ReadersError(.cancelled)) { try daemon.open(0, readers).waitForTag() }
            silent.remove()
            let codes = try hanging.value()
            #expect(codes[0] != nil)
            #expect(codes[1] != nil)
            try daemon.waitUntilEmpty(2)
        }
    }

    /// A thread that hangs in the driver keeps no process from ending.
    @Test func aProcessEndsWhileADriverHangs() async throws {
        await #expect(processExitsWith: .exitCode(7)) {
            let daemon = try DaemonFixture()
            let silent = daemon.card(2) { _ in .silence }
            let readers = PCSCReaders()
            Thread {
                guard let slot = try? daemon.open(2, readers) else { return }
                _ = try? slot.waitForTag()
                _ = try? slot.withCard { channel in try? channel.exchange([0xFF, 0xCA, 0, 0, 0]) }
                // Not reached while the tag lies there.
                exit(8)
            }.start()
            try silent.insert()
            while silent.commands.isEmpty { usleep(1000) }
            readers.cancel()
            // As the command ends: libraries that take themselves down beside a hanging thread may crash.
            _exit(7)
        }
        try await onThread { [daemon] in try daemon.waitUntilEmpty(2) }
    }
}
