import Foundation
import Provisioning
import ReaderModels
import Simulation
import TestSupport
import Threads

/// The readers of a rack on which tags lie when the test lays them: until then a wait blocks, as on hardware.
final class HeldReaders: Readers {
    private struct State {
        var laid: Set<String> = []
        var isCancelled = false
        /// How many more connections are refused, and how.
        var refusals: [String: [ChannelError.Code]] = [:]
        var waiting: Set<String> = []
        /// How many more times another process of tagmill has the reader.
        var openings: [String: Int] = [:]
        /// Readers whose tag stays where it lies.
        var staying: Set<String> = []
    }

    private let rack: Rack
    private let state = Guarded(State())
    /// Waited on with a time limit alone: a change that fell between a look and the wait is seen at the next look.
    private let change = NSCondition()
    let onWait: @Sendable (String) -> Void

    init(_ readers: [RackReader], onWait: @escaping @Sendable (String) -> Void = { _ in }) throws {
        rack = try Rack(RackFile(readers: readers))
        self.onWait = onWait
    }

    func lay(on reader: String) { update { _ = $0.laid.insert(reader) } }

    func keepLying(on reader: String) { update { _ = $0.staying.insert(reader) } }

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

    private func blockUntilLaid(_ reader: String) throws(ReadersError) {
        onWait(reader)
        try block { $0.laid.contains(reader) }
    }

    private func blockUntilLifted(_ reader: String) throws(ReadersError) {
        try block { !$0.staying.contains(reader) }
    }

    private func block(until condition: (State) -> Bool) throws(ReadersError) {
        while true {
            let (isMet, isCancelled) = state.withLock { (condition($0), $0.isCancelled) }
            if isCancelled { throw ReadersError(.cancelled) }
            if isMet { return }
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
            try readers.blockUntilLaid(info.name)
            return try slot.waitForTag()
        }

        func waitForRemoval() throws(ReadersError) {
            try readers.blockUntilLifted(info.name)
            try slot.waitForRemoval()
        }

        func escape(_ command: [UInt8]) throws(ChannelError) -> [UInt8] { try slot.escape(command) }

        func withCard<Result>(
            _ body: (inout any CardChannel & ~Copyable) -> Result
        ) throws(ChannelError) -> Result {
            if let code = readers.refusal(info.name) { throw ChannelError(code) }
            return try slot.withCard(body)
        }
    }
}

/// What the operation said of trouble.
final class Troubles: Sendable {
    private let said = Guarded<[String]>([])
    var all: [String] { said.withLock { $0 } }
    var note: @Sendable (String?, String) -> Void {
        { [self] reader, message in said.withLock { $0.append((reader ?? "") + ": " + message) } }
    }
}

/// The tags that were handed over.
final class Handed: Sendable {
    struct Tag: Sendable {
        let tag: TagInspection
        let reader: String
    }

    private let tags = Guarded<[Tag]>([])
    var all: [Tag] { tags.withLock { $0 } }

    func add(_ tag: TagInspection, _ reader: ReaderInfo) {
        tags.withLock { $0.append(Tag(tag: tag, reader: reader.name)) }
    }
}
