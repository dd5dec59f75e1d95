import Glibc

/// A value that one thread at a time sees.
///
/// A pthread mutex, and not `Synchronization.Mutex`: when two threads meet at that one it is unlocked through the kernel,
/// which the thread sanitizer does not see, and it reports a race that is none. Not recursive.
///
/// `@unchecked Sendable`: `value` is reached under `mutex` alone, and the pointer never changes.
final class Guarded<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
