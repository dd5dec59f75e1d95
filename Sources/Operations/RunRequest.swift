public import Jobs
public import Provisioning

/// Everything that a run is told before it begins.
public struct RunRequest: Sendable {
    public enum Beginning: Sendable {
        /// A new run.
        case open(RunOpening)
        /// The run is in the journal already, and goes on.
        case resume(Execution, releasingInDoubt: Bool)
    }

    /// The run's record; the id of a new one is taken already.
    public var record: RunRecord
    public var settings: Settings
    /// What is asked of every tag beside its message.
    public var order: TagOrder
    public var beginning: Beginning
    /// The run ends when no tag was newly presented for so long; nil: never.
    public var idleTimeoutSeconds: Int?
    /// A call to a reader that takes so long does not come back: the run goes on without that reader until it does. The
    /// slowest exchange of a healthy reader takes a hundredth of the default.
    public var stuckAfterSeconds: Int
    /// Readers show and sound nothing of what came of their tags.
    public var readersAreQuiet: Bool
    /// After so many tags in a row that failed on one reader, while the others went well, it is put aside; nil: never.
    public var quarantine: Int?
    /// Which readers take part.
    public var takesPart: @Sendable (ReaderInfo) -> Bool

    public init(
        record: RunRecord, settings: Settings, order: TagOrder = TagOrder(), beginning: Beginning,
        idleTimeoutSeconds: Int? = nil,
        stuckAfterSeconds: Int = 30, readersAreQuiet: Bool = false, quarantine: Int? = RunPolicy.defaultQuarantine,
        takesPart: @escaping @Sendable (ReaderInfo) -> Bool = { _ in true }
    ) {
        self.record = record
        self.settings = settings
        self.order = order
        self.beginning = beginning
        self.idleTimeoutSeconds = idleTimeoutSeconds
        self.stuckAfterSeconds = stuckAfterSeconds
        self.readersAreQuiet = readersAreQuiet
        self.quarantine = quarantine
        self.takesPart = takesPart
    }

    /// The station of this execution; a run may go on at another than it began at.
    package var station: String {
        if case .resume(let execution, _) = beginning { execution.station } else { record.station }
    }
}

/// How a run ended.
public struct RunResult: Hashable, Sendable {
    public var ended: RunEnd
    public var counts: StatusCounts
    /// 0, 1 or 4 by the contract, section 3; 3 after `error`.
    public var exitCode: Int
    /// Why it ended with `error`, in a sentence.
    public var message: String?

    public init(ended: RunEnd, totals: StatusCounts, exitCode: Int, message: String? = nil) {
        self.ended = ended
        counts = totals
        self.exitCode = exitCode
        self.message = message
    }

    /// How many items are in each status.
    public var totals: [ItemStatus: Int] { counts.totals }
}
