import Threads

/// One tag lying before an antenna once, seen by each reader of it.
final class Laying: Sendable {
    private struct State: Sendable {
        var isGone = false
        var isLifted = false
        /// Presentations that are connected.
        var connected: Set<ObjectIdentifier> = []
    }

    let racked: RackedTag
    private let state = Guarded(State())
    private let signal = ChangeSignal()

    init(_ racked: RackedTag) { self.racked = racked }

    /// Whether a fault took the tag away.
    var isGone: Bool { state.withLock { $0.isGone } }

    /// Whether the tag was lifted.
    var isLifted: Bool { state.withLock { $0.isLifted } }

    func leave() { state.withLock { $0.isGone = true } }

    func lift() { state.withLock { $0.isLifted = true } }

    func connect(_ presentation: TagPresentation, _ isConnected: Bool) {
        state.withLock { state in
            if isConnected {
                state.connected.insert(ObjectIdentifier(presentation))
            } else {
                state.connected.remove(ObjectIdentifier(presentation))
            }
        }
        if !isConnected { signal.notify() }
    }

    /// Blocks until no other reader is connected to the tag. False: `isGivenUp`, which is asked several times a second.
    func waitUntilFree(of own: TagPresentation, isGivenUp: () -> Bool) -> Bool {
        while !isFree(of: own) {
            if isGivenUp() { return false }
            signal.wait(milliseconds: 100) { isFree(of: own) }
        }
        return true
    }

    private func isFree(of own: TagPresentation) -> Bool {
        state.withLock { $0.isGone || $0.isLifted || $0.connected.subtracting([ObjectIdentifier(own)]).isEmpty }
    }
}

/// An antenna: which tag lies before it, and which come next. Most readers have one to themselves; several that share one see
/// the same tag.
///
/// Tags come in the order of the file; those that a fault removed come back after all others, in the order in which they
/// were removed. What comes next depends on this antenna alone.
final class Antenna: Sendable {
    private struct State: Sendable {
        var next = 0
        var returning: [RackedTag] = []
        var lying: Laying?
    }

    private let tags: [RackedTag]
    private let state = Guarded(State())

    init(_ tags: [RackedTag]) { self.tags = tags }

    /// The tag that lies there, unless it is the one that was seen last: then that is lifted and the next is laid. Nil when none
    /// is to come.
    func next(after seen: Laying?) -> Laying? {
        state.withLock { state in
            if let lying = state.lying, lying !== seen, !lying.isGone { return lying }
            lift(&state)
            let racked: RackedTag
            if state.next < tags.count {
                racked = tags[state.next]
                state.next += 1
            } else if !state.returning.isEmpty {
                racked = state.returning.removeFirst()
            } else {
                return nil
            }
            return lay(racked, &state)
        }
    }

    /// Lifts the tag that lies there and lays this one, past the order of the file.
    func lay(_ racked: RackedTag) -> Laying {
        state.withLock { state in
            lift(&state)
            return lay(racked, &state)
        }
    }

    /// Takes this tag away, if it lies there still.
    func lift(_ laying: Laying) {
        state.withLock { state in
            if state.lying === laying { lift(&state) }
        }
    }

    private func lay(_ racked: RackedTag, _ state: inout State) -> Laying {
        let laying = Laying(racked)
        state.lying = laying
        return laying
    }

    private func lift(_ state: inout State) {
        guard let lying = state.lying else { return }
        state.lying = nil
        lying.lift()
        guard lying.isGone else { return }
        let comesBack = lying.racked.state.withLock { racked in
            guard racked.returnsLeft > 0 else { return false }
            racked.returnsLeft -= 1
            return true
        }
        if comesBack { state.returning.append(lying.racked) }
    }
}
