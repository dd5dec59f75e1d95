import Glibc

/// Time that never goes back, in nanoseconds since some start.
package struct MonotonicTime: Comparable {
    package var nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package static func now() -> MonotonicTime { MonotonicTime(CLOCK_MONOTONIC) }

    /// The time at the last tick of the system's timer: up to ten milliseconds ago, and several times as quick to have as `now`.
    package static func atLastTick() -> MonotonicTime { MonotonicTime(CLOCK_MONOTONIC_COARSE) }

    private init(_ clock: clockid_t) {
        var time = Glibc.timespec()
        clock_gettime(clock, &time)
        nanoseconds = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    package func advanced(bySeconds seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: nanoseconds + UInt64(max(0, seconds) * 1_000_000_000))
    }

    package func goneBack(bySeconds seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: nanoseconds - min(nanoseconds, UInt64(max(0, seconds) * 1_000_000_000)))
    }

    var timespec: Glibc.timespec {
        Glibc.timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
