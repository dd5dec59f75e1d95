public import Tags

/// A write that began: an intent in the journal, and how it ended.
public struct Attempt: Hashable, Sendable {
    public var uid: UID
    public var reader: String
    public var station: String
    public var intendedAt: Timestamp
    /// Nil while the write goes on, or where the run died in it: such an item is in doubt.
    public var outcome: Outcome?

    public init(uid: UID, reader: String, station: String, intendedAt: Timestamp, outcome: Outcome? = nil) {
        self.uid = uid
        self.reader = reader
        self.station = station
        self.intendedAt = intendedAt
        self.outcome = outcome
    }
}
