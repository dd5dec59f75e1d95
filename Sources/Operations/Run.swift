import Jobs
public import Provisioning

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
    /// another program's transaction, and can record nothing any more. With a tag in hand so long as the largest chip
    /// takes on a slow reader, several times over.
    private static let graceSeconds = (idle: 3.0, withTagsInHand: 30.0)

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
        let record = request.record
        switch request.beginning {
        case .open(let opening): try journal.open(record, opening)
        case .resume(let execution, let releasing):
            try journal.reopen(run: record.id, execution, releasingInDoubt: releasing)
        }
        let desk = RunDesk(
            coordinator: try coordinator(), run: record.id, station: request.station, journal: journal, digest: digest,
            clock: clock, observer: observer)
        let floor = ReaderFloor(readers: readers, desk: desk, clock: clock, takesPart: request.takesPart)
        let isStopped = state.withLock { state in
            (state.desk, state.floor) = (desk, floor)
            if state.isAbandoned { floor.abandon() }
            return state.isStopped
        }
        if isStopped { desk.stop(.stopped) }
        desk.begin()
        // With nothing left to do no reader is waited for.
        if !desk.isOver { floor.begin() }
        let (ended, failure) = desk.waitForEnd(idleTimeoutSeconds: request.idleTimeoutSeconds)
        readers.cancel()
        desk.close()
        floor.join(withinSeconds: desk.hasTagsInHand ? Self.graceSeconds.withTagsInHand : Self.graceSeconds.idle)
        let result = finished(ended, failure, totals: desk.totals)
        desk.ended(result)
        return result
    }

    private func coordinator() throws(JournalError) -> Coordinator {
        let totals = try journal.summary(run: request.record.id).totals
        let policy = RunPolicy(
            settings: request.settings, pairing: request.record.pairing, again: request.record.again,
            station: request.station)
        return Coordinator(policy: policy, backlog: try journal.backlog(run: request.record.id), totals: totals)
    }

    /// Ends the run in the journal. The totals are what the report says of it, where the journal can be read.
    private func finished(_ ended: RunEnd, _ failure: JournalError?, totals: [ItemStatus: Int]) -> RunResult {
        var result = RunResult(ended: ended, totals: recorded ?? totals, exitCode: 4, message: failure?.description)
        switch ended {
        case .complete: result.exitCode = result.totals.allSatisfy { $0.key.isSuccess || $0.value == 0 } ? 0 : 1
        case .error: result.exitCode = 3
        case .stopped, .idle, .spoilage: break
        }
        do throws(JournalError) {
            try journal.end(run: request.record.id, how: ended, exitCode: result.exitCode, at: clock.now())
        } catch {
            result.ended = .error
            result.exitCode = 3
            if result.message == nil { result.message = error.description }
        }
        // What came late came before the end, or not at all.
        result.totals = recorded ?? totals
        return result
    }

    private var recorded: [ItemStatus: Int]? { try? journal.summary(run: request.record.id).totals }
}
