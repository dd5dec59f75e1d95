internal import Threads

/// Something that needs a connection to a reader, on a thread of its own.
///
/// pcscd lets no connection through, shared or exclusive, while another program holds a transaction on the reader, for
/// as long as that takes. No call of PC/SC ends the wait: SCardCancel reports success and does nothing, and releasing the
/// context from another thread blocks every PC/SC call of this process (measured with 1.9.9). So the wait is left to a
/// thread with a context of its own, and whoever wants the result looks again when it likes.
///
/// Of one owner, on one thread; only the thread within is another.
final class Attempt<Value>: Sendable {
    private struct State {
        var outcome: Result<Value, PCSCError>?
        var isAbandoned = false
    }

    /// A value crosses to the owner once, under the lock.
    private let state = Monitor(State())
    /// Lets go of a value that nobody wants.
    private let drop: @Sendable (Value) -> Void

    /// Begins `body`, which may ask whether it is still wanted. Nil where the system has no more threads to give.
    private static func begin(
        _ body: @escaping @Sendable (_ isWanted: () -> Bool) throws(PCSCError) -> Value,
        drop: @escaping @Sendable (Value) -> Void
    ) -> Attempt? {
        let attempt = Attempt(drop)
        return DetachedThread.start { attempt.run(body) } ? attempt : nil
    }

    private init(_ drop: @escaping @Sendable (Value) -> Void) { self.drop = drop }

    /// What came of it, once; nil when it still goes on after so many milliseconds.
    func outcome(withinMilliseconds milliseconds: Int) -> Result<Value, PCSCError>? {
        let deadline = MonotonicTime.now().advanced(bySeconds: Double(milliseconds) / 1000)
        return state.wait { state in
            if let outcome = state.outcome {
                state.outcome = nil
                return .done(outcome)
            }
            return MonotonicTime.now() >= deadline ? .done(nil) : .until(deadline)
        }
    }

    /// Nobody wants the value any more: it is dropped as soon as it is made.
    func abandon() {
        let unwanted = state.withLock { state in
            defer { state.outcome = nil }
            state.isAbandoned = true
            return state.outcome
        }
        if case .success(let value) = unwanted { drop(value) }
    }

    private var isWanted: Bool { state.withLock(wakes: false) { !$0.isAbandoned } }

    private func run(_ body: (_ isWanted: () -> Bool) throws(PCSCError) -> Value) {
        let result: Result<Value, PCSCError>
        do throws(PCSCError) {
            result = .success(try body { self.isWanted })
        } catch {
            result = .failure(error)
        }
        let isWanted = state.withLock { state in
            if !state.isAbandoned { state.outcome = result }
            return !state.isAbandoned
        }
        if !isWanted, case .success(let value) = result { drop(value) }
    }
}

extension Attempt<Connection> {
    /// Begins to connect to the tag on a reader.
    static func connecting(to reader: String) -> Attempt? {
        begin(
            { (_) throws(PCSCError) in
                let context = try Context()
                let card = try context.connect(to: reader)
                return Connection(card, context: context)
            }, drop: { $0.close() })
    }
}

extension Attempt<[UInt8]> {
    /// Begins to send a command to a reader itself; its answer. Nothing is sent any more once it is given up.
    static func escape(_ command: [UInt8], to reader: String) -> Attempt? {
        begin(
            { (isWanted) throws(PCSCError) in
                try Context().escape(command, to: reader, unless: { !isWanted() })
            }, drop: { _ in })
    }
}

extension Attempt<UInt32> {
    /// Begins to ask how a reader is connected to this machine.
    static func channel(of reader: String) -> Attempt? {
        begin({ (_) throws(PCSCError) in try Context().channel(of: reader) }, drop: { _ in })
    }
}
