import Glibc
import Jobs
import Operations
import Threads

/// Runs the user's commands of `--on-success` and `--on-failure` (contract, section 2): one for each item that is written,
/// unchanged, failed or in doubt, with the item of report.json on its standard input.
///
/// Events only enter a result into a bounded list. Threads of its own start the commands, a few at a time, and another ends
/// those that take too long: a command holds no reader, and changes nothing of the run.
final class RunHooks: RunObserver {
    /// Which of the two.
    enum Kind: String, Hashable, Sendable {
        case success = "--on-success"
        case failure = "--on-failure"
    }

    private struct Job {
        let kind: Kind
        let item: ItemKey
        let outcome: Outcome
    }

    /// A command that runs.
    private struct Running {
        let process: HookProcess
        /// When it gets the next signal.
        var deadline: MonotonicTime
        /// Why SIGTERM was sent, as a person is told; SIGKILL follows.
        var endedBecause: String?
    }

    private struct State {
        var waiting: [Job] = []
        var running: [pid_t: Running] = [:]
        /// Threads that have not ended.
        var workers = 0
        var dropped = 0
        var failures: [Kind: (failed: Int, run: Int)] = [:]
        var told: Set<String> = []
        /// No result comes any more.
        var isFinishing = false
        /// Nothing is started any more, and what runs is ended.
        var isAbandoned = false
        var isOver = false
    }

    private let commands: [Kind: String]
    private let environment: [String: String]
    private let output: Int32?
    private let limits: HookLimits
    private let text: @Sendable (ItemKey, Outcome) -> String?
    private let warn: @Sendable (String) -> Void
    private let state = Monitor(State())

    /// - Parameters:
    ///   - environment: what the commands find in theirs.
    ///   - output: the descriptor to which they print; nil: nowhere.
    ///   - text: what a command is given; nil where the item cannot be read. Called on threads of this object.
    ///   - warn: told what goes wrong, each kind once; from any thread, and never by `observe`.
    init(
        _ commands: [Kind: String], environment: [String: String], output: Int32?, limits: HookLimits = HookLimits(),
        text: @escaping @Sendable (ItemKey, Outcome) -> String?, warn: @escaping @Sendable (String) -> Void
    ) {
        self.commands = commands
        self.environment = environment
        self.output = output
        self.limits = limits
        self.text = text
        self.warn = warn
        // Where the parent had SIGCHLD ignored, the system would wait for the commands itself, and how they end would be lost.
        signal(SIGCHLD, SIG_DFL)
        // The threads hold this object until `finish` lets them end.
        BlockingThread { self.endOverdue() }?.detach()
        for _ in 0..<limits.mostRunning {
            state.withLock { $0.workers += 1 }
            if let thread = BlockingThread({ self.work() }) {
                thread.detach()
            } else {
                state.withLock { $0.workers -= 1 }
            }
        }
        if state.withLock({ $0.workers }) == 0 { warn("no command is run: the system has no thread left to give") }
    }

    func observe(_ event: RunEvent) {
        guard case .settled(let item, let outcome) = event else { return }
        let kind: Kind = outcome.status.isSuccess ? .success : .failure
        guard commands[kind] != nil else { return }
        state.withLock { state in
            guard !state.isAbandoned, state.workers > 0 else { return }
            if state.waiting.count < limits.mostWaiting {
                state.waiting.append(Job(kind: kind, item: item.key, outcome: outcome))
            } else {
                state.dropped += 1
            }
        }
    }

    // MARK: The end

    /// Waits for the commands that are left, for a bounded time; then ends them. Nothing may be observed afterwards.
    func finish() {
        let end = MonotonicTime.now().advanced(bySeconds: limits.secondsAtTheEnd)
        state.withLock { $0.isFinishing = true }
        waitForWorkers(until: min(end, MonotonicTime.now().advanced(bySeconds: limits.secondsUntilTold)))
        if state.withLock({ $0.workers > 0 && !$0.isAbandoned }) {
            warn("the run is over; waiting for the commands that are left (Ctrl-C ends them)")
        }
        waitForWorkers(until: end)
        abandon()
        waitForWorkers(until: MonotonicTime.now().advanced(bySeconds: limits.secondsToEnd + 1))
        let (left, dropped, failures) = state.withLock { state in
            state.isOver = true
            return (state.waiting.count, state.dropped, state.failures)
        }
        if left > 0 {
            warn("\(Self.results(left)) handed to no command: those before took too long, or the run was broken off")
        }
        if dropped > 0 {
            warn(
                "\(Self.results(dropped)) handed to no command: \(limits.mostWaiting) were waiting for theirs already")
        }
        for (kind, count) in failures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count.failed > 1 {
            warn("\(count.failed) of \(count.run) commands of \(kind.rawValue) failed")
        }
    }

    private static func results(_ count: Int) -> String { count == 1 ? "1 result was" : "\(count) results were" }

    /// Starts nothing more, and ends what runs. From any thread.
    func abandon() {
        state.withLock { state in
            guard !state.isAbandoned else { return }
            state.isAbandoned = true
            let kill = MonotonicTime.now().advanced(bySeconds: limits.secondsToEnd)
            for (id, running) in state.running where running.endedBecause == nil {
                running.process.end(by: SIGTERM)
                state.running[id]?.deadline = kill
                state.running[id]?.endedBecause = "was ended with the run"
            }
        }
    }

    /// The run is over: who presses Ctrl-C now waits for commands alone.
    func abandonIfFinishing() {
        if state.withLock({ $0.isFinishing }) { abandon() }
    }

    private func waitForWorkers(until end: MonotonicTime) {
        state.wait { $0.workers == 0 || MonotonicTime.now() >= end ? .done(()) : .until(end) }
    }

    // MARK: The threads

    private func work() {
        blockSignals()
        while let job = next() { run(job) }
        state.withLock { $0.workers -= 1 }
    }

    private func next() -> Job? {
        state.wait { state in
            if state.isAbandoned { return .done(nil) }
            if !state.waiting.isEmpty { return .done(state.waiting.removeFirst()) }
            return state.isFinishing ? .done(nil) : .untilChange
        }
    }

    private func run(_ job: Job) {
        guard let command = commands[job.kind] else { return }
        guard let text = text(job.item, job.outcome) else {
            return note(job, "was not run, because the item cannot be read in the journal")
        }
        let process: HookProcess
        do throws(HookFailure) {
            process = try HookProcess(command, environment: environment, output: output)
        } catch {
            return note(job, "cannot be started: \(error.reason)")
        }
        state.withLock { state in
            let seconds = state.isAbandoned ? 0 : limits.secondsEach
            state.running[process.process] = Running(
                process: process, deadline: .now().advanced(bySeconds: seconds))
        }
        process.give(text) { state.withLock { $0.running[process.process]?.endedBecause != nil } }
        process.wait()
        let running = state.withLock { $0.running.removeValue(forKey: process.process) }
        let end = process.reap()
        note(job, end == .exited(0) ? nil : running?.endedBecause ?? Self.complaint(end))
    }

    /// What is said of a command that failed by itself.
    private static func complaint(_ end: HookProcess.End) -> String {
        switch end {
        // What a shell answers for a command that it does not find, or may not run (POSIX, 2.8.2).
        case .exited(127): "ended with exit code 127: a command in it was not found"
        case .exited(126): "ended with exit code 126: a command in it cannot be run"
        case .exited(let code): "ended with exit code \(code)"
        case .killed(let signal): "was ended by signal \(signal)"
        case .unknown(let reason): "has ended, and the system does not tell how: \(reason)"
        }
    }

    private func note(_ job: Job, _ complaint: String?) {
        let isNew = state.withLock { state in
            state.failures[job.kind, default: (0, 0)].run += 1
            guard let complaint else { return false }
            state.failures[job.kind, default: (0, 0)].failed += 1
            return state.told.insert("\(job.kind.rawValue) \(complaint)").inserted
        }
        if isNew, let complaint { warn("the command of \(job.kind.rawValue) for \(job.item) \(complaint)") }
    }

    private var tookTooLong: String { "was ended: it took longer than \(Int(limits.secondsEach)) s" }

    /// Ends the commands that take too long: SIGTERM first, SIGKILL when that does not help.
    private func endOverdue() {
        blockSignals()
        while true {
            let isOver = state.wait { state -> Waiting<Bool> in
                if state.isOver { return .done(true) }
                let now = MonotonicTime.now()
                for (id, running) in state.running where running.deadline <= now {
                    running.process.end(by: running.endedBecause == nil ? SIGTERM : SIGKILL)
                    state.running[id]?.deadline = now.advanced(bySeconds: limits.secondsToEnd)
                    if running.endedBecause == nil { state.running[id]?.endedBecause = tookTooLong }
                }
                return state.running.values.map(\.deadline).min().map { .until($0) } ?? .untilChange
            }
            if isOver { return }
        }
    }

    /// Signals go to the threads that expect them; and a pipe that nobody reads is told by `write` alone.
    private func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }
}
