import Glibc
import Threads

/// Stops the tags at one exchange that was named beforehand, so that something can happen to the command just there.
final class Gate: Sendable {
    struct Place: Hashable {
        /// From 1, over all readers, from when the gate was set.
        var number: Int
        /// Whether writes alone are counted.
        var isWrite: Bool
        /// Whether the tag has carried it out already, and only the answer is held.
        var isAfter: Bool
    }

    private struct State {
        var place: Place?
        var count = 0
        var isClosed = false
    }

    private let state = Guarded(State())
    private let reached: @Sendable () -> Void

    init(reached: @escaping @Sendable () -> Void) { self.reached = reached }

    func set(_ place: Place) { state.withLock { $0 = State(place: place) } }

    /// Lets everything go on, and forgets the place.
    func open() { state.withLock { $0 = State() } }

    /// Blocks while the gate is closed, and closes it where this is the place. Every reader stops then, at its next
    /// exchange.
    func pass(isWrite: Bool, isAfter: Bool) {
        let isPlace = state.withLock { state in
            guard !state.isClosed, let place = state.place, place.isAfter == isAfter, isWrite || !place.isWrite else {
                return false
            }
            state.count += 1
            guard state.count == place.number else { return false }
            state.isClosed = true
            return true
        }
        if isPlace { reached() }
        while state.withLock({ $0.isClosed }) { usleep(1000) }
    }
}
