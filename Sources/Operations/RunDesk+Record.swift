import Jobs
import Provisioning
import ReaderModels
import Tags
import Threads

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

    func history(of tag: PresentedTag, _ state: inout State) throws(JournalError) -> TagHistory {
        guard let uid = tag.uid else { return TagHistory() }
        return try journal.find(
            run: run, uid: uid, digests: tag.message.map { MessageDigests(of: $0, on: uid, digest) },
            busy: state.coordinator.busyItems)
    }

    /// The outcome goes to the journal first, outside the lock, then to the Coordinator, then to the world. Until then the
    /// run does not end. The presentation decides nothing: where it cannot be noted, the outcome stands.
    /// - Returns: what the reader is to show of the tag; nil too where it is not on record.
    @discardableResult func record(_ conclusion: Conclusion) -> ReaderSignal? {
        do throws(JournalError) {
            if let key = conclusion.item, let outcome = conclusion.outcome,
                try journal.conclude(run: run, item: key, outcome: outcome) == .conflict
            {
                return confirm(overtaken(conclusion))
            }
        } catch {
            monitor.withLock { state in
                state.coordinator.breakOff(conclusion.presentation.reader)
                fail(error, &state)
            }
            return nil
        }
        return confirm(conclusion)
    }

    /// What becomes of a tag whose item another has concluded.
    private func overtaken(_ conclusion: Conclusion) -> Conclusion {
        var conclusion = conclusion
        conclusion.outcome = nil
        conclusion.presentation.result = .failed
        conclusion.presentation.reason = .leaseLost
        conclusion.presentation.detail = "the item ended otherwise meanwhile"
        return conclusion
    }

    private func confirm(_ conclusion: Conclusion) -> ReaderSignal? {
        var failure: JournalError?
        do throws(JournalError) {
            try journal.note(run: run, presentation: conclusion.presentation)
        } catch {
            failure = error
        }
        monitor.withLock { state in
            let item = observesTags ? state.coordinator.hand(of: conclusion.presentation.reader)?.item : nil
            state.coordinator.confirm(conclusion)
            if !state.isClosed, isObserved { tell(conclusion, item: item, &state) }
            if let failure { fail(failure, &state) } else { refillOrFail(&state) }
        }
        return ReaderSignal(of: conclusion.presentation)
    }

    private func tell(_ conclusion: Conclusion, item: Item?, _ state: inout State) {
        if observesTags {
            tell(.concluded(conclusion.presentation, item: item))
            if let item, let outcome = conclusion.outcome, outcome.status != .pending { tell(.settled(item, outcome)) }
            tell(.totals(state.coordinator.totals))
        }
        guard !state.warnedOfSpoilage, state.coordinator.hasHighSpoilage else { return }
        state.warnedOfSpoilage = true
        tell(
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
        if isObserved { tellQuarantine(&state) }
        // What the journal hands out may be in hand already; it hands out each item once, so this comes to an end.
        while case let shortage = state.coordinator.shortage, shortage > 0 {
            state.coordinator.received(
                try journal.claim(run: run, count: shortage, station: station), asked: shortage)
        }
        // A run that takes no more tags offers nothing.
        guard state.coordinator.stopping == nil, state.coordinator.ended == nil else { return }
        state.coordinator.assignOffers()
        guard isObserved else { return }
        tellOffers(&state)
        let need = state.coordinator.need
        if need != nil || state.need != nil { tellWaiting(for: need, &state) }
    }

    private func tellOffers(_ state: inout State) {
        for place in state.places.indices where !state.places[place].isOccupied {
            let offer = state.coordinator.readers[place].offer.map { Offer.item($0) } ?? .none
            guard state.places[place].shown != offer else { continue }
            state.change(place) { $0.shown = offer }
            tell(.offer(reader: state.places[place].reader, item: state.coordinator.offer(at: place)))
        }
    }

    private func tellQuarantine(_ state: inout State) {
        guard state.quarantineChanges != state.coordinator.quarantineChanges else { return }
        state.quarantineChanges = state.coordinator.quarantineChanges
        for place in state.places.indices {
            let reader = state.places[place].reader
            let because = state.coordinator.quarantine(of: reader)
            guard (because != nil) != state.places[place].isQuarantined else { continue }
            state.change(place) { $0.isQuarantined = because != nil }
            tell(.quarantine(reader: reader, because: because))
        }
    }

    private func tellWaiting(for need: RunNeed?, _ state: inout State) {
        guard need != state.need else { return }
        let isTold = if let need, let told = state.need { need.readsAs(told) } else { need == nil }
        state.need = need
        if !isTold, let need { tell(.waiting(need)) }
    }

    /// The run ends with `error`. No more tags are taken and no more writes begin; tags in hand are finished, as far as
    /// their outcomes can still be recorded. What comes after the end is no failure.
    func fail(_ error: JournalError, _ state: inout State) {
        guard !state.isClosed else { return }
        if state.failure == nil { state.failure = error }
        state.coordinator.stop(.error)
    }
}
