import Glibc

/// The thread that draws: woken by news, and once a second where the time that is left is shown.
///
/// `@unchecked Sendable`: the flags are read and written under the mutex alone, and the two C objects lie at fixed
/// addresses until the thread was joined.
final class ProgressThread: @unchecked Sendable {
    private let drawing: ProgressDrawing
    private let ticks: Bool
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var hasNews = false
    private var isFinished = false
    private var thread: pthread_t?

    init(_ drawing: ProgressDrawing, ticks: Bool) {
        self.drawing = drawing
        self.ticks = ticks
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
        start()
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func wake() {
        pthread_mutex_lock(mutex)
        hasNews = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Draws once more, ends the thread, and waits for its end. The second call does nothing.
    func finish() {
        pthread_mutex_lock(mutex)
        let isFirst = !isFinished
        isFinished = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
        guard isFirst else { return }
        if let thread { pthread_join(thread, nil) }
        drawing.finish()
    }

    private func start() {
        // The thread holds the object until `finish` lets it end.
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<ProgressThread>.fromOpaque(context).takeRetainedValue().loop()
                return nil
            }, context.toOpaque())
        // Without a thread nothing is shown until the end; the run itself goes on.
        if result == 0 { self.thread = thread } else { context.release() }
    }

    private func loop() {
        blockSignals()
        while waitForNews() { drawing.draw() }
    }

    /// Signals go to the threads that expect them.
    private func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    /// False when there is nothing more to come.
    private func waitForNews() -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        deadline.tv_sec += 1
        while !hasNews && !isFinished {
            let result =
                ticks ? pthread_cond_timedwait(condition, mutex, &deadline) : pthread_cond_wait(condition, mutex)
            if result == ETIMEDOUT { return true }
        }
        hasNews = false
        return !isFinished
    }
}
