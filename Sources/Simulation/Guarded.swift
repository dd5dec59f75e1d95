import Glibc

/// A value that one thread at a time sees. Not recursive.
///
/// A pthread mutex rather than `Synchronization.Mutex`: the thread sanitizer sees the one and not the other, and calls every
/// contended use of it a race.
final class Guarded<Value: Sendable>: @unchecked Sendable {
    // Sendable: `value` is reached under `mutex` alone, and the pointer never changes.
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` alone with the value.
    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
