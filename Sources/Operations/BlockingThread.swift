import Glibc

/// A thread of its own for work that blocks; never a thread of the concurrency pool.
package final class BlockingThread {
    private let thread: pthread_t

    /// Starts the thread. Nil where the system has no more threads to give.
    package init?(_ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Body(body))
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                // The argument is the box that was retained for this thread alone.
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            box.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits until the thread has ended. Called once, from one thread.
    package func join() { pthread_join(thread, nil) }

    /// Leaves the thread to itself; instead of `join`.
    package func detach() { pthread_detach(thread) }

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
