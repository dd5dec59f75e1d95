import Glibc
import Threads

/// What Ctrl-C does, by what `simulate` is at when it comes: what can be left in the middle looks at `isAsked` and ends; what
/// cannot is ended with the process.
final class SimulationStop: Sendable {
    private struct State {
        var isAsked = false
        /// Tells what is known so far; the process ends behind it. Nil: the work ends by itself.
        var farewell: (@Sendable () -> Void)?
        var runs: WorldRuns?
        var cleanUp: (@Sendable () -> Void)?
    }

    private let state = Guarded(State())
    private let end: @Sendable () -> Void

    /// - Parameter end: ends the process; a test's may return.
    init(end: @escaping @Sendable () -> Void = { _exit(ExitCode.stopped.rawValue) }) { self.end = end }

    /// For `SignalWatch`.
    var answers: SignalWatch.Answers { .init(first: { self.ask() }, second: { self.endAtOnce() }) }

    var isAsked: Bool { state.withLock { $0.isAsked } }

    /// The first signal. While the lock is held, what cannot be left in the middle cannot end by itself either.
    func ask() {
        state.withLock { state in
            state.isAsked = true
            state.runs?.stop()
            guard let farewell = state.farewell else { return }
            farewell()
            state.cleanUp?()
            end()
        }
    }

    private func endAtOnce() {
        cleanUp()
        end()
    }

    func cleanUp() { state.withLock { $0.cleanUp }?() }

    /// Does what cannot be left in the middle.
    /// - Parameter farewell: tells what is known when it is ended.
    func endsAtOnce<Result, Failure: Error>(
        telling farewell: @escaping @Sendable () -> Void, during body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        state.withLock { $0.farewell = farewell }
        defer { state.withLock { $0.farewell = nil } }
        return try body()
    }

    /// These are stopped too; at once where that was asked for before.
    func stops(_ runs: WorldRuns) {
        state.withLock { state in
            state.runs = runs
            if state.isAsked { runs.stop() }
        }
    }

    /// To be done before the process ends.
    func cleansUp(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.cleanUp = body } }
}
