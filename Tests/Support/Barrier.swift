import Threads

/// Lets threads go on when so many have arrived, and every one that comes later.
package final class Barrier: Sendable {
    private let count: Int
    private let arrived = Guarded(0)
    private let gate = Gate()

    package init(_ count: Int) { self.count = count }

    package func arrive() {
        let isLast = arrived.withLock { arrived in
            arrived += 1
            return arrived >= count
        }
        if isLast { gate.open() } else { gate.wait() }
    }
}
