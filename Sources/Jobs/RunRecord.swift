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

/// What the journal keeps of a run beside its items. What it began with is shared between the copies.
public struct RunRecord: Hashable, Sendable {
    private struct Beginning: Hashable, Sendable {
        var id: String
        var job: String
        var jobSHA256: String
        var settings: JSONValue
        var pairing: Pairing
        var again: Bool
        var version: String
        var station: String
        var operatorName: String?
        var rerunOf: String?
        var columns: [String]
        var jobPath: String
        var folder: String
        var startedAt: Timestamp
    }

    private var beginning: Shared<Beginning>
    public var finishedAt: Timestamp?
    public var ended: RunEnd?
    public var exitCode: Int?
    /// When its cells and messages were dropped (`tagmill runs forget`).
    public var forgottenAt: Timestamp?

    /// `YYYYMMDDTHHMMSSZ-NAME`, with `-2`, `-3` … if taken.
    public var id: String {
        get { beginning.value.id }
        set { beginning.value.id = newValue }
    }

    /// The job's name.
    public var job: String {
        get { beginning.value.job }
        set { beginning.value.job = newValue }
    }

    /// SHA-256 of the CSV bytes and the settings as resolved, lower-case hex.
    public var jobSHA256: String {
        get { beginning.value.jobSHA256 }
        set { beginning.value.jobSHA256 = newValue }
    }

    /// The settings as resolved (`Settings.json`).
    public var settings: JSONValue {
        get { beginning.value.settings }
        set { beginning.value.settings = newValue }
    }

    public var pairing: Pairing {
        get { beginning.value.pairing }
        set { beginning.value.pairing = newValue }
    }

    public var again: Bool {
        get { beginning.value.again }
        set { beginning.value.again = newValue }
    }

    /// The version of tagmill that made it.
    public var version: String {
        get { beginning.value.version }
        set { beginning.value.version = newValue }
    }

    public var station: String {
        get { beginning.value.station }
        set { beginning.value.station = newValue }
    }

    public var operatorName: String? {
        get { beginning.value.operatorName }
        set { beginning.value.operatorName = newValue }
    }

    /// The run whose items this one makes again.
    public var rerunOf: String? {
        get { beginning.value.rerunOf }
        set { beginning.value.rerunOf = newValue }
    }

    /// The job's own columns as they came, in file order.
    public var columns: [String] {
        get { beginning.value.columns }
        set { beginning.value.columns = newValue }
    }

    /// The job file's absolute path, as given.
    public var jobPath: String {
        get { beginning.value.jobPath }
        set { beginning.value.jobPath = newValue }
    }

    /// The absolute path of the run's folder.
    public var folder: String {
        get { beginning.value.folder }
        set { beginning.value.folder = newValue }
    }

    public var startedAt: Timestamp {
        get { beginning.value.startedAt }
        set { beginning.value.startedAt = newValue }
    }

    public init(
        id: String, job: String, jobSHA256: String, settings: JSONValue, pairing: Pairing = .queue,
        again: Bool = false, version: String, station: String, operatorName: String? = nil, rerunOf: String? = nil,
        columns: [String], jobPath: String, folder: String, startedAt: Timestamp, finishedAt: Timestamp? = nil,
        ended: RunEnd? = nil, exitCode: Int? = nil, forgottenAt: Timestamp? = nil
    ) {
        beginning = Shared(
            Beginning(
                id: id, job: job, jobSHA256: jobSHA256, settings: settings, pairing: pairing, again: again,
                version: version, station: station, operatorName: operatorName, rerunOf: rerunOf, columns: columns,
                jobPath: jobPath, folder: folder, startedAt: startedAt))
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

    @inlinable
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
