/// One process's work on a run: the run itself, or one of its resumptions.
public struct Execution: Hashable, Sendable {
    public var startedAt: Timestamp
    public var station: String
    public var operatorName: String?
    /// The version of tagmill.
    public var version: String
    /// Nil while it goes on, or where it died.
    public var finishedAt: Timestamp?
    public var ended: RunEnd?

    public init(
        startedAt: Timestamp, station: String, operatorName: String? = nil, version: String,
        finishedAt: Timestamp? = nil, ended: RunEnd? = nil
    ) {
        self.startedAt = startedAt
        self.station = station
        self.operatorName = operatorName
        self.version = version
        self.finishedAt = finishedAt
        self.ended = ended
    }
}

/// A file that was rendered of a run, as the journal keeps it: what tells later whether it was changed.
public struct KeptReport: Hashable, Sendable {
    /// `report.json`, `report.csv` or `failures.csv`.
    public var file: String
    /// Of its bytes, lower-case hex.
    public var sha256: String
    public var renderedAt: Timestamp
    /// The version of tagmill that rendered it.
    public var version: String

    public init(file: String, sha256: String, renderedAt: Timestamp, version: String) {
        self.file = file
        self.sha256 = sha256
        self.renderedAt = renderedAt
        self.version = version
    }
}
