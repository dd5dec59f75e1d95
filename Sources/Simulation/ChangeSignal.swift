import Glibc

/// Lets threads wait for a change, with a time limit; swift's standard library has no condition variable.
///
/// `@unchecked Sendable`: both pointers are set once, and what they point at is used through pthread alone.
final class ChangeSignal: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
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

    /// Wakes everybody; what changed must be visible already.
    func notify() {
        pthread_mutex_lock(mutex)
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Returns when `isDone` says so, and at the latest after so many milliseconds.
    func wait(milliseconds: Int, until isDone: () -> Bool) {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        end.tv_sec += milliseconds / 1000
        end.tv_nsec += milliseconds % 1000 * 1_000_000
        if end.tv_nsec >= 1_000_000_000 {
            end.tv_sec += 1
            end.tv_nsec -= 1_000_000_000
        }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !isDone() {
            if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return }
        }
    }
}
