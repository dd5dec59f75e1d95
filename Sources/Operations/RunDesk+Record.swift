import Jobs
import Provisioning
import Tags

/// What is done under the lock and beside it, for every reader.
extension RunDesk {
    func update(_ body: (inout State) throws(JournalError) -> Void) {
        monitor.withLock { state in
            guard !state.isClosed else { return }
            do throws(JournalError) {
                try body(&state)
                try refill(&state)
            } catch {
                fail(error, &state)
            }
        }
    }

    func history(of tag: PresentedTag, _ state: State) throws(JournalError) -> TagHistory {
        guard let uid = tag.uid else { return TagHistory() }
        return try journal.find(
            run: run, uid: uid, digests: tag.message.map { MessageDigests(of: $0, on: uid, digest) },
            busy: state.coordinator.busyItems)
    }

    /// The outcome goes to the journal first, outside the lock, then to the Coordinator, then to the world. Until then the
    /// run does not end. The presentation decides nothing: where it cannot be noted, the outcome stands.
    /// - Returns: the presentation as it is on record; nil where it is not.
    @discardableResult func record(_ conclusion: Conclusion) -> Presentation? {
        var conclusion = conclusion
        var isRecorded = false
        var failure: JournalError?
        do throws(JournalError) {
            if let key = conclusion.item, let outcome = conclusion.outcome,
                try journal.conclude(run: run, item: key, outcome: outcome) == .conflict
            {
                conclusion.outcome = nil
                conclusion.presentation.result = .failed
                conclusion.presentation.reason = .leaseLost
                conclusion.presentation.detail = "the item ended otherwise meanwhile"
            }
            isRecorded = true
            try journal.note(run: run, presentation: conclusion.presentation)
        } catch {
            failure = error
        }
        monitor.withLock { state in
            let item = observer.flatMap { _ in state.coordinator.hand(of: conclusion.presentation.reader)?.item }
            if isRecorded {
                state.coordinator.confirm(conclusion)
            } else {
                state.coordinator.breakOff(conclusion.presentation.reader)
            }
            if !state.isClosed, isRecorded { tell(conclusion, item: item, &state) }
            if let failure { fail(failure, &state) } else { refillOrFail(&state) }
        }
        return isRecorded ? conclusion.presentation : nil
    }

    private func tell(_ conclusion: Conclusion, item: Item?, _ state: inout State) {
        guard let observer else { return }
        observer.observe(.concluded(conclusion.presentation, item: item))
        if let item, let outcome = conclusion.outcome, outcome.status != .pending {
            observer.observe(.settled(item, outcome))
        }
        observer.observe(.totals(state.coordinator.totals))
        guard !state.warnedOfSpoilage, state.coordinator.hasHighSpoilage else { return }
        state.warnedOfSpoilage = true
        observer.observe(
            .warning(
                "more than one tag in ten is at fault (\(state.coordinator.spoiltCount) of "
                    + "\(state.coordinator.seenCount)): look at the roll"))
    }

    func refillOrFail(_ state: inout State) {
        do throws(JournalError) {
            try refill(&state)
        } catch {
            fail(error, &state)
        }
    }

    func refill(_ state: inout State) throws(JournalError) {
        guard !state.isClosed else { return }
        if let observer { tellQuarantine(&state, observer) }
        // What the journal hands out may be in hand already; it hands out each item once, so this comes to an end.
        while case let shortage = state.coordinator.shortage, shortage > 0 {
            state.coordinator.received(
                try journal.claim(run: run, count: shortage, station: station), asked: shortage)
        }
        // A run that takes no more tags offers nothing.
        guard state.coordinator.stopping == nil, state.coordinator.ended == nil else { return }
        state.coordinator.assignOffers()
        guard let observer else { return }
        tellOffers(&state, observer)
        tellWaiting(&state, observer)
    }

    private func tellOffers(_ state: inout State, _ observer: any RunObserver) {
        for index in state.places.indices where !state.places[index].isOccupied {
            let reader = state.places[index].reader
            let item = state.coordinator.offer(of: reader)
            let offer = item.map { Offer.item($0.key) } ?? Offer.none
            guard state.places[index].shown != offer else { continue }
            state.places[index].shown = offer
            observer.observe(.offer(reader: reader, item: item))
        }
    }

    private func tellQuarantine(_ state: inout State, _ observer: any RunObserver) {
        for index in state.places.indices {
            let reader = state.places[index].reader
            let because = state.coordinator.quarantine(of: reader)
            guard (because != nil) != state.places[index].isQuarantined else { continue }
            state.places[index].isQuarantined = because != nil
            observer.observe(.quarantine(reader: reader, because: because))
        }
    }

    private func tellWaiting(_ state: inout State, _ observer: any RunObserver) {
        let now = state.coordinator.waitsFor
        guard now != state.waitsFor else { return }
        state.waitsFor = now
        if let now { observer.observe(.waiting(now)) }
    }

    /// The run ends with `error`. No more tags are taken and no more writes begin; tags in hand are finished, as far as
    /// their outcomes can still be recorded. What comes after the end is no failure.
    func fail(_ error: JournalError, _ state: inout State) {
        guard !state.isClosed else { return }
        if state.failure == nil { state.failure = error }
        state.coordinator.stop(.error)
    }
}
