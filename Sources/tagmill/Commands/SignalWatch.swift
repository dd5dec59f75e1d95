import Glibc
import Threads

/// Takes SIGINT, SIGTERM and SIGHUP on a thread of its own: the first stops cleanly, the second at once (contract,
/// section 2).
///
/// A SIGHUP that was ignored at the start stays ignored, so that `nohup tagmill run` outlives its terminal.
///
/// Made before any other thread is started, since threads inherit the mask that keeps these signals from them.
final class SignalWatch: Sendable {
    /// What is to be done on the first and on the second signal.
    struct Answers: Sendable {
        var first: @Sendable () -> Void
        var second: @Sendable () -> Void
    }

    private struct State {
        var received = 0
        var answers: Answers?
    }

    /// A terminal that is closed hangs up twice: the kernel tells, and the shell, a moment after. These are one.
    private static let oneHangUp = Duration.milliseconds(200)

    private let state = Guarded(State())
    private let signals: [Int32]

    init() {
        signals = Self.isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, nil,
            { argument in
                // The argument is the watch that was retained for this thread alone, which lives as long as the process.
                guard let argument else { return nil }
                Unmanaged<SignalWatch>.fromOpaque(argument).takeUnretainedValue().watch()
                return nil
            }, box.toOpaque())
        if status == 0 {
            pthread_detach(thread)
        } else {
            // Without a watching thread the signals do what they always do.
            box.release()
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
        }
    }

    /// From now on signals do this; those that came before are answered at once.
    func answer(_ answers: Answers) {
        let received = state.withLock { state in
            state.answers = answers
            return state.received
        }
        if received > 0 { answers.first() }
        if received > 1 { answers.second() }
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        // SIG_IGN is the number 1 in the handler's place (signal.h).
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    private func watch() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        var lastHangUp: ContinuousClock.Instant?
        while true {
            var signal: Int32 = 0
            guard sigwait(&set, &signal) == 0 else { continue }
            if signal == SIGHUP {
                defer { lastHangUp = .now }
                if let lastHangUp, ContinuousClock.now - lastHangUp < Self.oneHangUp { continue }
            }
            let (received, answers) = state.withLock { state in
                state.received += 1
                return (state.received, state.answers)
            }
            if received == 1 { answers?.first() } else { answers?.second() }
        }
    }
}
