import Jobs
import Provisioning
import ReaderModels
import Tags

/// Where the readers' threads meet the Coordinator and the journal: one lock around both, and nothing counts before the
/// journal has it.
final class RunDesk: TagDesk {
    struct State {
        var coordinator: Coordinator
        /// Items last shown on each reader, so that an offer is told once.
        var shown: [String: ItemKey?] = [:]
        /// Readers on which a tag lies: they show its outcome until it is lifted, and their offer only then.
        var occupied: Set<String> = []
        var lastPresented = MonotonicTime.now()
        /// Nothing is recorded any more: the run ended, or was broken off.
        var isClosed = false
        /// Why the run ends with `error`.
        var failure: JournalError?
        var warnedOfSpoilage = false
        /// What was last told of the run's waiting.
        var waitsFor: String?
    }

    private let monitor: Monitor<State>
    private let run: String
    private let station: String
    private let journal: any Journal
    private let digest: Digest
    private let clock: any WallClock
    private let observer: any RunObserver

    init(
        coordinator: Coordinator, run: String, station: String, journal: any Journal, digest: @escaping Digest,
        clock: any WallClock, observer: any RunObserver
    ) {
        monitor = Monitor(State(coordinator: coordinator))
        self.run = run
        self.station = station
        self.journal = journal
        self.digest = digest
        self.clock = clock
        self.observer = observer
    }

    // MARK: The reader's thread

    func claim(_ tag: PresentedTag) -> ClaimAnswer {
        monitor.withLock { state in
            guard !state.isClosed else { return .dismissed }
            state.occupied.insert(tag.reader)
            if let uid = tag.uid { observer.observe(.presented(reader: tag.reader, uid: uid)) }
            do throws(JournalError) {
                let history = try history(of: tag, state)
                switch state.coordinator.claim(tag, history: history, now: clock.now()) {
                case .take(let assignment):
                    state.lastPresented = .now()
                    if let uid = tag.uid {
                        observer.observe(
                            .claimed(
                                reader: tag.reader, uid: uid, item: assignment.item, settles: assignment.settles))
                    }
                    try refill(&state)
                    return .take(assignment)
                case .conclude(let conclusion):
                    // A bounce is no new presentation.
                    if tag.uid != nil, conclusion.presentation.result != .ignored { state.lastPresented = .now() }
                    try record(conclusion, item: nil, &state)
                    return .dismissed
                }
            } catch {
                fail(error, &state)
                return .dismissed
            }
        }
    }

    func intend(reader: String) -> Rejection? {
        monitor.withLock { state in
            guard !state.isClosed, let hand = state.coordinator.hand(of: reader) else {
                return Rejection(.internal, "the run was broken off")
            }
            let attempt = Attempt(uid: hand.uid, reader: reader, station: station, intendedAt: clock.now())
            do throws(JournalError) {
                switch try journal.intend(
                    run: run, item: hand.item.key, attempt: attempt, message: hand.item.message)
                {
                case .accepted:
                    state.coordinator.intended(reader)
                    observer.observe(.writing(reader: reader, uid: hand.uid, item: hand.item))
                    return nil
                case .uidTaken: return Rejection(.duplicateUID, "another item of this run is on this tag")
                case .leaseLost: return Rejection(.leaseLost, "the item is no longer this station's")
                }
            } catch {
                fail(error, &state)
                return Rejection(.internal, "the journal failed before the write")
            }
        }
    }

    func conclude(reader: String, _ result: TagResult) {
        monitor.withLock { state in
            guard !state.isClosed,
                let conclusion = state.coordinator.conclude(reader, result, now: clock.now())
            else { return }
            let item = state.coordinator.hand(of: reader)?.item
            do throws(JournalError) {
                try record(conclusion, item: item, &state)
            } catch {
                fail(error, &state)
            }
        }
    }

    /// Waits until a tag on this reader could come to something. False: the run takes no more tags.
    func waitForWork(_ reader: String) -> Bool {
        monitor.wait { state in
            if state.isClosed || state.coordinator.stopping != nil || state.coordinator.ended != nil {
                return .done(false)
            }
            return state.coordinator.hasWork(reader) ? .done(true) : .untilChange
        }
    }

    /// Waits for a moment, or until the run takes no more tags (false).
    func pause(seconds: Double) -> Bool {
        let deadline = MonotonicTime.now().advanced(bySeconds: seconds)
        return monitor.wait { state in
            if state.isClosed || state.coordinator.stopping != nil { return .done(false) }
            return MonotonicTime.now() >= deadline ? .done(true) : .until(deadline)
        }
    }

    // MARK: Readers

    func plugged(_ reader: ReaderInfo) {
        update { state throws(JournalError) in
            try self.journal.note(
                run: self.run,
                reader: ReaderRecord(name: reader.name, model: reader.model.name, station: self.station))
            self.observer.observe(.readerPlugged(reader))
            state.coordinator.plugged(reader.name)
        }
    }

    func unplugged(_ reader: String) {
        update { state throws(JournalError) in
            state.coordinator.unplugged(reader)
            state.shown[reader] = nil
            state.occupied.remove(reader)
            // A reader's thread also leaves because the run is over.
            guard state.coordinator.stopping == nil, state.coordinator.ended == nil else { return }
            self.observer.observe(.readerUnplugged(reader))
        }
    }

    /// The tag that was concluded is gone: the reader shows what it takes next.
    func lifted(_ reader: String) {
        update { state throws(JournalError) in
            state.occupied.remove(reader)
            state.shown[reader] = nil
        }
    }

    func exhausted(_ reader: String) {
        update { state throws(JournalError) in state.coordinator.exhausted(reader) }
    }

    func report(_ event: RunEvent) { monitor.withLock { _ in observer.observe(event) } }

    // MARK: The run

    /// Hands out the first offers.
    func begin() {
        update { state throws(JournalError) in
            state.lastPresented = .now()
            self.observer.observe(.totals(state.coordinator.totals))
        }
    }

    func stop(_ how: RunEnd) {
        update { state throws(JournalError) in
            guard state.coordinator.stopping == nil else { return }
            state.coordinator.stop(how)
            self.observer.observe(.stopping)
        }
    }

    /// Nothing more is recorded: tags in hand stay what the journal says of them.
    func close() { monitor.withLock { $0.isClosed = true } }

    /// Waits until the run has ended; stops it when no tag was newly presented for the time given, and gives up on tags
    /// in hand once the desk was closed.
    func waitForEnd(idleTimeoutSeconds: Int?) -> (ended: RunEnd, failure: JournalError?) {
        monitor.wait { state in
            if let ended = state.coordinator.ended { return .done((ended, state.failure)) }
            if state.isClosed { return .done((state.coordinator.stopping ?? .stopped, state.failure)) }
            guard let idleTimeoutSeconds, state.coordinator.stopping == nil, !state.coordinator.hasTagsInHand else {
                return .untilChange
            }
            let deadline = state.lastPresented.advanced(bySeconds: Double(idleTimeoutSeconds))
            guard MonotonicTime.now() >= deadline else { return .until(deadline) }
            state.coordinator.stop(.idle)
            return state.coordinator.ended.map { .done(($0, state.failure)) } ?? .untilChange
        }
    }

    /// The run is over: the last event.
    func ended(_ result: RunResult) { monitor.withLock { _ in observer.observe(.ended(result)) } }

    var isOver: Bool { monitor.withLock { $0.coordinator.ended != nil } }

    /// How many items are in each status once the desk is closed: those whose write began and did not end are in doubt.
    var totals: [ItemStatus: Int] { monitor.withLock { $0.coordinator.totalsBrokenOff } }

    var hasTagsInHand: Bool { monitor.withLock { $0.coordinator.hasTagsInHand } }

    // MARK: Under the lock

    private func update(_ body: (inout State) throws(JournalError) -> Void) {
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

    private func history(of tag: PresentedTag, _ state: State) throws(JournalError) -> TagHistory {
        guard let uid = tag.uid else { return TagHistory() }
        return try journal.find(
            run: run, uid: uid, digest: tag.message.map(digest), busy: state.coordinator.busyItems)
    }

    /// The outcome goes to the journal first, then to the Coordinator, then to the world. The presentation decides nothing.
    private func record(_ conclusion: Conclusion, item: Item?, _ state: inout State) throws(JournalError) {
        var conclusion = conclusion
        if let key = conclusion.item, let outcome = conclusion.outcome,
            try journal.conclude(run: run, item: key, outcome: outcome) == .conflict
        {
            conclusion.outcome = nil
            conclusion.presentation.result = .failed
            conclusion.presentation.reason = .leaseLost
            conclusion.presentation.detail = "the item ended otherwise meanwhile"
        }
        state.coordinator.confirm(conclusion)
        try journal.note(run: run, presentation: conclusion.presentation)
        observer.observe(.concluded(conclusion.presentation, item: item))
        observer.observe(.totals(state.coordinator.totals))
        warnOfSpoilage(&state)
        try refill(&state)
    }

    private func warnOfSpoilage(_ state: inout State) {
        guard !state.warnedOfSpoilage, state.coordinator.hasHighSpoilage else { return }
        state.warnedOfSpoilage = true
        observer.observe(
            .warning(
                "more than one tag in ten is at fault (\(state.coordinator.spoiltCount) of "
                    + "\(state.coordinator.seenCount)): look at the roll"))
    }

    private func refill(_ state: inout State) throws(JournalError) {
        // What the journal hands out may be in hand already; it hands out each item once, so this comes to an end.
        while case let shortage = state.coordinator.shortage, shortage > 0 {
            state.coordinator.received(
                try journal.claim(run: run, count: shortage, station: station), asked: shortage)
        }
        state.coordinator.assignOffers()
        for reader in state.coordinator.readerNames where !state.occupied.contains(reader) {
            let item = state.coordinator.offer(of: reader)
            if state.shown[reader] == nil || state.shown[reader] != .some(item?.key) {
                state.shown[reader] = .some(item?.key)
                observer.observe(.offer(reader: reader, item: item))
            }
        }
        tellWaiting(&state)
    }

    private func tellWaiting(_ state: inout State) {
        let now = state.coordinator.waitsFor
        guard now != state.waitsFor else { return }
        state.waitsFor = now
        if let now { observer.observe(.waiting(now)) }
    }

    private func fail(_ error: JournalError, _ state: inout State) {
        if state.failure == nil { state.failure = error }
        state.coordinator.stop(.error)
        state.isClosed = true
    }
}
