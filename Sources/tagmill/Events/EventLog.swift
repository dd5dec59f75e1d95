import Glibc
import Jobs
import Operations
import Provisioning
import Threads

/// Writes the events of a run as JSON Lines (`--events`), on a thread of its own: an output that is slow, or that nobody
/// reads, never holds a reader.
///
/// What waits is bounded. Where the output falls too far behind, events are left out, and a line `lost` in their place
/// says how many. An output that fails ends the events and not the run.
final class EventLog: RunObserver {
    /// How long the end of the command waits for an output that takes nothing, and how long for one that is slow.
    struct Patience: Sendable {
        var idleSeconds = 5.0
        var wholeSeconds = 60.0
    }

    /// So many events wait for the output: some minutes of a busy run, and a few megabytes.
    static let mostWaiting = 10_000
    /// So many are written at a time.
    private static let batch = 32

    private enum Entry: Sendable {
        case event(RunEvent, at: Timestamp)
        case lost(Int, at: Timestamp)
    }

    private struct State {
        var waiting: [Entry] = []
        /// Events that were left out since the last that was taken.
        var lost = 0
        var hasWarned = false
        /// The last event was observed.
        var isFinishing = false
        /// What is not written yet is given up.
        var isAbandoned = false
        /// Nothing is written any more.
        var isOver = false
        var lastWritten = MonotonicTime.now()

        /// The next events to write; nil where none are left and none come.
        mutating func take(at now: Timestamp) -> Waiting<[Entry]?> {
            if isAbandoned { return .done(nil) }
            if isFinishing && lost > 0 { noteLoss(at: now) }
            guard !waiting.isEmpty else { return isFinishing ? .done(nil) : .untilChange }
            let next = Array(waiting.prefix(EventLog.batch))
            waiting.removeFirst(next.count)
            return .done(next)
        }

        mutating func noteLoss(at now: Timestamp) {
            waiting.append(.lost(lost, at: now))
            lost = 0
        }
    }

    private let run: String
    /// As the command line names it.
    private let name: String
    private let output: any TextOutput
    private let clock: any WallClock
    private let patience: Patience
    private let warn: @Sendable (String) -> Void
    private let state = Monitor(State())

    /// - Parameters:
    ///   - name: the output as the user called it, for warnings.
    ///   - warn: told at most once what became of the output; from any thread, and never by `observe` itself.
    init(
        run: String, name: String, output: any TextOutput, clock: any WallClock = SystemClock(),
        patience: Patience = Patience(), warn: @escaping @Sendable (String) -> Void
    ) {
        self.run = run
        self.name = name
        self.output = output
        self.clock = clock
        self.patience = patience
        self.warn = warn
        // The thread holds this object until it ends.
        if let thread = BlockingThread({ self.write() }) {
            thread.detach()
        } else {
            state.withLock { $0.isOver = true }
            tell("the system has no thread left to give")
        }
    }

    func observe(_ event: RunEvent) {
        switch event {
        // No lines of their own (`EventLine`).
        case .totals, .settled, .readerDetail: return
        default: break
        }
        let now = clock.now()
        state.withLock { state in
            guard !state.isOver, !state.isFinishing else { return }
            guard state.waiting.count < Self.mostWaiting || Self.isEnd(event) else {
                state.lost += 1
                return
            }
            if state.lost > 0 { state.noteLoss(at: now) }
            state.waiting.append(.event(event, at: now))
        }
    }

    /// Waits until everything is written, or the output took nothing for too long. Nothing may be observed afterwards.
    func finish() {
        state.withLock {
            $0.isFinishing = true
            $0.lastWritten = .now()
        }
        let limit = MonotonicTime.now().advanced(bySeconds: patience.wholeSeconds)
        let isWritten = state.wait { state -> Waiting<Bool> in
            if state.isOver { return .done(true) }
            let deadline = min(limit, state.lastWritten.advanced(bySeconds: patience.idleSeconds))
            if MonotonicTime.now() < deadline { return .until(deadline) }
            state.isAbandoned = true
            return .done(false)
        }
        if isWritten { return }
        tell("the last events are not written: the other side does not take them")
        // The output notices within moments; only a disk that hangs holds it longer, and is left behind.
        let deadline = MonotonicTime.now().advanced(bySeconds: 1)
        state.wait { $0.isOver || MonotonicTime.now() >= deadline ? .done(()) : .until(deadline) }
    }

    private static func isEnd(_ event: RunEvent) -> Bool { if case .ended = event { true } else { false } }

    // MARK: The thread

    private func write() {
        blockSignals()
        defer { state.withLock { $0.isOver = true } }
        while let entries = state.wait({ $0.take(at: clock.now()) }) {
            let text = entries.compactMap { line($0) }.map { $0.compact + "\n" }.joined()
            let result = output.write(text) { state.withLock { $0.isAbandoned } }
            switch result {
            case .written: state.withLock { $0.lastWritten = .now() }
            case .closed: return tell("nobody reads it any more; no more events are written")
            case .failed(let reason): return tell("cannot be written: \(reason); no more events are written")
            case .abandoned: return
            }
        }
    }

    /// Signals go to the threads that expect them; and a pipe that nobody reads is told by `write` alone.
    private func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    private func line(_ entry: Entry) -> JSONValue? {
        switch entry {
        case .event(let event, let at): return EventLine(at: at, event: event).json(run: run)
        case .lost(let count, let at):
            tell("the other side is too slow: events are left out, and a line 'lost' says how many")
            return EventLine.lost(count, at: at, run: run)
        }
    }

    private func tell(_ what: String) {
        let isFirst = state.withLock { state in
            defer { state.hasWarned = true }
            return !state.hasWarned
        }
        if isFirst { warn("events (\(name)): \(what)") }
    }
}
