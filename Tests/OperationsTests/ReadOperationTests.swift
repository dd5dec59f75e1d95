import Foundation
import Operations
import Provisioning
import ReaderModels
import Simulation
import Tags
import TestSupport
import Testing
import Threads

@Suite struct ReadOperationTests {
    private static let a = ReadBench.a
    private static let b = ReadBench.b
    private let bench = ReadBench()
    private var troubles: Troubles { bench.troubles }

    private func readers(_ tagsOfA: [RackTag], _ tagsOfB: [RackTag] = []) -> [RackReader] {
        bench.readers(tagsOfA, tagsOfB)
    }

    private func operation(
        _ readers: any Readers, idle: Int? = nil, inOrder: Bool = false,
        takesPart: @escaping @Sendable (ReaderInfo) -> Bool = { _ in true }
    ) -> ReadOperation {
        bench.operation(readers, idle: idle, inOrder: inOrder, takesPart: takesPart)
    }

    /// The one tag that is handed over.
    private func tag(_ operation: ReadOperation) throws -> Handed.Tag {
        let before = bench.handed.all.count
        #expect(operation.execute() == .ended)
        #expect(bench.handed.all.count == before + 1)
        return try #require(bench.handed.all.last)
    }

    @Test func aRackGivesTheSameTagEachTime() throws {
        for _ in 0..<10 {
            let rack = try Rack(RackFile(readers: readers([RackTag(.ntag213)], [RackTag(.ntag216)])))
            let first = try tag(operation(rack.readers, inOrder: true))
            #expect(first.reader == Self.a)
            #expect(first.tag.chip == .ntag213)
        }
        let rack = try Rack(RackFile(readers: readers([], [RackTag(.ntag216)])))
        #expect(try tag(operation(rack.readers, inOrder: true)).reader == Self.b)
    }

    @Test(arguments: [true, false])
    func aRackThatIsUsedUpEnds(inOrder: Bool) throws {
        let rack = try Rack(RackFile(readers: readers([], [])))
        #expect(operation(rack.readers, inOrder: inOrder).execute() == .exhausted)
    }

    @Test func nothingIsWritten() throws {
        let rack = try Rack(RackFile(readers: readers([RackTag(.ntag213)])))
        _ = operation(rack.readers, inOrder: true).execute()
        #expect(rack.tags.map(\.writes) == [0])
    }

    @Test func theReaderOnWhichATagIsLaidIsTaken() throws {
        let box = Guarded<HeldReaders?>(nil)
        let held = try HeldReaders(readers([RackTag(.ntag213)], [RackTag(.ntag216)])) { reader in
            // Laid when the other reader waits already.
            if reader == Self.a { box.withLock { $0 }?.lay(on: Self.b) }
        }
        box.withLock { $0 = held }
        let first = try tag(operation(held))
        #expect(first.reader == Self.b)
        #expect(first.tag.chip == .ntag216)
        #expect(troubles.all.isEmpty)
    }

    @Test func onlyTheReaderThatWasNamedIsWaitedOn() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)], [RackTag(.ntag216)]))
        held.lay(on: Self.a)
        held.lay(on: Self.b)
        #expect(try tag(operation(held, takesPart: { $0.name == Self.b })).reader == Self.b)
    }

    @Test func withoutATagItEndsInTime() throws {
        #expect(operation(try HeldReaders(readers([RackTag(.ntag213)])), idle: 0).execute() == .idle)
    }

    @Test func itIsStoppedFromAnotherThread() throws {
        let box = Guarded<ReadOperation?>(nil)
        let held = try HeldReaders(readers([RackTag(.ntag213)])) { _ in box.withLock { $0 }?.stop() }
        let operation = operation(held)
        box.withLock { $0 = operation }
        #expect(operation.execute() == .stopped)
    }

    /// Field case 37: a reader that another program holds does not keep the others from being read.
    @Test func aReaderInUseIsToldOnceAndTheOthersAreReadMeanwhile() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)], [RackTag(.ntag216)]))
        held.refuse(Self.a, Array(repeating: .readerBusy, count: 1000))
        held.lay(on: Self.a)
        let troubles = troubles
        let operation = ReadOperation(
            readers: held, takesPart: { _ in true },
            trouble: { reader, message in
                troubles.note(reader, message)
                held.lay(on: Self.b)
            },
            tag: { [bench] tag, reader in
                bench.handed.add(tag, reader)
                return .end
            })
        #expect(try tag(operation).reader == Self.b)
        #expect(troubles.all == ["\(Self.a): reader in use by another program; waiting until it is free"])
    }

    @Test func aReaderThatAnotherTagmillHasIsToldOnceAndReadWhenItIsFree() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)]))
        held.keepFromOpening(Self.a, times: 2)
        held.lay(on: Self.a)
        #expect(try tag(operation(held)).reader == Self.a)
        #expect(
            troubles.all == [
                "\(Self.a): reader in use by another tagmill (process 4711); waiting until it is free"
            ])
    }

    @Test func theOthersAreReadWhileAnotherTagmillHasOne() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)], [RackTag(.ntag216)]))
        held.keepFromOpening(Self.a, times: 1000)
        held.lay(on: Self.b)
        #expect(try tag(operation(held)).reader == Self.b)
    }

    @Test func aReaderInUseIsReadWhenItIsFree() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)]))
        held.refuse(Self.a, [.readerBusy])
        held.lay(on: Self.a)
        #expect(try tag(operation(held)).tag.chip == .ntag213)
    }

    @Test func whatDoesNotAnswerIsReadAsUnreadable() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)]))
        held.refuse(Self.a, [.unresponsive])
        held.lay(on: Self.a)
        let tag = try tag(operation(held)).tag
        #expect(tag.rejection?.reason == .severalTags)
        #expect(tag.uid == nil)
    }

    @Test func afterATagThatWasTakenAwayTheNextOneIsWaitedFor() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213), RackTag(.ntag216)]))
        held.refuse(Self.a, [.tagRemoved])
        held.lay(on: Self.a)
        #expect(try tag(operation(held)).tag.chip == .ntag216)
        #expect(troubles.all == ["\(Self.a): the tag was taken away before it was read; lay it there again"])
    }

    @Test func aReaderThatIsPluggedInLaterIsWaitedOnToo() throws {
        let rack = try Rack(RackFile(readers: readers([RackTag(.ntag213)])))
        rack.unplug(Self.a)
        rack.unplug(Self.b)
        let operation = operation(rack.readers)
        let plugging = Thread { rack.plug(Self.a) }
        plugging.start()
        #expect(try tag(operation).reader == Self.a)
    }
}
