import Glibc
import Jobs
import Provisioning

/// The time of day by the system's clock.
struct SystemClock: WallClock {
    func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The day of this station (TZ).
    func today() -> RunDate {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return RunDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}
