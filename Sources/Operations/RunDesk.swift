package import Jobs
package import Provisioning
import ReaderModels
package import Threads

/// What the readers' threads have in common: the Coordinator under one lock, and the journal, before which nothing counts.
///
/// Under the lock it is decided, and the journal is asked; what the journal flushes is flushed outside it.
package final class RunDesk: Sendable {
    struct State {
        var coordinator: Coordinator
        /// The readers that are plugged in, in order of their names: each has the same place in the Coordinator.
        private(set) var places: [Place] = []
        var lastPresented = MonotonicTime.now()
        /// Nothing is taken or told any more: the run ended, or was broken off.
        var isClosed = false
        /// Why the run ends with `error`.
        var failure: JournalError?
        var warnedOfSpoilage = false
        /// So many changes in quarantine were told.
        var quarantineChanges = 0
        /// What the run was last found to wait for.
        var need: RunNeed?

        init(_ coordinator: consuming Coordinator) {
            self.coordinator = coordinator
            // Few stations have more readers.
            places.reserveCapacity(4)
        }

        mutating func plug(_ place: Place) {
            if let known = places.indices.first(where: { places[$0].reader == place.reader }) {
                places.remove(at: known)
            }
            if let next = places.indices.first(where: { places[$0].reader > place.reader }) {
                places.insert(place, at: next)
            } else {
                places.append(place)
            }
            coordinator.plugged(place.reader)
        }

        mutating func unplug(_ reader: String) {
            places.removeAll { $0.reader == reader }
            coordinator.unplugged(reader)
        }

        /// `body` may change all of a place but whose it is.
        mutating func change(_ place: Int, _ body: (inout Place) -> Void) { body(&places[place]) }
    }

    /// A reader that is plugged in.
    struct Place {
        let reader: String
        /// Of the thread that serves it now.
        let calls: CallWatch
        /// What it last was told to show, so that an offer is told once; nil: it is told anew.
        var shown: Offer?
        /// A tag lies there: it shows the tag's outcome until that is lifted, and its offer only then.
        var isOccupied = false
        /// It was told that it is in quarantine.
        var isQuarantined = false
    }

    enum Offer: Equatable {
        case item(ItemKey)
        case none
    }

    let monitor: Monitor<State>
    let run: String
    let station: String
    let journal: any Journal
    // Both in a closure: what a protocol stands for is copied wherever it is asked, and they are asked all the time.
    private let observe: (@Sendable (RunEvent) -> Void)?
    let now: @Sendable () -> Timestamp
    let observesTags: Bool
    let digest: Digest

    package init(
        coordinator: consuming Coordinator, run: String, station: String, journal: any Journal,
        digest: @escaping Digest,
        clock: any WallClock, observer: (any RunObserver)?
    ) {
        monitor = Monitor(State(consume coordinator))
        self.run = run
        self.station = station
        self.journal = journal
        self.digest = digest
        now = { clock.now() }
        if let observer { observe = { observer.observe($0) } } else { observe = nil }
        observesTags = observer?.observesTags ?? false
    }

    /// Tells what happens; where nobody listens no event is made.
    func tell(_ event: @autoclosure () -> RunEvent) { if let observe { observe(event()) } }

    /// The same of what becomes of a tag.
    func tellOfTag(_ event: @autoclosure () -> RunEvent) { if observesTags { tell(event()) } }

    var isObserved: Bool { observe != nil }

    // MARK: Readers

    /// Takes a reader into the run, for a thread of its own. Nil: the journal failed.
    package func plugged(_ reader: ReaderInfo) -> ReaderDesk? {
        let desk = ReaderDesk(reader, run: self)
        do throws(JournalError) {
            try journal.note(
                run: run, reader: ReaderRecord(name: reader.name, model: reader.model.name, station: station))
        } catch {
            monitor.withLock { fail(error, &$0) }
            return nil
        }
        update { state throws(JournalError) in
            state.plug(Place(reader: reader.name, calls: desk.calls))
            tell(.readerPlugged(reader))
        }
        return desk
    }

    /// Every reader that was there at first is plugged in.
    package func listed() {
        update { state throws(JournalError) in state.coordinator.listed() }
    }

    /// Readers cannot be listed for now; nil: they can again. The run waits for it.
    package func listing(failsFor error: ReadersError?) {
        update { state throws(JournalError) in
            state.coordinator.listing(
                failsFor: error.map { error in
                    error.code == .noService
                        ? "the PC/SC service does not answer; start it again, and the run goes on"
                        : "readers cannot be listed: \(error)"
                })
        }
    }

    /// Takes a reader out of the run.
    func remove(_ reader: String, _ state: inout State) {
        state.unplug(reader)
        // A reader's thread also leaves because the run is over.
        guard state.coordinator.stopping == nil, state.coordinator.ended == nil else { return }
        tell(.readerUnplugged(reader))
        refillOrFail(&state)
    }

    /// Gives up on every thread that has been in one call to its reader for so long or longer: the reader is stuck, and its
    /// tag is concluded in its stead.
    package func giveUp(onCallsOfSeconds seconds: Double) {
        let time = MonotonicTime.now().goneBack(bySeconds: seconds)
        let detail = "the reader did not answer for \(Int(seconds)) s"
        let stuck = monitor.withLock { state -> [(reader: String, conclusion: Conclusion?)] in
            guard !state.isClosed else { return [] }
            let readers = state.places.filter { $0.calls.giveUp(ifInCallSince: time) }.map(\.reader)
            return readers.map { ($0, state.coordinator.stuck($0, detail, now: now())) }
        }
        for (reader, conclusion) in stuck {
            if let conclusion { record(conclusion) }
            let isInDoubt = conclusion?.outcome?.status == .inDoubt
            update { state throws(JournalError) in
                tell(
                    .readerTrouble(
                        reader: reader,
                        message: "does not answer for \(Int(seconds)) s; unplug it and plug it in again"
                            + (isInDoubt ? "; its tag is in doubt" : "")))
            }
        }
    }

    /// When `giveUp` should be asked again.
    func nextLook(afterSeconds seconds: Double) -> MonotonicTime {
        let began = monitor.withLock { $0.places.compactMap(\.calls.began).min() }
        return (began ?? .now()).advanced(bySeconds: seconds)
    }

    // MARK: The run

    /// Tells how many items there are in each status.
    package func begin() {
        update { state throws(JournalError) in
            state.lastPresented = .now()
            tellOfTag(.totals(state.coordinator.totals))
        }
    }

    func report(_ event: RunEvent) { update { state throws(JournalError) in tell(event) } }

    package func stop(_ how: RunEnd) {
        update { state throws(JournalError) in
            guard state.coordinator.stopping == nil else { return }
            state.coordinator.stop(how)
            tell(.stopping)
        }
    }

    /// Nothing more is taken: tags in hand stay what the journal says of them.
    package func close() { monitor.withLock { $0.isClosed = true } }

    /// The run is over: the last event.
    package func ended(_ result: RunResult) { monitor.withLock { _ in tell(.ended(result)) } }

    package var isOver: Bool { ended != nil }

    /// How the run ended; nil while it goes on.
    package var ended: RunEnd? { monitor.withLock(wakes: false) { $0.coordinator.ended } }

    /// What is decided so far. `look` has it alone, and must not call the run.
    package func coordinator<Result>(_ look: (borrowing Coordinator) -> Result) -> Result {
        monitor.withLock { look($0.coordinator) }
    }

    /// Waits for a moment, or until the run takes no more tags (false).
    func pause(seconds: Double) -> Bool {
        let deadline = MonotonicTime.now().advanced(bySeconds: seconds)
        return monitor.wait { state in
            if state.isClosed || state.coordinator.stopping != nil { return .done(false) }
            return MonotonicTime.now() >= deadline ? .done(true) : .until(deadline)
        }
    }

    /// Waits until the run has ended, and closes the desk; nil: it has not at that time. Stops the run when no tag was newly
    /// presented for the time given, and gives up on tags in hand once the desk was closed.
    package func waitForEnd(
        idleTimeoutSeconds: Int?, atMost time: MonotonicTime
    ) -> (ended: RunEnd, failure: JournalError?)? {
        monitor.wait { state in
            let idleAt = idleTimeoutSeconds.map { state.lastPresented.advanced(bySeconds: Double($0)) }
            let isIdle = !state.coordinator.hasTagsInHand && state.coordinator.stopping == nil
            if isIdle, let idleAt, state.coordinator.ended == nil, MonotonicTime.now() >= idleAt {
                state.coordinator.stop(.idle)
            }
            if state.isClosed || state.coordinator.ended != nil {
                state.isClosed = true
                let ended = state.coordinator.ended ?? state.coordinator.stopping ?? .stopped
                return .done((ended, state.failure))
            }
            if MonotonicTime.now() >= time { return .done(nil) }
            return .until(isIdle ? min(time, idleAt ?? time) : time)
        }
    }

    /// How many items are in each status once the desk is closed: those whose write began and did not end are in doubt.
    package var totals: StatusCounts { monitor.withLock(wakes: false) { $0.coordinator.totalsBrokenOff } }
}
