import Provisioning
import ReaderModels
import Threads

/// The readers of a run: a thread that watches them come and go, and a thread for each.
final class ReaderFloor: Sendable {
    /// A reader that is served.
    private struct Place {
        let desk: ReaderDesk
        var thread: BlockingThread?
        /// It was not listed at some time since its thread began.
        var wasGone = false
    }

    private struct State {
        var places: [String: Place] = [:]
        /// Threads that have nothing left to do but to end.
        var ending: [BlockingThread] = []
        var watcher: BlockingThread?
        var isWatching = false
        var isAbandoned = false
    }

    private let readers: any Readers
    private let desk: RunDesk
    private let clock: any WallClock
    private let order: TagOrder
    private let readersAreQuiet: Bool
    private let takesPart: @Sendable (ReaderInfo) -> Bool
    private let state = Monitor(State())

    /// How often a reader that another has is tried again.
    private static let secondsBetweenTries = 0.5

    init(
        readers: any Readers, desk: RunDesk, clock: any WallClock, order: TagOrder,
        readersAreQuiet: Bool, takesPart: @escaping @Sendable (ReaderInfo) -> Bool
    ) {
        self.readers = readers
        self.desk = desk
        self.clock = clock
        self.order = order
        self.readersAreQuiet = readersAreQuiet
        self.takesPart = takesPart
    }

    /// Starts the readers that are there, and then the thread that watches for others.
    func begin() {
        let first = (try? readers.list()) ?? []
        start(first)
        state.withLock { $0.isWatching = true }
        let watcher = BlockingThread { [self] in
            watch(from: first)
            state.withLock { $0.isWatching = false }
        }
        state.withLock { state in
            state.watcher = watcher
            if watcher == nil { state.isWatching = false }
        }
        if watcher == nil {
            desk.report(.warning("no thread left to watch for readers that are plugged in later"))
        }
    }

    /// Waits for every thread to end. Those that were given up, have not ended in time, or work on when the run is
    /// abandoned, are left behind.
    func join(withinSeconds seconds: Double) {
        let deadline = MonotonicTime.now().advanced(bySeconds: seconds)
        let (ended, hanging) = state.wait { state -> Waiting<(ended: [BlockingThread], hanging: [BlockingThread])> in
            let isOver = !state.isWatching && state.places.values.allSatisfy(\.desk.calls.isGivenUp)
            guard isOver || state.isAbandoned || MonotonicTime.now() >= deadline else { return .until(deadline) }
            let watcher = [state.watcher].compactMap { $0 }
            let ended = state.ending + (state.isWatching ? [] : watcher)
            let hanging = state.places.values.compactMap(\.thread) + (state.isWatching ? watcher : [])
            (state.places, state.ending, state.watcher) = ([:], [], nil)
            return .done((ended, hanging))
        }
        for thread in ended { thread.join() }
        for thread in hanging { thread.detach() }
    }

    /// Waits for no thread any more.
    func abandon() { state.withLock { $0.isAbandoned = true } }

    // MARK: Readers that come and go

    private func watch(from first: [ReaderInfo]) {
        var known = first
        var backOff = 0.1
        while true {
            do throws(ReadersError) {
                try readers.waitForChange(from: known)
                known = try readers.list()
                backOff = 0.1
                desk.listing(failsFor: nil)
                retire(missing: known)
                start(known)
            } catch {
                if error.code == .cancelled { return }
                desk.listing(failsFor: error)
                known = []
                guard desk.pause(seconds: backOff) else { return }
                backOff = min(2, backOff * 2)
            }
        }
    }

    /// A reader that was unplugged while a call to it hangs is free for a new thread; the old one is left behind. Every other
    /// thread finds out by itself that its reader is gone.
    private func retire(missing now: [ReaderInfo]) {
        let names = Set(now.map(\.name))
        let gone = state.withLock { state -> [ReaderDesk] in
            for name in state.places.keys where !names.contains(name) { state.places[name]?.wasGone = true }
            return state.places.values.filter { $0.wasGone && $0.desk.calls.isGivenUp }.map(\.desk)
        }
        for desk in gone where desk.retire() {
            state.withLock { state in
                guard state.places[desk.reader.name]?.desk === desk else { return }
                state.places.removeValue(forKey: desk.reader.name)?.thread?.detach()
            }
        }
    }

    /// Plugs in every reader before the first thread runs: a rack ends when all its readers are used up.
    private func start(_ now: [ReaderInfo]) {
        for thread in state.withLock({ state in
            defer { state.ending = [] }
            return state.ending
        }) { thread.join() }
        var new: [ReaderDesk] = []
        for reader in now where reader.model.slot == .contactless && takesPart(reader) {
            guard state.withLock({ $0.places[reader.name] == nil }) else { continue }
            guard let desk = desk.plugged(reader) else { return }
            state.withLock { $0.places[reader.name] = Place(desk: desk) }
            new.append(desk)
        }
        desk.listed()
        for desk in new {
            let thread = BlockingThread { [self] in
                serve(desk)
                left(desk)
            }
            if thread == nil {
                desk.report("the system has no thread left to give")
                left(desk)
            }
            state.withLock { state in
                if state.places[desk.reader.name]?.desk === desk {
                    state.places[desk.reader.name]?.thread = thread
                } else if let thread {
                    state.ending.append(thread)
                }
            }
        }
    }

    private func left(_ desk: ReaderDesk) {
        desk.unplugged()
        state.withLock { state in
            guard state.places[desk.reader.name]?.desk === desk else { return }
            if let thread = state.places.removeValue(forKey: desk.reader.name)?.thread { state.ending.append(thread) }
        }
    }

    // MARK: One reader

    /// Provisions tag after tag on one reader, until it is gone or the run takes no more.
    private func serve(_ desk: ReaderDesk) {
        do throws(ReadersError) {
            guard let slot = try open(desk) else { return }
            let findings = ReaderFindings(of: desk.reader.model)
            var lamp = ReaderLamp(desk.reader.model, isQuiet: readersAreQuiet)
            while desk.waitForWork() {
                guard case .tag = try slot.waitForTag() else {
                    desk.exhausted()
                    // A virtual reader stays plugged in: the run ends when all are used up.
                    while desk.run.pause(seconds: 60) {}
                    return
                }
                provision(slot, desk, findings, &lamp)
                guard desk.rejoin() else { return }
                try slot.waitForRemoval()
                desk.lifted()
            }
        } catch {
            switch error.code {
            case .cancelled: break
            // Every reader goes with the service: it is said once, as what the run waits for.
            case .noService: desk.run.listing(failsFor: error)
            default: desk.report("\(error)")
            }
        }
    }

    /// Opens the reader. One that another process of tagmill has is tried again until it is free. Nil: the run is over, or
    /// this thread was given up and replaced.
    private func open(_ desk: ReaderDesk) throws(ReadersError) -> (any ReaderSlot)? {
        var isHindered = false
        while true {
            do throws(ReadersError) {
                let slot = try openOnce(desk)
                guard desk.rejoin() else { return nil }
                if isHindered { desk.free() }
                return slot
            } catch {
                guard error.code == .inUse else { throw error }
                guard desk.rejoin() else { return nil }
                if !isHindered {
                    isHindered = true
                    desk.hindered(by: .otherTagmill, "\(error); waiting until it is free")
                }
                guard desk.run.pause(seconds: Self.secondsBetweenTries) else { return nil }
            }
        }
    }

    private func openOnce(_ desk: ReaderDesk) throws(ReadersError) -> any ReaderSlot {
        guard desk.calls.enter() else { throw ReadersError(.cancelled) }
        defer { _ = desk.calls.leave() }
        return try readers.open(desk.reader)
    }

    /// One tag, and what the reader shows of it.
    private func provision(
        _ slot: any ReaderSlot, _ desk: ReaderDesk, _ findings: ReaderFindings, _ lamp: inout ReaderLamp
    ) {
        perform(slot, desk, findings, &lamp)
        if desk.calls.enter() {
            lamp.showRest(desk.takeSignal(), through: slot)
            _ = desk.calls.leave()
        }
        if let news = lamp.takeNews() { desk.tell(news) }
    }

    /// One tag. A reader that another program holds is tried again until it is free.
    private func perform(
        _ slot: any ReaderSlot, _ desk: ReaderDesk, _ findings: ReaderFindings, _ lamp: inout ReaderLamp
    ) {
        let procedure = TagProcedure(
            reader: desk.reader, desk: desk, clock: clock, order: order, findings: findings)
        var isHindered = false
        while true {
            do throws(ChannelError) {
                return try connect(slot, desk) { channel in
                    if isHindered { desk.free() }
                    procedure.perform(on: &channel)
                    lamp.show(desk.takeSignal(), on: &channel)
                }
            } catch {
                guard error.code == .readerBusy else {
                    if isHindered { desk.free() }
                    return procedure.unreachable(error)
                }
                if !isHindered {
                    isHindered = true
                    desk.hindered(by: .otherProgram, "reader in use by another program; waiting until it is free")
                }
                guard desk.run.pause(seconds: Self.secondsBetweenTries) else { return }
            }
        }
    }

    /// Connects to the tag and lets go of it: two calls of which the procedure's stand between.
    private func connect(
        _ slot: any ReaderSlot, _ desk: ReaderDesk, _ body: (inout any CardChannel & ~Copyable) -> Void
    ) throws(ChannelError) {
        let calls = desk.calls
        guard calls.enter() else { return }
        defer { _ = calls.leave() }
        try slot.withCard { channel in
            // Given up while it connected: nothing is sent to the tag.
            guard calls.leave() else { return }
            WatchedChannel.watching(&channel, calls, body)
            _ = calls.enter()
        }
    }
}
