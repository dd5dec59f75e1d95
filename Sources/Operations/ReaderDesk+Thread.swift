package import Provisioning
import Threads

/// What a reader's thread asks and says between its tags.
extension ReaderDesk {
    /// Waits until a tag on this reader could come to something. False: the run takes no more tags.
    func waitForWork() -> Bool {
        run.monitor.wait { state in work(&state).map { .done($0) } ?? .untilChange }
    }

    /// Whether a tag on this reader could come to something now: where `waitForWork` would answer true at once.
    package var hasWork: Bool { run.monitor.withLock(wakes: false) { work(&$0) == true } }

    /// False: the run takes no more tags; nil: it has nothing for this reader for now.
    private func work(_ state: inout RunDesk.State) -> Bool? {
        guard let place = place(in: &state), state.coordinator.stopping == nil, state.coordinator.ended == nil else {
            return false
        }
        return state.coordinator.hasWork(at: place) ? true : nil
    }

    /// The tag that was concluded is gone: the reader shows what it takes next.
    package func lifted() {
        update { state, place in
            state.coordinator.lifted(at: place)
            state.change(place) { ($0.isOccupied, $0.shown) = (false, nil) }
        }
    }

    package func exhausted() {
        update { state, _ in state.coordinator.exhausted(reader.name) }
    }

    /// The reader cannot work for now, for a reason that passes.
    package func hindered(by hindrance: Hindrance, _ message: String) {
        update { state, _ in
            state.coordinator.hindered(reader.name, by: hindrance)
            run.tell(.readerTrouble(reader: reader.name, message: message))
        }
    }

    /// What hindered it is over.
    package func free() {
        update { state, place in
            state.coordinator.free(reader.name)
            // What it shows is told anew.
            state.change(place) { $0.shown = nil }
        }
    }

    /// A sentence about the reader; a run that is ending has other things to say.
    func report(_ message: String) {
        update { _, _ in run.tell(.readerTrouble(reader: reader.name, message: message)) }
    }

    /// A sentence about the reader that takes nothing from the run.
    func tell(_ detail: String) {
        update { _, _ in run.tell(.readerDetail(reader: reader.name, message: detail)) }
    }

    /// The reader is gone, or its thread has nothing more to do.
    package func unplugged() {
        run.monitor.withLock { state in
            guard ownPlace(in: &state) != nil else { return }
            run.remove(reader.name, &state)
        }
    }

    /// Lets another thread serve the reader, where this one was given up and what its tag came to is on record. From then on
    /// this one can do nothing more.
    package func retire() -> Bool {
        run.monitor.withLock { state in
            guard ownPlace(in: &state) != nil else { return true }
            guard calls.isGivenUp, !state.coordinator.isBusy(reader.name) else { return false }
            run.remove(reader.name, &state)
            return true
        }
    }

    /// The thread is back at its loop. One that was given up takes part again once its tag's conclusion is on record. False:
    /// another serves the reader, or the run is over.
    package func rejoin() -> Bool {
        guard calls.isGivenUp else { return true }
        let isBack = run.monitor.wait { state -> Waiting<Bool> in
            guard ownPlace(in: &state) != nil else { return .done(false) }
            guard !state.coordinator.isBusy(reader.name) else { return .untilChange }
            calls.takeBack()
            return .done(true)
        }
        guard isBack else { return false }
        update { state, place in
            state.coordinator.free(reader.name)
            let advice = state.places[place].isOccupied ? "; lift its tag and lay it there again" : ""
            run.tell(.readerTrouble(reader: reader.name, message: "answers again\(advice)"))
        }
        return true
    }

    private func update(_ body: (inout RunDesk.State, _ place: Int) -> Void) {
        run.update { state throws(JournalError) in
            guard let place = place(in: &state) else { return }
            body(&state, place)
        }
    }
}
