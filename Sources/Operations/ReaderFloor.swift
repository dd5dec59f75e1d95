import Provisioning
import ReaderModels

/// The readers of a run: a thread that watches them come and go, and a thread for each.
final class ReaderFloor: Sendable {
    private struct State {
        /// Readers whose thread is at work.
        var running: Set<String> = []
        /// The last thread of each reader.
        var threads: [String: BlockingThread] = [:]
        var watcher: BlockingThread?
        var isWatching = false
        var isAbandoned = false
        var lastTrouble: String?
    }

    private let readers: any Readers
    private let desk: RunDesk
    private let clock: any WallClock
    private let takesPart: @Sendable (ReaderInfo) -> Bool
    private let state = Monitor(State())

    init(
        readers: any Readers, desk: RunDesk, clock: any WallClock, takesPart: @escaping @Sendable (ReaderInfo) -> Bool
    ) {
        self.readers = readers
        self.desk = desk
        self.clock = clock
        self.takesPart = takesPart
    }

    /// Starts the readers that are there, and then the thread that watches for others.
    func begin() {
        var known: [ReaderInfo] = []
        if let now = try? readers.list() {
            known = now
            start(now)
        }
        let first = known
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

    /// Waits for every thread to end. Those that have not ended in time, or when the run is abandoned, are left behind.
    func join(withinSeconds seconds: Double) {
        let deadline = MonotonicTime.now().advanced(bySeconds: seconds)
        let threads = state.wait { state -> Waiting<[BlockingThread]> in
            if state.running.isEmpty, !state.isWatching {
                return .done(Array(state.threads.values) + (state.watcher.map { [$0] } ?? []))
            }
            return state.isAbandoned || MonotonicTime.now() >= deadline ? .done([]) : .until(deadline)
        }
        for thread in threads { thread.join() }
    }

    /// Waits for no thread any more.
    func abandon() { state.withLock { $0.isAbandoned = true } }

    private func watch(from first: [ReaderInfo]) {
        var known = first
        var backOff = 0.1
        while true {
            do throws(ReadersError) {
                try readers.waitForChange(from: known)
                known = try readers.list()
                backOff = 0.1
                start(known)
            } catch {
                if error.code == .cancelled { return }
                trouble("\(error)")
                known = []
                guard desk.pause(seconds: backOff) else { return }
                backOff = min(2, backOff * 2)
            }
        }
    }

    /// Plugs in every reader before the first thread runs: a rack ends when all its readers are used up.
    private func start(_ now: [ReaderInfo]) {
        let new = now.filter { reader in
            reader.model.slot == .contactless && takesPart(reader)
                && state.withLock { $0.running.insert(reader.name).inserted }
        }
        for reader in new { desk.plugged(reader) }
        for reader in new {
            // The last thread of a reader that comes back has nothing left to do but to end.
            state.withLock { $0.threads.removeValue(forKey: reader.name) }?.join()
            let thread = BlockingThread { [self] in
                serve(reader)
                left(reader)
            }
            if thread == nil {
                desk.report(.readerTrouble(reader: reader.name, message: "the system has no thread left to give"))
                left(reader)
            }
            state.withLock { $0.threads[reader.name] = thread }
        }
    }

    private func left(_ reader: ReaderInfo) {
        desk.unplugged(reader.name)
        state.withLock { _ = $0.running.remove(reader.name) }
    }

    /// Provisions tag after tag on one reader, until it is gone or the run takes no more.
    private func serve(_ reader: ReaderInfo) {
        do throws(ReadersError) {
            let slot = try readers.open(reader)
            let procedure = TagProcedure(reader: reader, desk: desk, clock: clock)
            while desk.waitForWork(reader.name) {
                guard case .tag = try slot.waitForTag() else {
                    desk.exhausted(reader.name)
                    // A virtual reader stays plugged in: the run ends when all are used up.
                    while desk.pause(seconds: 60) {}
                    return
                }
                provision(slot, procedure)
                try slot.waitForRemoval()
            }
        } catch {
            if error.code != .cancelled {
                desk.report(.readerTrouble(reader: reader.name, message: "\(error)"))
            }
        }
    }

    /// One tag. A reader that another program holds is tried again until it is free.
    private func provision(_ slot: any ReaderSlot, _ procedure: TagProcedure) {
        var isReported = false
        while true {
            do throws(ChannelError) {
                return try slot.withCard { procedure.perform(on: &$0) }
            } catch {
                guard error.code == .readerBusy else { return procedure.unreachable(error) }
                if !isReported {
                    isReported = true
                    desk.report(
                        .readerTrouble(
                            reader: slot.info.name,
                            message: "reader in use by another program; waiting until it is free"))
                }
                guard desk.pause(seconds: 0.5) else { return }
            }
        }
    }

    private func trouble(_ message: String) {
        guard
            state.withLock({ state -> Bool in
                defer { state.lastTrouble = message }
                return state.lastTrouble != message
            })
        else { return }
        desk.report(.warning("readers cannot be listed: \(message)"))
    }
}
