import Glibc

/// A value that one thread at a time sees, and a condition on it that others wait for.
///
/// A pthread mutex, and not `Synchronization.Mutex`: that one has no condition, and the thread sanitizer does not see how it
/// is unlocked when two threads meet at it. Not recursive.
final class Monitor<Value>: @unchecked Sendable {
    // Sendable: `value` is reached under `mutex` alone, and the two pointers never change.
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` alone with the value. Nobody that waits is woken.
    func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Runs `body` alone with the value, and wakes those that wait.
    func change(_ body: (inout Value) -> Void) {
        pthread_mutex_lock(mutex)
        body(&value)
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until `answer` gives a value; it is asked at once, and again after each change.
    func wait<Result>(until answer: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = answer(&value) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }
}
