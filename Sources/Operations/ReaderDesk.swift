import Jobs
package import Provisioning
package import ReaderModels
import Synchronization
package import Tags
import Threads

/// Where one reader's thread meets the run. Each thread has its own: when the thread is given up, or another serves the
/// reader, what the old one still says is dismissed.
///
/// Decided is under the run's lock; the journal flushes outside it, so that readers wait for their flushes together. In
/// between the tag and its item stay in the reader's hand (`Coordinator`), and are free for nobody.
package final class ReaderDesk: TagDesk {
    package let reader: ReaderInfo
    package let calls = CallWatch()
    let run: RunDesk
    /// What the reader is to show of the tag that was concluded last: its place among all signals; -1: nothing.
    private let signal = Atomic<Int>(-1)

    init(_ reader: ReaderInfo, run: RunDesk) {
        self.reader = reader
        self.run = run
    }

    // The state is looked at where it stands: handed on by value it would be copied.

    /// The reader's place, while the run takes what this thread says; else nil.
    func place(in state: inout RunDesk.State) -> Int? { calls.isGivenUp ? nil : ownPlace(in: &state) }

    /// The reader's place, while no other thread serves it; nil too once the run is over.
    func ownPlace(in state: inout RunDesk.State) -> Int? {
        state.isClosed ? nil : state.places.indices.first { state.places[$0].calls === calls }
    }

    // MARK: The tag's procedure

    private enum Decision {
        case answer(ClaimAnswer)
        case record(Conclusion)
    }

    /// The journal is asked under the lock. It says what is on disk; what is on its way there is still in a hand, and so is
    /// passed over by item (`busyItems`) and by UID.
    package func claim(_ tag: PresentedTag) -> ClaimAnswer {
        let decision = run.monitor.withLock { state -> Decision in
            guard let place = place(in: &state), state.failure == nil else { return .answer(.dismissed) }
            state.change(place) { $0.isOccupied = true }
            if let uid = tag.uid { run.tellOfTag(.presented(reader: reader.name, uid: uid)) }
            do throws(JournalError) {
                return try decide(tag, at: place, &state)
            } catch {
                run.fail(error, &state)
                // The procedure ends here: nothing of this tag was recorded, and nothing was written.
                state.coordinator.breakOff(reader.name)
                return .answer(.dismissed)
            }
        }
        switch decision {
        case .answer(let answer): return answer
        case .record(let conclusion):
            record(conclusion)
            return .dismissed
        }
    }

    private func record(_ conclusion: Conclusion) {
        let shown = run.record(conclusion)
        signal.store(shown.flatMap { ReaderSignal.allCases.firstIndex(of: $0) } ?? -1, ordering: .relaxed)
    }

    /// What the reader is to show; once for each tag.
    package func takeSignal() -> ReaderSignal? {
        let place = signal.exchange(-1, ordering: .relaxed)
        return place < 0 ? nil : ReaderSignal.allCases[place]
    }

    private func decide(
        _ tag: PresentedTag, at place: Int, _ state: inout RunDesk.State
    ) throws(JournalError) -> Decision {
        let history = try run.history(of: tag, &state)
        switch state.coordinator.claim(tag, at: place, history: history, now: run.now()) {
        case .take(let assignment):
            state.lastPresented = .now()
            if let uid = tag.uid {
                run.tellOfTag(
                    .claimed(reader: reader.name, uid: uid, item: assignment.item, settles: assignment.settles))
            }
            try run.refill(&state)
            return .answer(.take(assignment))
        case .conclude(let conclusion):
            // A bounce is no new presentation.
            if tag.uid != nil, conclusion.presentation.result != .ignored { state.lastPresented = .now() }
            return .record(conclusion)
        }
    }

    package func intend() -> Rejection? {
        let begun = run.monitor.withLock { state -> Coordinator.Hand? in
            guard let place = place(in: &state), state.failure == nil else { return nil }
            return state.coordinator.hand(at: place)
        }
        guard let hand = begun else { return Rejection(.internal, "the run was broken off") }
        let attempt = Attempt(uid: hand.uid, reader: reader.name, station: run.station, intendedAt: run.now())
        let answer: IntentAnswer
        do throws(JournalError) {
            answer = try run.journal.intend(
                run: run.run, item: hand.item.key, attempt: attempt, message: hand.item.message)
        } catch {
            run.monitor.withLock { run.fail(error, &$0) }
            return Rejection(.internal, "the journal failed before the write")
        }
        switch answer {
        case .accepted: return begin(hand)
        case .uidTaken: return Rejection(.duplicateUID, "another item of this run is on this tag")
        case .leaseLost: return Rejection(.leaseLost, "the item is no longer this station's")
        }
    }

    /// The intent is on disk. A run that was broken off meanwhile writes nothing any more; one whose journal failed on
    /// another reader finishes what it has begun.
    private func begin(_ hand: Coordinator.Hand) -> Rejection? {
        run.monitor.withLock { state in
            state.coordinator.intended(reader.name)
            guard place(in: &state) != nil else { return Rejection(.internal, "the run was broken off") }
            run.tellOfTag(.writing(reader: reader.name, uid: hand.uid, item: hand.item))
            return nil
        }
    }

    package func conclude(_ result: TagResult, lockState: LockState?) {
        let conclusion = run.monitor.withLock { state -> Conclusion? in
            guard let place = place(in: &state) else { return nil }
            return state.coordinator.conclude(at: place, result, lockState: lockState, now: run.now())
        }
        if let conclusion { record(conclusion) }
    }
}
