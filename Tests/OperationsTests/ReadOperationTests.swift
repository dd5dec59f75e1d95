import Foundation
import Operations
import Provisioning
import ReaderModels
import Simulation
import Tags
import TestSupport
import Testing

/// The readers of a rack on which tags lie when the test lays them: until then a wait blocks, as on hardware.
private final class HeldReaders: Readers {
    private struct State {
        var laid: Set<String> = []
        var isCancelled = false
        /// How many more connections are refused, and how.
        var refusals: [String: [ChannelError.Code]] = [:]
        var waiting: Set<String> = []
        /// How many more times another process of tagmill has the reader.
        var openings: [String: Int] = [:]
    }

    private let rack: Rack
    private let state = Locked(State())
    /// Waited on with a time limit alone: a change that fell between a look and the wait is seen at the next look.
    private let change = NSCondition()
    let onWait: @Sendable (String) -> Void

    init(_ readers: [RackReader], onWait: @escaping @Sendable (String) -> Void = { _ in }) throws {
        rack = try Rack(RackFile(readers: readers))
        self.onWait = onWait
    }

    func lay(on reader: String) { update { _ = $0.laid.insert(reader) } }

    func refuse(_ reader: String, _ codes: [ChannelError.Code]) { update { $0.refusals[reader] = codes } }

    func keepFromOpening(_ reader: String, times: Int) { update { $0.openings[reader] = times } }

    private func update(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        change.broadcast()
    }

    func list() throws(ReadersError) -> [ReaderInfo] { try rack.readers.list() }

    func waitForChange(from known: [ReaderInfo]) throws(ReadersError) { try rack.readers.waitForChange(from: known) }

    func open(_ reader: ReaderInfo) throws(ReadersError) -> any ReaderSlot {
        let isTaken = state.withLock { state in
            state.openings[reader.name, default: 0] -= 1
            return state.openings[reader.name, default: 0] >= 0
        }
        if isTaken { throw ReadersError(.inUse, context: "process 4711") }
        return Slot(self, try rack.readers.open(reader))
    }

    func cancel() {
        update { $0.isCancelled = true }
        rack.readers.cancel()
    }

    private func block(_ reader: String) throws(ReadersError) {
        onWait(reader)
        while true {
            let (isLaid, isCancelled) = state.withLock { ($0.laid.contains(reader), $0.isCancelled) }
            if isCancelled { throw ReadersError(.cancelled) }
            if isLaid { return }
            change.lock()
            _ = change.wait(until: Date(timeIntervalSinceNow: 0.01))
            change.unlock()
        }
    }

    private func refusal(_ reader: String) -> ChannelError.Code? {
        state.withLock { state in
            guard let codes = state.refusals[reader], let first = codes.first else { return nil }
            state.refusals[reader] = Array(codes.dropFirst())
            return first
        }
    }

    private final class Slot: ReaderSlot {
        private let readers: HeldReaders
        private let slot: any ReaderSlot
        var info: ReaderInfo { slot.info }

        init(_ readers: HeldReaders, _ slot: any ReaderSlot) {
            self.readers = readers
            self.slot = slot
        }

        func waitForTag() throws(ReadersError) -> TagArrival {
            try readers.block(info.name)
            return try slot.waitForTag()
        }

        func waitForRemoval() throws(ReadersError) { try slot.waitForRemoval() }

        func withCard<Result>(
            _ body: (inout any CardChannel & ~Copyable) -> Result
        ) throws(ChannelError) -> Result {
            if let code = readers.refusal(info.name) { throw ChannelError(code) }
            return try slot.withCard(body)
        }
    }
}

/// What the operation said of trouble.
private final class Troubles: Sendable {
    private let said = Locked<[String]>([])
    var all: [String] { said.withLock { $0 } }
    var note: @Sendable (String?, String) -> Void {
        { [self] reader, message in said.withLock { $0.append((reader ?? "") + ": " + message) } }
    }
}

@Suite struct ReadOperationTests {
    private static let a = "Reader A 00 00"
    private static let b = "Reader B 00 00"
    private let troubles = Troubles()

    private func readers(_ tagsOfA: [RackTag], _ tagsOfB: [RackTag] = []) -> [RackReader] {
        [
            RackReader(Self.a, model: .acr122u, tags: tagsOfA), RackReader(Self.b, model: .part3, tags: tagsOfB),
        ]
    }

    private func operation(
        _ readers: any Readers, idle: Int? = nil, inOrder: Bool = false,
        takesPart: @escaping @Sendable (ReaderInfo) -> Bool = { _ in true }
    ) -> ReadOperation {
        ReadOperation(
            readers: readers, takesPart: takesPart, idleTimeoutSeconds: idle, isOneAfterAnother: inOrder,
            trouble: troubles.note)
    }

    private func tag(_ end: ReadOperation.End) throws -> (tag: TagInspection, reader: String) {
        guard case .tag(let tag, let reader) = end else {
            Issue.record("\(end)")
            throw CancellationError()
        }
        return (tag, reader.name)
    }

    @Test func aRackGivesTheSameTagEachTime() throws {
        for _ in 0..<10 {
            let rack = try Rack(RackFile(readers: readers([RackTag(.ntag213)], [RackTag(.ntag216)])))
            let (tag, reader) = try tag(operation(rack.readers, inOrder: true).execute())
            #expect(reader == Self.a)
            #expect(tag.chip == .ntag213)
        }
        let rack = try Rack(RackFile(readers: readers([], [RackTag(.ntag216)])))
        #expect(try tag(operation(rack.readers, inOrder: true).execute()).reader == Self.b)
    }

    @Test(arguments: [true, false])
    func aRackThatIsUsedUpEnds(inOrder: Bool) throws {
        let rack = try Rack(RackFile(readers: readers([], [])))
        guard case .exhausted = operation(rack.readers, inOrder: inOrder).execute() else {
            Issue.record("did not end")
            return
        }
    }

    @Test func nothingIsWritten() throws {
        let rack = try Rack(RackFile(readers: readers([RackTag(.ntag213)])))
        _ = operation(rack.readers, inOrder: true).execute()
        #expect(rack.tags.map(\.writes) == [0])
    }

    @Test func theReaderOnWhichATagIsLaidIsTaken() throws {
        let box = Locked<HeldReaders?>(nil)
        let held = try HeldReaders(readers([RackTag(.ntag213)], [RackTag(.ntag216)])) { reader in
            // Laid when the other reader waits already.
            if reader == Self.a { box.withLock { $0 }?.lay(on: Self.b) }
        }
        box.withLock { $0 = held }
        let (tag, reader) = try tag(operation(held).execute())
        #expect(reader == Self.b)
        #expect(tag.chip == .ntag216)
        #expect(troubles.all.isEmpty)
    }

    @Test func onlyTheReaderThatWasNamedIsWaitedOn() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)], [RackTag(.ntag216)]))
        held.lay(on: Self.a)
        held.lay(on: Self.b)
        #expect(try tag(operation(held, takesPart: { $0.name == Self.b }).execute()).reader == Self.b)
    }

    @Test func withoutATagItEndsInTime() throws {
        guard case .idle = operation(try HeldReaders(readers([RackTag(.ntag213)])), idle: 0).execute() else {
            Issue.record("did not end")
            return
        }
    }

    @Test func itIsStoppedFromAnotherThread() throws {
        let box = Locked<ReadOperation?>(nil)
        let held = try HeldReaders(readers([RackTag(.ntag213)])) { _ in box.withLock { $0 }?.stop() }
        let operation = operation(held)
        box.withLock { $0 = operation }
        guard case .stopped = operation.execute() else {
            Issue.record("did not stop")
            return
        }
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
            })
        #expect(try tag(operation.execute()).reader == Self.b)
        #expect(troubles.all == ["\(Self.a): reader in use by another program; waiting until it is free"])
    }

    @Test func aReaderThatAnotherTagmillHasIsToldOnceAndReadWhenItIsFree() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)]))
        held.keepFromOpening(Self.a, times: 2)
        held.lay(on: Self.a)
        #expect(try tag(operation(held).execute()).reader == Self.a)
        #expect(
            troubles.all == [
                "\(Self.a): reader in use by another tagmill (process 4711); waiting until it is free"
            ])
    }

    @Test func theOthersAreReadWhileAnotherTagmillHasOne() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)], [RackTag(.ntag216)]))
        held.keepFromOpening(Self.a, times: 1000)
        held.lay(on: Self.b)
        #expect(try tag(operation(held).execute()).reader == Self.b)
    }

    @Test func aReaderInUseIsReadWhenItIsFree() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)]))
        held.refuse(Self.a, [.readerBusy])
        held.lay(on: Self.a)
        #expect(try tag(operation(held).execute()).tag.chip == .ntag213)
    }

    @Test func whatDoesNotAnswerIsReadAsUnreadable() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213)]))
        held.refuse(Self.a, [.unresponsive])
        held.lay(on: Self.a)
        let tag = try tag(operation(held).execute()).tag
        #expect(tag.rejection?.reason == .severalTags)
        #expect(tag.uid == nil)
    }

    @Test func afterATagThatWasTakenAwayTheNextOneIsWaitedFor() throws {
        let held = try HeldReaders(readers([RackTag(.ntag213), RackTag(.ntag216)]))
        held.refuse(Self.a, [.tagRemoved])
        held.lay(on: Self.a)
        #expect(try tag(operation(held).execute()).tag.chip == .ntag216)
        #expect(troubles.all == ["\(Self.a): the tag was taken away before it was read; lay it there again"])
    }

    @Test func aReaderThatIsPluggedInLaterIsWaitedOnToo() throws {
        let rack = try Rack(RackFile(readers: readers([RackTag(.ntag213)])))
        rack.unplug(Self.a)
        rack.unplug(Self.b)
        let operation = operation(rack.readers)
        let plugging = Thread { rack.plug(Self.a) }
        plugging.start()
        #expect(try tag(operation.execute()).reader == Self.a)
    }
}
