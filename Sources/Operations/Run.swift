import Jobs
public import Provisioning
import Tags
import Threads

/// One execution of a job: the readers' threads, the desk between them, and the end.
///
/// `execute` blocks the thread that calls it, once. `stop` and `abandon` may be called from any other.
public final class Run: Sendable {
    private let request: RunRequest
    private let journal: any Journal
    private let readers: any Readers
    private let digest: Digest
    private let clock: any WallClock
    private let observer: any RunObserver
    private let state = Monitor(State())

    private struct State {
        var isStopped = false
        var isAbandoned = false
        var desk: RunDesk?
        var floor: ReaderFloor?
    }

    /// How long readers' threads are waited for at the end before they are left behind: one hangs in its driver, or in
    /// another program's transaction, and can record nothing any more. None has a tag in hand then.
    private static let graceSeconds = 3.0

    public init(
        _ request: RunRequest, journal: any Journal, readers: any Readers, digest: @escaping Digest,
        clock: any WallClock, observer: any RunObserver
    ) {
        self.request = request
        self.journal = journal
        self.readers = readers
        self.digest = digest
        self.clock = clock
        self.observer = observer
    }

    /// Takes no more tags; those in hand are finished.
    public func stop() {
        let desk = state.withLock { state in
            state.isStopped = true
            return state.desk
        }
        desk?.stop(.stopped)
        readers.cancel()
    }

    /// Gives up on readers that have been in one call for so long or longer; `execute` does so by itself, with the time of
    /// the request.
    package func giveUp(onCallsOfSeconds seconds: Double) {
        state.withLock { $0.desk }?.giveUp(onCallsOfSeconds: seconds)
    }

    /// Ends at once: items whose write began stay in doubt.
    public func abandon() {
        stop()
        let (desk, floor) = state.withLock { state in
            state.isAbandoned = true
            return (state.desk, state.floor)
        }
        desk?.close()
        floor?.abandon()
    }

    /// Opens the run in the journal, provisions tags on every reader that takes part, and ends it. Throws what the
    /// journal threw before the first tag; a journal that fails later ends the run with `error`.
    public func execute() throws(JournalError) -> RunResult {
        let desk = RunDesk(
            coordinator: try request.begin(in: journal, clock), run: request.record.id, station: request.station,
            journal: journal, digest: digest, clock: clock, observer: observer)
        let floor = ReaderFloor(
            readers: readers, desk: desk, clock: clock, order: request.order,
            readersAreQuiet: request.readersAreQuiet, takesPart: request.takesPart)
        let isStopped = state.withLock { state in
            (state.desk, state.floor) = (desk, floor)
            if state.isAbandoned { floor.abandon() }
            return state.isStopped
        }
        if isStopped { desk.stop(.stopped) }
        desk.begin()
        // With nothing left to do no reader is waited for.
        if !desk.isOver { floor.begin() }
        let (ended, failure) = end(desk)
        readers.cancel()
        desk.close()
        floor.join(withinSeconds: Self.graceSeconds)
        let result = request.end(ended, failure, totals: desk.totals, in: journal, clock)
        desk.ended(result)
        return result
    }

    /// Waits for the end, and watches meanwhile that every reader answers.
    private func end(_ desk: RunDesk) -> (ended: RunEnd, failure: JournalError?) {
        let seconds = Double(request.stuckAfterSeconds)
        while true {
            let look = desk.nextLook(afterSeconds: seconds)
            if let end = desk.waitForEnd(idleTimeoutSeconds: request.idleTimeoutSeconds, atMost: look) { return end }
            desk.giveUp(onCallsOfSeconds: seconds)
        }
    }
}
