internal import Glibc

/// Something that needs a connection to a reader, on a thread of its own.
///
/// pcscd lets no connection through, shared or exclusive, while another program holds a transaction on the reader, for
/// as long as that takes. No call of PC/SC ends the wait: SCardCancel reports success and does nothing, and releasing the
/// context from another thread blocks every PC/SC call of this process (measured with 1.9.9). So the wait is left to a
/// thread with a context of its own, and whoever wants the result looks again when it likes.
///
/// Of one owner, on one thread; only the thread within is another.
final class Attempt<Value>: @unchecked Sendable {
    // Sendable: `outcome` and `isAbandoned` are reached under `mutex` alone, and the two pointers never change. A
    // value crosses to the owner once, under the lock.
    private var outcome: Result<Value, PCSCError>?
    private var isAbandoned = false
    /// Lets go of a value that nobody wants.
    private let drop: @Sendable (Value) -> Void
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    /// Begins `body`, which may ask whether it is still wanted. Nil where the system has no more threads to give.
    private static func begin(
        _ body: @escaping @Sendable (_ isWanted: () -> Bool) throws(PCSCError) -> Value,
        drop: @escaping @Sendable (Value) -> Void
    ) -> Attempt? {
        let attempt = Attempt(drop)
        return DetachedThread.start { attempt.run(body) } ? attempt : nil
    }

    private init(_ drop: @escaping @Sendable (Value) -> Void) {
        self.drop = drop
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

    /// What came of it, once; nil when it still goes on after so many milliseconds.
    func outcome(withinMilliseconds milliseconds: Int) -> Result<Value, PCSCError>? {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        deadline.tv_nsec += (milliseconds % 1000) * 1_000_000
        deadline.tv_sec += milliseconds / 1000 + deadline.tv_nsec / 1_000_000_000
        deadline.tv_nsec %= 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while outcome == nil {
            // Anything but a wake is the end of the time.
            guard pthread_cond_timedwait(condition, mutex, &deadline) == 0 else { break }
        }
        defer { outcome = nil }
        return outcome
    }

    /// Nobody wants the value any more: it is dropped as soon as it is made.
    func abandon() {
        pthread_mutex_lock(mutex)
        isAbandoned = true
        let unwanted = outcome
        outcome = nil
        pthread_mutex_unlock(mutex)
        if case .success(let value) = unwanted { drop(value) }
    }

    private var isWanted: Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return !isAbandoned
    }

    private func run(_ body: (_ isWanted: () -> Bool) throws(PCSCError) -> Value) {
        let result: Result<Value, PCSCError>
        do throws(PCSCError) {
            result = .success(try body { self.isWanted })
        } catch {
            result = .failure(error)
        }
        pthread_mutex_lock(mutex)
        let isWanted = !isAbandoned
        if isWanted { outcome = result }
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
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
