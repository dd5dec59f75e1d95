public import Glibc

/// A value that one thread at a time sees.
///
/// A pthread mutex, and not `Synchronization.Mutex`: when two threads meet at that one it is unlocked through the kernel,
/// which the thread sanitizer does not see, and it reports a race that is none. Not recursive.
///
/// Public though nothing outside this package has it: what is inlined into another module must be.
///
/// `@unchecked Sendable`: `value` is reached under `mutex` alone, and the pointer never changes.
public final class Guarded<Value>: @unchecked Sendable {
    // Seen elsewhere since what uses them is inlined there; nobody else has business with them. That accesses exclude each
    // other is what the mutex is for: Swift need not watch that too.
    @exclusivity(unchecked) @usableFromInline var value: Value
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @inlinable public init(_ value: sending Value) {
        self.value = consume value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` alone with the value.
    @inlinable public func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
