import Glibc
import Threads

/// The thread that draws: woken by news, and once a second where the time that is left is shown.
///
/// `@unchecked Sendable`: `thread` is set before anybody else knows of the object.
final class ProgressThread: @unchecked Sendable {
    private struct State {
        var hasNews = false
        var isFinished = false
    }

    private let drawing: ProgressDrawing
    private let ticks: Bool
    private let state = Monitor(State())
    private var thread: pthread_t?

    init(_ drawing: ProgressDrawing, ticks: Bool) {
        self.drawing = drawing
        self.ticks = ticks
        start()
    }

    func wake() { state.withLock { $0.hasNews = true } }

    /// Draws once more, ends the thread, and waits for its end. The second call does nothing.
    func finish() {
        let isFirst = state.withLock { state in
            defer { state.isFinished = true }
            return !state.isFinished
        }
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
        let tick = ticks ? MonotonicTime.now().advanced(bySeconds: 1) : nil
        return state.wait { state in
            if state.hasNews || state.isFinished {
                state.hasNews = false
                return .done(!state.isFinished)
            }
            guard let tick else { return .untilChange }
            return MonotonicTime.now() >= tick ? .done(true) : .until(tick)
        }
    }
}
