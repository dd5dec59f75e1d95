public import Tags

/// A tag that was laid on a reader, and what came of it: a line of the report's `tags`.
public struct Presentation: Hashable, Sendable {
    public enum Result: String, Hashable, Sendable {
        case written
        case unchanged
        case rejected
        case failed
        case inDoubt = "in-doubt"
        /// The tag that was just concluded came back on the same reader, or there was no tag at all.
        case ignored
    }

    /// The item that the tag got; nil where it got none.
    public var item: ItemKey?
    public var uid: UID?
    public var chip: Chip?
    public var reader: String
    public var station: String
    public var result: Result
    public var reason: Reason?
    public var detail: String
    public var lockState: LockState?
    public var capacityBytes: Int?
    /// What its originality signature says; nil where it was not looked at.
    public var genuine: Genuine?
    /// The maker's number that GET_VERSION gives (ISO/IEC 7816-6); nil where the tag did not give it.
    public var vendor: UInt8?
    public var presentedAt: Timestamp
    public var durationMilliseconds: Int64

    public init(
        item: ItemKey? = nil, uid: UID? = nil, chip: Chip? = nil, reader: String, station: String, result: Result,
        reason: Reason? = nil, detail: String = "", lockState: LockState? = nil, capacityBytes: Int? = nil,
        genuine: Genuine? = nil, vendor: UInt8? = nil, presentedAt: Timestamp, durationMilliseconds: Int64 = 0
    ) {
        self.item = item
        self.uid = uid
        self.chip = chip
        self.reader = reader
        self.station = station
        self.result = result
        self.reason = reason
        self.detail = detail
        self.lockState = lockState
        self.capacityBytes = capacityBytes
        self.genuine = genuine
        self.vendor = vendor
        self.presentedAt = presentedAt
        self.durationMilliseconds = durationMilliseconds
    }
}

extension Presentation {
    /// The tag on which a write began whose end nobody recorded: what else was seen of it is not known.
    public init(leftBy attempt: Attempt, item: ItemKey) {
        self.init(
            item: item, uid: attempt.uid, reader: attempt.reader, station: attempt.station, result: .inDoubt,
            detail: Outcome(leftBy: attempt).detail, presentedAt: attempt.intendedAt)
    }
}
