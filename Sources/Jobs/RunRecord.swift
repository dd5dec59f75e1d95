public import Tags

/// How a run ended. Nil in a record: it still runs, or it died.
public enum RunEnd: String, Hashable, Sendable {
    case complete
    case stopped
    case idle
    case spoilage
    case error
}

/// Which row a tag gets (contract, section 5).
public enum Pairing: String, Hashable, Sendable, CaseIterable {
    case queue
    case uid
}

/// A reader that took part in a run.
public struct ReaderRecord: Hashable, Sendable {
    public var name: String
    public var model: String
    public var station: String

    public init(name: String, model: String, station: String) {
        self.name = name
        self.model = model
        self.station = station
    }
}

/// What the journal keeps of a run beside its items.
public struct RunRecord: Hashable, Sendable {
    /// `YYYYMMDDTHHMMSSZ-NAME`, with `-2`, `-3` … if taken.
    public var id: String
    /// The job's name.
    public var job: String
    /// SHA-256 of the CSV bytes and the settings as resolved, lower-case hex.
    public var jobSHA256: String
    /// The settings as resolved (`Settings.json`).
    public var settings: JSONValue
    public var pairing: Pairing
    public var again: Bool
    /// The version of tagmill that made it.
    public var version: String
    public var station: String
    public var operatorName: String?
    /// The run whose items this one makes again.
    public var rerunOf: String?
    /// The job's own columns as they came, in file order.
    public var columns: [String]
    /// The job file's absolute path, as given.
    public var jobPath: String
    /// The absolute path of the run's folder.
    public var folder: String
    public var startedAt: Timestamp
    public var finishedAt: Timestamp?
    public var ended: RunEnd?
    public var exitCode: Int?
    /// When its cells and messages were dropped (`tagmill runs forget`).
    public var forgottenAt: Timestamp?

    public init(
        id: String, job: String, jobSHA256: String, settings: JSONValue, pairing: Pairing = .queue,
        again: Bool = false, version: String, station: String, operatorName: String? = nil, rerunOf: String? = nil,
        columns: [String], jobPath: String, folder: String, startedAt: Timestamp, finishedAt: Timestamp? = nil,
        ended: RunEnd? = nil, exitCode: Int? = nil, forgottenAt: Timestamp? = nil
    ) {
        self.id = id
        self.job = job
        self.jobSHA256 = jobSHA256
        self.settings = settings
        self.pairing = pairing
        self.again = again
        self.version = version
        self.station = station
        self.operatorName = operatorName
        self.rerunOf = rerunOf
        self.columns = columns
        self.jobPath = jobPath
        self.folder = folder
        self.startedAt = startedAt
        self.finishedAt = finishedAt
        self.ended = ended
        self.exitCode = exitCode
        self.forgottenAt = forgottenAt
    }
}

/// An item as the journal knows it: what it should be, every attempt, and how it ended.
public struct ItemEntry: Hashable, Sendable {
    public var item: Item
    /// The attempts in the order in which they began.
    public var attempts: [Attempt]
    /// The last outcome that was concluded; nil where there was none.
    public var outcome: Outcome?
    /// The later run that took this item over.
    public var takenBy: String?
    /// Tags on which it was in doubt before it was given to a new one.
    public var releasedFrom: [UID]

    public init(
        item: Item, attempts: [Attempt] = [], outcome: Outcome? = nil, takenBy: String? = nil, releasedFrom: [UID] = []
    ) {
        self.item = item
        self.attempts = attempts
        self.outcome = outcome
        self.takenBy = takenBy
        self.releasedFrom = releasedFrom
    }
}
