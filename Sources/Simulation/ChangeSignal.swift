import Threads

/// Lets threads wait for a change of something that is kept elsewhere, with a time limit.
final class ChangeSignal: Sendable {
    /// How many there were.
    private let changes = Monitor(0)

    /// Wakes everybody; what changed must be visible already.
    func notify() { changes.withLock { $0 += 1 } }

    /// Returns when `isDone` says so, and at the latest after so many milliseconds.
    func wait(milliseconds: Int, until isDone: () -> Bool) {
        let end = MonotonicTime.now().advanced(bySeconds: Double(milliseconds) / 1000)
        changes.wait { _ in isDone() || MonotonicTime.now() >= end ? .done(()) : .until(end) }
    }
}
