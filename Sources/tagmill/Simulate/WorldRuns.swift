import Checker
import Operations
import Simulator
import Threads

/// Plays the worlds of one seed after another on several threads, until one breaks an invariant.
///
/// A world belongs to one thread. What comes out does not depend on how many there are: seeds are handed out in order, in
/// portions, and their portions are counted in order, up to the lowest seed that broke.
final class WorldRuns: Sendable {
    /// What is played, and how long.
    struct Plan: Sendable {
        /// For each thread, by its number from 0.
        var simulator: @Sendable (_ thread: Int) -> Simulator
        var world: @Sendable (_ seed: UInt64) -> World
        var firstSeed: UInt64
        /// Nil: until the deadline.
        var count: UInt64?
        var deadline: MonotonicTime?
        /// From 1.
        var threads: Int
        /// So many seeds are handed out at once, from 1.
        var portion = WorldRuns.usualPortion
    }

    /// A world in which an invariant was broken.
    struct Broken: Sendable {
        var seed: UInt64
        var violations: [Violation]
    }

    /// What was played, of the seeds from the first on.
    struct Sum: Sendable {
        var runs = 0
        var coverage = Coverage()
        var rehearsals = RehearsalTally()
        var broken: Broken?

        fileprivate mutating func add(_ other: Sum) {
            runs += other.runs
            coverage.add(other.coverage)
            rehearsals.add(other.rehearsals)
            broken = other.broken
        }
    }

    private struct State {
        /// Behind the first seed: what is handed out next, and what is counted next.
        var next: UInt64 = 0
        var counted: UInt64 = 0
        var sum = Sum()
        /// Portions that were played before an earlier one was.
        var early: [UInt64: Sum] = [:]
        var isStopped = false
        var threads = 0

        mutating func count(_ portion: Sum, at start: UInt64, of size: UInt64) {
            early[start] = portion
            while sum.broken == nil, let portion = early.removeValue(forKey: counted) {
                sum.add(portion)
                counted += size
            }
            if portion.broken != nil { isStopped = true }
        }
    }

    /// A few milliseconds of worlds of ten tags.
    static let usualPortion: UInt64 = 32

    private let plan: Plan
    private let state = Monitor(State())

    init(_ plan: Plan) { self.plan = plan }

    /// What was counted so far.
    var sum: Sum { state.withLock { $0.sum } }

    /// Ends after the portions that are under way; from any thread.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Plays, on threads of its own.
    /// - Parameters:
    ///   - seconds: how often `progress` is called meanwhile, on the calling thread; nil: never.
    func play(every seconds: Double? = nil, progress: (Sum) -> Void = { _ in }) -> Sum {
        var threads: [BlockingThread] = []
        LastWords.prepare()
        for number in 0..<max(1, plan.threads) {
            state.withLock { $0.threads += 1 }
            guard let thread = BlockingThread({ self.work(number) }) else {
                state.withLock { $0.threads -= 1 }
                break
            }
            threads.append(thread)
        }
        // Without any thread to be had, this one does it.
        if threads.isEmpty {
            state.withLock { $0.threads += 1 }
            work(0)
        }
        while !isDone(within: seconds) { progress(sum) }
        for thread in threads { thread.join() }
        return sum
    }

    private func isDone(within seconds: Double?) -> Bool {
        let deadline = seconds.map { MonotonicTime.now().advanced(bySeconds: $0) }
        return state.wait { state in
            if state.threads <= 0 { return .done(true) }
            guard let deadline else { return .untilChange }
            return MonotonicTime.now() < deadline ? .until(deadline) : .done(false)
        }
    }

    // MARK: One thread

    private func work(_ thread: Int) {
        var checker = RunChecker(tags: [])
        let simulator = plan.simulator(thread)
        while let seeds = take() {
            let portion = play(seeds, thread, simulator, &checker)
            state.withLock { $0.count(portion, at: seeds.lowerBound, of: plan.portion) }
        }
        state.withLock { $0.threads -= 1 }
    }

    /// The next portion, counted from the first seed.
    private func take() -> Range<UInt64>? {
        let isLate = plan.deadline.map { MonotonicTime.now() >= $0 } ?? false
        return state.withLock { state in
            let start = state.next
            guard !state.isStopped, !isLate, start < plan.count ?? .max else { return nil }
            let end = min(start + plan.portion, plan.count ?? .max)
            state.next = start + plan.portion
            return start..<end
        }
    }

    private func play(
        _ seeds: Range<UInt64>, _ thread: Int, _ simulator: Simulator, _ checker: inout RunChecker
    ) -> Sum {
        var sum = Sum()
        for step in seeds {
            let seed = plan.firstSeed + step
            LastWords.plays(seed, thread: thread)
            let world = plan.world(seed)
            let verdict = simulator.play(world, checker: &checker, coverage: &sum.coverage)
            sum.runs += 1
            sum.rehearsals.add(verdict, of: world, seed: seed)
            guard verdict.violations.isEmpty else {
                sum.broken = Broken(seed: seed, violations: verdict.violations)
                break
            }
        }
        return sum
    }
}
