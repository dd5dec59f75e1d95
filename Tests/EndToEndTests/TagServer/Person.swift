import Glibc
import Simulation
import Tags
import Threads

/// Lays tags as a person does who has a stack of them: the next one on whatever reader is free; and after something
/// went wrong, those that lay there once more, at once or later, on this reader or another.
final class Person: TagHands {
    private struct State {
        var stack: [UID]
        var lying: [Int: UID] = [:]
        /// Tags that are to be lifted whatever happens.
        var taking: Set<UID> = []
        /// Nothing is laid or lifted.
        var isHolding = false
        /// In the order in which they were laid first.
        var used: [UID] = []
        /// Readers that nobody lays anything on any more.
        var gone: Set<Int> = []
        /// Where the next write stands still, and the tag whose write does.
        var hanging: Int?
        var hung: UID?
        /// What is left of the last round over all used tags, when the stack is empty.
        var round: [UID]?
    }

    private let state: Guarded<State>
    private let gate: Gate

    init(stack: [UID], gate: Gate) {
        state = Guarded(State(stack: stack))
        self.gate = gate
    }

    func hold(_ isHolding: Bool) { state.withLock { $0.isHolding = isHolding } }

    /// What lay on the readers is laid again: it stays where it is, or comes back after at most four others.
    func layAgain(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        state.withLock { state in
            state.round = nil
            for (_, uid) in state.lying.sorted(by: { $0.key < $1.key }) where Bool.random(using: &random) {
                state.taking.insert(uid)
                let place = Int.random(in: 0...min(4, state.stack.count), using: &random)
                state.stack.insert(uid, at: place)
            }
        }
    }

    /// The reader's plug is pulled: its tag goes back on the stack, and no other is laid there.
    func unplug(_ reader: Int) { state.withLock { _ = $0.gone.insert(reader) } }

    /// The next write on this reader is not answered until `release`; the other readers go on.
    func hang(_ reader: Int) { state.withLock { $0.hanging = reader } }

    /// The write is carried out and answered after all; its tag is the next that is laid.
    func release() {
        state.withLock { state in
            state.hanging = nil
            if let uid = state.hung { state.stack.insert(uid, at: 0) }
            state.hung = nil
        }
    }

    // MARK: TagHands

    func next(reader: Int) -> NextTag {
        state.withLock { state in
            guard !state.isHolding, !state.gone.contains(reader) else { return .nothingYet }
            if state.stack.isEmpty {
                // Who has run out of tags tries those that were used: one may be waited for.
                if state.round == nil { state.round = state.used }
                state.stack = state.round ?? []
                state.round = []
            }
            guard let index = state.stack.firstIndex(where: { !state.lying.values.contains($0) }) else {
                return .nothingYet
            }
            let uid = state.stack.remove(at: index)
            state.lying[reader] = uid
            if !state.used.contains(uid) { state.used.append(uid) }
            return .tag(uid)
        }
    }

    func isToBeLifted(_ uid: UID, reader: Int, isDoneWith: Bool) -> Bool {
        state.withLock { state in
            if state.taking.contains(uid) || state.gone.contains(reader) { return true }
            return isDoneWith && !state.isHolding
        }
    }

    func lifted(_ uid: UID, reader: Int, byFault: Bool) {
        state.withLock { state in
            state.lying[reader] = nil
            state.taking.remove(uid)
            // It slipped; it is laid again after some others.
            if byFault { state.stack.insert(uid, at: min(2, state.stack.count)) }
            if state.gone.contains(reader) { state.stack.insert(uid, at: 0) }
        }
    }

    func willExchange(_ uid: UID, isWrite: Bool) {
        gate.pass(isWrite: isWrite, isAfter: false)
        let hangs = state.withLock { state in
            guard isWrite, state.hung == nil, let reader = state.hanging, state.lying[reader] == uid else {
                return false
            }
            state.hung = uid
            return true
        }
        guard hangs else { return }
        while state.withLock({ $0.hung == uid }) { usleep(1000) }
    }

    func didExchange(_ uid: UID, isWrite: Bool) { gate.pass(isWrite: isWrite, isAfter: true) }
}
