import Glibc

/// A thread of its own for work that blocks.
struct WorkerThread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let thread: pthread_t

    /// Nil when the system gives no thread.
    init?(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let failure = pthread_create(
            &thread, nil,
            { pointer in
                // What was retained above is released by the new thread alone.
                if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard failure == 0 else {
            work.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for its end; to be called once.
    func join() { pthread_join(thread, nil) }
}

/// Sleeps on the real clock.
public let realSleep: Sleep = { time in
    let (seconds, attoseconds) = time.components
    var left = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var rest = timespec()
    while nanosleep(&left, &rest) == -1, errno == EINTR { left = rest }
}
