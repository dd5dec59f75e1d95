import Provisioning
import Synchronization
import Tags
import Testing

@testable import Simulation

/// Two readers before whose antenna the same tags lie.
@Suite struct AntennaTests {
    private let rack: Rack
    private let left: any ReaderSlot
    private let right: any ReaderSlot

    init() throws {
        let first = try #require(UID(hex: "04112233445501"))
        rack = try Rack(
            RackFile(readers: [
                RackReader("L", model: .acr122u, antenna: "A", tags: [RackTag(.ntag213, count: 2, uid: first)]),
                RackReader(
                    "R", model: .part3, antenna: "A", tags: [RackTag(.ntag213, uid: UID(hex: "04112233445503"))]),
            ]))
        let readers = try rack.readers.list()
        left = try rack.readers.open(readers[0])
        right = try rack.readers.open(readers[1])
    }

    private func uid(_ slot: any ReaderSlot) throws -> String {
        try slot.withCard { channel in
            Result { () throws(ChannelError) in try channel.exchange([0xFF, 0xCA, 0, 0, 0]) }
        }.get().dropLast(2).hex
    }

    @Test func bothSeeTheSameTag() throws {
        for number in 1...3 {
            #expect(try left.waitForTag() == .tag(atr: storageCardATR))
            #expect(try right.waitForTag() == .tag(atr: storageCardATR))
            #expect(try uid(left) == "0411223344550\(number)")
            #expect(try uid(right) == "0411223344550\(number)")
            try left.waitForRemoval()
            // It was lifted for both.
            #expect(throws: ChannelError(.tagRemoved)) { try right.withCard { _ in } }
            try right.waitForRemoval()
        }
        #expect(try left.waitForTag() == .exhausted)
        #expect(try right.waitForTag() == .exhausted)
        #expect(rack.tags.map(\.presentations) == [2, 2, 2])
    }

    /// Whoever asks first lays it, and the other comes to the one that lies there.
    @Test func noTagIsPassedOver() throws {
        _ = try left.waitForTag()
        try left.waitForRemoval()
        _ = try right.waitForTag()
        _ = try left.waitForTag()
        #expect(try uid(right) == "04112233445502")
        #expect(try uid(left) == "04112233445502")
    }

    @Test func bothAtOnce() throws {
        _ = try left.waitForTag()
        _ = try right.waitForTag()
        let (left, right) = (left, right)
        let both = try left.withCard { channel in
            let first = try? channel.exchange([0xFF, 0xCA, 0, 0, 0])
            return (first, try? uid(right))
        }
        #expect(both.0?.dropLast(2).hex == "04112233445501")
        #expect(both.1 == "04112233445501")
    }

    /// Nobody lifts a tag that the other reader is connected to.
    @Test func aTagIsLiftedWhenBothLetGoOfIt() throws {
        _ = try left.waitForTag()
        _ = try right.waitForTag()
        let isLifted = Mutex(false)
        nonisolated(unsafe) let waiting = right
        let thread = try left.withCard { channel in
            let thread = WorkerThread {
                try? waiting.waitForRemoval()
                isLifted.withLock { $0 = true }
            }
            for _ in 0..<50 {
                _ = try? channel.exchange([0xFF, 0xD6, 0, 4, 4, 1, 2, 3, 4])
                #expect(!isLifted.withLock { $0 })
            }
            return thread
        }
        thread?.join()
        #expect(isLifted.withLock { $0 })
        #expect(throws: ChannelError(.tagRemoved)) { try left.withCard { _ in } }
        #expect(rack.tags[0].writes == 50)
    }

    /// Between off and on of a reactivation the reader is connected as before: another thread looks all the while.
    @Test func aTagThatIsReactivatedIsNotLetGoOf() throws {
        let readers = rack.virtualReaders
        let own = try #require(readers[0].layNext())
        let others = try #require(readers[1].layNext())
        try #require(own.laying === others.laying)
        #expect(own.activate())
        let looks = Mutex(0)
        let wasFree = Mutex(false)
        let isOver = Mutex(false)
        do {
            var channel = VirtualChannel(presentation: own) { true }
            let thread = WorkerThread {
                while !isOver.withLock({ $0 }) {
                    if others.laying.waitUntilFree(of: others, isGivenUp: { true }) { wasFree.withLock { $0 = true } }
                    looks.withLock { $0 += 1 }
                }
            }
            let watcher = try #require(thread)
            var reactivations = 0
            while reactivations < 2000 || looks.withLock({ $0 }) < 2000 {
                try channel.reactivate()
                reactivations += 1
            }
            isOver.withLock { $0 = true }
            watcher.join()
            // The connection is held up to here.
            try channel.reactivate()
        }
        #expect(!wasFree.withLock { $0 })
        // The channel is gone, and with it the connection.
        let isFree = others.laying.waitUntilFree(of: others, isGivenUp: { true })
        #expect(isFree)
    }

    @Test func aTagThatAFaultTakesIsGoneForBoth() throws {
        let tag = RackTag(.ntag213, uid: UID(hex: "04112233445501"), faults: [RackFault(.exchange(1), .remove)])
        let rack = try Rack(
            RackFile(readers: [
                RackReader("L", model: .part3, antenna: "A", tags: [tag]),
                RackReader("R", model: .part3, antenna: "A", tags: []), RackReader("C", model: .part3, tags: []),
            ]))
        let slots = try rack.readers.list().map { try rack.readers.open($0) }
        _ = try slots[0].waitForTag()
        _ = try slots[1].waitForTag()
        #expect(throws: ChannelError(.tagRemoved)) { try uid(slots[0]) }
        #expect(throws: ChannelError(.tagRemoved)) { try slots[1].withCard { _ in } }
        // It comes back once; a reader with an antenna of its own never sees it.
        _ = try slots[1].waitForTag()
        #expect(try uid(slots[1]) == "04112233445501")
        #expect(try slots[2].waitForTag() == .exhausted)
    }
}
