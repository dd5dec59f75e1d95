import Foundation
import Provisioning
import Testing

@testable import PCSC

/// Readers that others want too: tagmill itself, and other programs.
extension PCSCDaemonTests {
    @Test func aReaderIsUsedByOneSlot() async throws {
        try await onThread { [daemon] in
            let readers = PCSCReaders()
            let info = try #require(readers.list().first { $0.name == DaemonFixture.names[1] })
            #expect(try readers.occupancy(of: info) == .empty)
            var slot: (any ReaderSlot)? = try daemon.open(1)
            #expect(throws: ReadersError(.inUse)) { try daemon.open(1) }
            #expect(try readers.occupancy(of: info) == .taken(process: getpid()))
            _ = try daemon.open(0)
            withExtendedLifetime(slot) {}
            slot = nil
            #expect(try readers.occupancy(of: info) == .empty)
            _ = try daemon.open(1)
        }
    }

    @Test func aReaderIsUsedByOneProcess() async throws {
        let slot = try await onThread { [daemon] in Kept(try daemon.open(1)) }
        await #expect(processExitsWith: .success) {
            do throws(ReadersError) {
                let readers = PCSCReaders()
                let info = try readers.list()[1]
                _ = try readers.open(info)
                Issue.record("opened")
            } catch {
                #expect(error.code == .inUse)
                #expect(error.context == "process \(getppid())")
            }
        }
        withExtendedLifetime(slot) {}
    }

    /// pcscd keeps every connection waiting as long as another program's transaction lasts, and no call ends that wait.
    /// Field case 37.
    @Test func aTransactionOfAnotherProgramMakesTheReaderBusy() async throws {
        try await onThread { [daemon] in
            let card = daemon.card(0)
            try daemon.withCard(card, on: 0) { slot in
                let other = try OtherProgram()
                try other.connect(to: DaemonFixture.names[0], .shared)
                try other.begin()
                #expect(try slot.waitForTag() == .tag(atr: storageATR))
                for _ in 0..<2 { #expect(code { try slot.withCard { _ in } } == .readerBusy) }
                #expect(card.commands.isEmpty)
                // Nothing else of this process waits with it.
                #expect(try PCSCReaders().list().count == 4)
                #expect(code { try daemon.open(1).withCard { _ in } } == .tagRemoved)
                try other.end()
                let answer = try slot.withCard { channel in try? channel.exchange([0xFF, 0xCA, 0, 0, 0]) }
                #expect(answer == [0x90, 0])
                try other.disconnect()
            }
        }
    }

    /// A connection that is made when nobody wants it any more is dropped, and the other program can have the reader for
    /// itself: given up by waiting for another tag, and by the end of the slot.
    @Test(arguments: [true, false]) func connectingThatWasGivenUpLeavesNothing(byWaiting: Bool) async throws {
        try await onThread { [daemon] in
            try daemon.whileLaid(daemon.card(0), on: 0) {
                let readers = PCSCReaders()
                var slot: (any ReaderSlot)? = try daemon.open(0, readers)
                let other = try OtherProgram()
                try other.connect(to: DaemonFixture.names[0], .shared)
                try other.begin()
                #expect(code { try slot?.withCard { _ in } } == .readerBusy)
                readers.cancel()
                if byWaiting {
                    #expect(throws: ReadersError(.cancelled)) { try slot?.waitForTag() }
                } else {
                    slot = nil
                }
                try other.end()
                try other.disconnect()
                // Ours may be made first, and is dropped at once.
                var isTaken = false
                for _ in 0..<200 where !isTaken {
                    isTaken = (try? other.connect(to: DaemonFixture.names[0], .exclusive)) != nil
                    if !isTaken { usleep(20_000) }
                }
                #expect(isTaken)
                // And it is not made later.
                if byWaiting { #expect(code { try slot?.withCard { _ in } } == .readerBusy) }
                try other.disconnect()
            }
        }
    }

    /// A connection alone keeps nobody out; what the other program does to the tag in between does no harm.
    @Test func anotherProgramsConnectionIsNoHindrance() async throws {
        try await onThread { [daemon] in
            try daemon.withCard(daemon.card(0), on: 0) { slot in
                let other = try OtherProgram()
                try other.connect(to: DaemonFixture.names[0], .shared)
                for _ in 0..<3 { #expect(code { try slot.withCard { _ in } } == nil) }
                // It takes the tag up again without power: pcscd then tells the next one that the tag has none.
                for _ in 0..<2 {
                    try other.reconnect()
                    let answer = try slot.withCard { channel in try? channel.exchange([0xFF, 0xCA, 0, 0, 0]) }
                    #expect(answer == [0x90, 0])
                }
                try other.disconnect()
            }
        }
    }

    /// What a transaction of ours keeps out waits for its end, which does not wait for what comes next.
    @Test func theEndOfATransactionWaitsForNobody() async throws {
        try await onThread { [daemon] in
            try daemon.withCard(daemon.card(0), on: 0) { slot in
                let other = try OtherProgram()
                try other.connect(to: DaemonFixture.names[0], .shared)
                let beginning = try slot.withCard { _ in
                    Running { [other = Kept(other)] in
                        // The field was dropped at the end: the tag is taken up again.
                        do { try other.value.begin() } catch {
                            try other.value.reconnect()
                            try other.value.begin()
                        }
                    }
                }
                try beginning.value()
                #expect(code { try slot.withCard { _ in } } == .readerBusy)
                try other.end()
                try other.disconnect()
            }
        }
    }

    /// 16 is the most that pcscd 1.9.9 has of readers, and of connections in a context; 200 of contexts.
    @Test func openingAndListingLeavesNoHandle() async throws {
        try await onThread { [daemon] in
            let readers = PCSCReaders()
            try daemon.whileLaid(daemon.card(0), on: 0) {
                try Self.openListAndConnect(readers, daemon, connects: true)
                let before = try Self.openFiles()
                // Connecting takes the tag's power and gives it, which takes its time.
                for count in 0..<200 { try Self.openListAndConnect(readers, daemon, connects: count % 8 == 0) }
                #expect(try Self.openFiles() == before)
            }
        }
    }

    private static func openListAndConnect(_ readers: PCSCReaders, _ daemon: DaemonFixture, connects: Bool) throws {
        let slots = try readers.list().map { try readers.open($0) }
        #expect(slots.count == DaemonFixture.names.count)
        guard connects else { return }
        #expect(code { try slots[0].withCard { _ in } } == nil)
        #expect(code { try slots[1].withCard { _ in } } == .tagRemoved)
    }

    private static func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}

/// Hands something over to one other thread.
struct Kept<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
