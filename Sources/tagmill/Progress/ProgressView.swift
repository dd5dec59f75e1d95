import Glibc
import Jobs
import Operations

/// Shows a run on standard error while it goes: on a terminal lines that are redrawn in place, else a plain line for each
/// tag and each warning.
///
/// Events only change a value under a lock; a thread of its own draws. So a terminal that is stopped (Ctrl-S), or a pager
/// that does not read, never holds a reader's thread.
final class ProgressView: RunObserver {
    private let drawing: ProgressDrawing
    private let thread: ProgressThread?

    /// `redraws`: standard error is a terminal that can be redrawn; `rings`: it rings when a tag did not succeed. With `--quiet` nothing is ever shown.
    init(
        level: Console.Level, redraws: Bool, rings: Bool = false, isColored: Bool,
        output: any TextOutput,
        size: @escaping @Sendable () -> TerminalSize? = { Surroundings.terminalSize() },
        clock: @escaping @Sendable () -> Int64 = { monotonicMilliseconds() }
    ) {
        drawing = ProgressDrawing(
            level: level, redraws: redraws, rings: rings, isColored: isColored, output: output, size: size, clock: clock
        )
        thread = level == .quiet ? nil : ProgressThread(drawing, ticks: redraws)
    }

    func observe(_ event: RunEvent) {
        guard let thread else { return }
        drawing.take(event)
        thread.wake()
    }

    /// Draws what is left and ends the thread. The last state of the lines stays on the screen. Returns when everything
    /// was taken by the other side; nothing may be observed afterwards.
    func finish() {
        thread?.finish()
    }
}

/// Milliseconds of the clock that never goes back.
private func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
