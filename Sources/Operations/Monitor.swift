import Glibc

/// A value that one thread at a time sees, and a condition on it that others wait for.
///
/// `Synchronization.Mutex` has no condition; this is a pthread mutex with one. Not recursive.
package final class Monitor<Value>: @unchecked Sendable {
    // Sendable: `value` is reached under `mutex` alone, and the two pointers never change.
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
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
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
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

/// Time that never goes back, in nanoseconds since some start.
package struct MonotonicTime: Comparable {
    package var nanoseconds: UInt64

    package static func now() -> MonotonicTime { MonotonicTime(CLOCK_MONOTONIC) }

    /// The time at the last tick of the system's timer: up to ten milliseconds ago, and several times as quick to have as `now`.
    static func atLastTick() -> MonotonicTime { MonotonicTime(CLOCK_MONOTONIC_COARSE) }

    private init(_ clock: clockid_t) {
        var time = Glibc.timespec()
        clock_gettime(clock, &time)
        nanoseconds = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package func advanced(bySeconds seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: nanoseconds + UInt64(max(0, seconds) * 1_000_000_000))
    }

    func goneBack(bySeconds seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: nanoseconds - min(nanoseconds, UInt64(max(0, seconds) * 1_000_000_000)))
    }

    var timespec: Glibc.timespec {
        Glibc.timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
