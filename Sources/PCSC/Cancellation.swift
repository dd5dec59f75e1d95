internal import CPCSC
internal import Threads

/// Ends the wait that another thread has under way in one context.
///
/// SCardCancel is the one call that may use a context that is not the thread's own. The lock keeps it from a context
/// that has been released meanwhile.
final class Cancellation: Sendable {
    private let context: Guarded<SCARDCONTEXT?>

    init(_ context: SCARDCONTEXT) {
        self.context = Guarded(context)
    }

    /// From any thread. Does nothing when no wait is under way: pcsc-lite then answers INVALID_HANDLE, and 1.9.9 does so
    /// too when the wait is just timing out. That is no error; the caller's flag ends the next wait.
    func cancel() {
        context.withLock { context in
            guard let context else { return }
            _ = SCardCancel(context)
        }
    }

    /// Before the context is released.
    func retire() {
        context.withLock { $0 = nil }
    }
}

/// The waits of one `PCSCReaders` and of its slots, to end them all.
final class Waits: Sendable {
    private struct State {
        var isCancelled = false
        var current: [ObjectIdentifier: Cancellation] = [:]
    }

    private let state = Guarded(State())

    /// Whether every wait is to end.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func add(_ cancellation: Cancellation) {
        state.withLock { $0.current[ObjectIdentifier(cancellation)] = cancellation }
    }

    func remove(_ cancellation: Cancellation) {
        state.withLock { _ = $0.current.removeValue(forKey: ObjectIdentifier(cancellation)) }
    }

    /// Ends every wait, now and later, and returns at once. The flag is set first: a wait that SCardCancel misses sees it
    /// when it ends.
    ///
    /// SCardCancel asks the service, and a service that hangs does not answer: that is for a thread that nobody waits for.
    /// Without one the waits end by themselves a little later.
    func cancel() {
        let current = state.withLock { state in
            state.isCancelled = true
            return Array(state.current.values)
        }
        guard !current.isEmpty else { return }
        _ = DetachedThread.start { for cancellation in current { cancellation.cancel() } }
    }
}
