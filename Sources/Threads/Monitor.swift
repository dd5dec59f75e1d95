public import Glibc

/// A value that one thread at a time sees, and a condition on it that others wait for. Not recursive.
///
/// Not of `Void`: the sanitizer takes an access to nothing for one to the property that begins there.
///
/// Public though nothing outside this package has it: what is inlined into another module must be.
///
/// `@unchecked Sendable`: `value` is reached under `mutex` alone, and the two pointers never change.
public final class Monitor<Value>: @unchecked Sendable {
    // Seen elsewhere since what uses them is inlined there; nobody else has business with them. That accesses exclude each
    // other is what the mutex is for: Swift need not watch that too.
    @exclusivity(unchecked) @usableFromInline var value: Value
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let condition: UnsafeMutablePointer<pthread_cond_t>

    @inlinable public init(_ value: sending Value) {
        self.value = consume value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // The time of day may be set while somebody waits.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` alone with the value, and wakes those that wait for a condition on it.
    /// - Parameter wakes: false where `body` changes nothing that anybody waits for.
    @inlinable public func withLock<Result>(wakes: Bool = true, _ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            if wakes { pthread_cond_broadcast(condition) }
            pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Waits until `answer` gives a value; it is asked again after each change, and at the time that it names.
    package func wait<Result>(_ answer: (inout Value) -> Waiting<Result>) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch answer(&value) {
            case .done(let result): return result
            case .untilChange: pthread_cond_wait(condition, mutex)
            case .until(let deadline):
                var time = deadline.timespec
                pthread_cond_timedwait(condition, mutex, &time)
            }
        }
    }
}

/// What a waiting thread is told when it asks.
package enum Waiting<Result> {
    case done(Result)
    case untilChange
    case until(MonotonicTime)
}
