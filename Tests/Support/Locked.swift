import Foundation

/// A value that one thread at a time sees. Not recursive.
///
/// Unlike `Synchronization.Mutex` it is known to the thread sanitizer, which calls contended uses of that a race.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // Sendable: `value` is reached under `lock` alone.
    private var value: Value
    private let lock = NSLock()

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
