import Dispatch
import Testing

/// Holds threads until it is opened, once and for good.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() { semaphore.signal() }

    /// Blocks until the gate is open. A gate that is never opened is a failure of the test, not a test without end.
    package func wait() {
        if semaphore.wait(timeout: .now() + 60) == .timedOut {
            Issue.record("a gate was never opened")
        }
        semaphore.signal()
    }

    /// Blocks for so long at most; says whether the gate is open.
    package func isOpen(withinSeconds seconds: Double) -> Bool {
        guard semaphore.wait(timeout: .now() + seconds) == .success else { return false }
        semaphore.signal()
        return true
    }
}
