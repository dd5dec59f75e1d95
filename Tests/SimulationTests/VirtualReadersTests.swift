import Provisioning
import ReaderModels
import Tags
import Testing

@testable import Simulation

@Suite struct VirtualReadersTests {
    private let getUID: [UInt8] = [0xFF, 0xCA, 0, 0, 0]

    private func uid(_ slot: any ReaderSlot) throws -> String {
        let command = getUID
        let answer = try slot.withCard { channel in Result { () throws(ChannelError) in try channel.exchange(command) }
        }
        return try answer.get().dropLast(2).hex
    }

    private func rack(_ readers: [RackReader]) throws -> Rack { try Rack(RackFile(readers: readers)) }

    @Test func tagsComeInTheOrderOfTheFile() throws {
        let bench = try Bench([RackTag(.ntag213, count: 3, uid: UID(hex: "041122334455FE"))])
        for expected in ["041122334455FE", "041122334455FF", "04112233445600"] {
            #expect(try bench.slot.waitForTag() == .tag(atr: storageCardATR))
            #expect(try uid(bench.slot) == expected)
            try bench.slot.waitForRemoval()
        }
        #expect(try bench.slot.waitForTag() == .exhausted)
        #expect(throws: ChannelError(.tagRemoved)) { try bench.slot.withCard { _ in } }
    }

    @Test func aTagLiesUntilItIsWaitedFor() throws {
        let bench = try Bench([RackTag(.ntag213, count: 2, uid: UID(hex: "04112233445501"))])
        #expect(throws: ChannelError(.tagRemoved)) { try bench.slot.withCard { _ in } }
        _ = try bench.slot.waitForTag()
        #expect(try uid(bench.slot) == uid(bench.slot))
        // Without a wait for its removal the next wait for a tag lifts it.
        _ = try bench.slot.waitForTag()
        #expect(try uid(bench.slot) == "04112233445502")
    }

    @Test func fieldGoesOffBetweenConnections() throws {
        let bench = try Bench([RackTag(.ntag213)])
        #expect(try bench.lay("FFB0002D10", "FFB0000010") == ["6300", "6300"])
        #expect(try bench.send(["FFB0000010"])[0].hasSuffix("9000"))
        #expect(bench.rack.tags[0].presentations == 1)
    }

    @Test func oneUIDIsOneTag() throws {
        let same = RackTag(.ntag215, uid: UID(hex: "04112233445566"))
        let rack = try rack([
            RackReader("A", model: .part3, tags: [same, same]), RackReader("B", model: .acr122u, tags: [same]),
        ])
        let slots = try rack.readers.list().map { try rack.readers.open($0) }
        for slot in slots { _ = try slot.waitForTag() }
        let write: [UInt8] = [0xFF, 0xD6, 0x00, 0x05, 0x04, 1, 2, 3, 4]
        let read: [UInt8] = [0xFF, 0xB0, 0x00, 0x05, 0x10]
        let answers = try slots.enumerated().map { index, slot in
            try slot.withCard { channel in
                Result { () throws(ChannelError) in try channel.exchange(index == 0 ? write : read) }
            }.get()
        }
        #expect(answers[1].prefix(4) == [1, 2, 3, 4])
        _ = try slots[0].waitForTag()
        #expect(rack.tags.count == 1)
        #expect(rack.tags[0].presentations == 3)
        #expect(rack.tags[0].log.map(\.reader) == ["A", "B"])
        #expect(rack.tags[0].log.map(\.isWrite) == [true, false])
        let written = PageWrite(address: PageAddress(page: 5), page: 5, data: [1, 2, 3, 4], isPermitted: true)
        let frame = ExchangeRecord.Frame(
            command: [0xA2, 5, 1, 2, 3, 4], data: [], isAccepted: true,
            event: .write(PageAddress(page: 5), page: 5, Page(1, 2, 3, 4), isPermitted: true))
        #expect(rack.tags[0].log[0].frames == [frame])
        #expect(rack.tags[0].pageWrites == [written])
    }

    @Test func modelsAreToldFromTheRackOrByTheCaller() throws {
        let file = RackFile(readers: [
            RackReader("A", model: .acr122u, tags: []), RackReader("B", model: .part3, tags: []),
        ])
        let listed = try Rack(file).readers.list()
        #expect(listed.map(\.model.name) == ["acr122u", "part3"])
        #expect(listed.map(\.model.passThrough) == [.inCommunicateThru, .none])
        let model = listed[0].model
        #expect(try Rack(file, modelOf: { _ in model }).readers.list().map(\.model) == [model, model])
    }

    @Test func unpluggedAndPluggedAgain() throws {
        let rack = try rack([
            RackReader("A", model: .part3, tags: [RackTag(.ntag213, count: 2, uid: UID(hex: "04112233445501"))])
        ])
        let info = try #require(try rack.readers.list().first)
        let slot = try rack.readers.open(info)
        _ = try slot.waitForTag()
        let command = getUID
        let got = try slot.withCard { channel in
            rack.unplug("A")
            return Result { () throws(ChannelError) in try channel.exchange(command) }
        }
        #expect(throws: ChannelError(.readerLost)) { try got.get() }
        #expect(throws: ChannelError(.readerLost)) { try slot.withCard { _ in } }
        #expect(throws: ReadersError(.readerLost)) { try slot.waitForRemoval() }
        #expect(throws: ReadersError(.readerLost)) { try slot.waitForTag() }
        #expect(throws: ReadersError(.readerLost)) { try rack.readers.open(info) }
        #expect(try rack.readers.list().isEmpty)

        rack.plug("A")
        // What was opened before stays dead; the tag lies there still.
        #expect(throws: ReadersError(.readerLost)) { try slot.waitForTag() }
        let fresh = try rack.readers.open(info)
        _ = try fresh.waitForTag()
        #expect(try uid(fresh) == "04112233445501")
        _ = try fresh.waitForTag()
        #expect(try uid(fresh) == "04112233445502")
        #expect(rack.tags.map(\.presentations) == [2, 1])
    }

    @Test func aWaitForChangeEnds() throws {
        let rack = try rack([RackReader("A", model: .part3, tags: []), RackReader("B", model: .part3, tags: [])])
        let known = try rack.readers.list()
        rack.unplug("B")
        try rack.readers.waitForChange(from: known)
        #expect(try rack.readers.list().map(\.name) == ["A"])
        rack.readers.cancel()
        #expect(throws: ReadersError(.cancelled)) { try rack.readers.waitForChange(from: known) }
        let slot = try rack.readers.open(known[0])
        #expect(throws: ReadersError(.cancelled)) { try slot.waitForTag() }
        #expect(throws: ReadersError(.cancelled)) { try slot.waitForRemoval() }
    }

    /// Four readers at once, one of their tags the same for all: nothing is lost, and each reader's own tags come out as
    /// they would alone.
    @Test func readersWorkOnThreadsOfTheirOwn() throws {
        let shared = RackTag(.ntag216, uid: UID(hex: "04112233445566"), faults: [RackFault(.every(3), .flip)])
        func build() throws -> Rack {
            try rack(
                (0..<4).map { index in
                    let uid = UID([0x04, UInt8(index), 0, 0, 0, 0, 0])
                    return RackReader(
                        "R\(index)", model: .part3,
                        tags: [shared, RackTag(.ntag213, count: 25, uid: uid, faults: [RackFault(.every(2), .torn)])])
                })
        }
        @Sendable func work(_ slot: any ReaderSlot) throws {
            while case .tag = try slot.waitForTag() {
                try slot.withCard { channel in
                    for page: UInt8 in 4..<14 {
                        _ = try? channel.exchange([0xFF, 0xD6, 0x00, page, 0x04, page, 1, 2, 3])
                        try? channel.reactivate()
                    }
                }
                try slot.waitForRemoval()
            }
        }
        let alone = try build()
        for info in try alone.readers.list() { try work(try alone.readers.open(info)) }
        let together = try build()
        let readers = together.readers
        let threads = try readers.list().map { info in
            try #require(
                WorkerThread {
                    do { try work(try readers.open(info)) } catch { Issue.record(error) }
                })
        }
        for thread in threads { thread.join() }
        #expect(together.tags.dropFirst().map(\.memory) == alone.tags.dropFirst().map(\.memory))
        #expect(together.tags[0].presentations == 4)
        #expect(together.tags[0].writes == 40)
        #expect(together.tags[0].log.count == 40)
        #expect(together.tags.count == 101)
    }

    @Test func logCanBeLeftOut() throws {
        let rack = try Rack(
            RackFile(readers: [RackReader("A", model: .part3, tags: [RackTag(.ntag213)])]), keepsLog: false)
        let slot = try rack.readers.open(try rack.readers.list()[0])
        _ = try slot.waitForTag()
        _ = try uid(slot)
        #expect(rack.tags[0].log.isEmpty)
        #expect(rack.tags[0].exchanges == 1)
    }
}
