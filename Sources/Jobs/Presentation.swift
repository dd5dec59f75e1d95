public import Tags

/// A tag that was laid on a reader, and what came of it: a line of the report's `tags`. All but what it came to is shared
/// between the copies.
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

    private struct Parts: Hashable, Sendable {
        var uid: UID?
        var chip: Chip?
        var reader: String
        var station: String
        var detail: String
        var lockState: LockState?
        var capacityBytes: Int?
        var genuine: Genuine?
        var vendor: UInt8?
        var presentedAt: Timestamp
        var durationMilliseconds: Int64
    }

    /// The item that the tag got; nil where it got none.
    public var item: ItemKey?
    public var result: Result
    public var reason: Reason?
    private var parts: Shared<Parts>

    public var uid: UID? {
        get { parts.value.uid }
        set { parts.value.uid = newValue }
    }

    public var chip: Chip? {
        get { parts.value.chip }
        set { parts.value.chip = newValue }
    }

    public var reader: String {
        get { parts.value.reader }
        set { parts.value.reader = newValue }
    }

    public var station: String {
        get { parts.value.station }
        set { parts.value.station = newValue }
    }

    public var detail: String {
        get { parts.value.detail }
        set { parts.value.detail = newValue }
    }

    public var lockState: LockState? {
        get { parts.value.lockState }
        set { parts.value.lockState = newValue }
    }

    public var capacityBytes: Int? {
        get { parts.value.capacityBytes }
        set { parts.value.capacityBytes = newValue }
    }

    /// What its originality signature says; nil where it was not looked at.
    public var genuine: Genuine? {
        get { parts.value.genuine }
        set { parts.value.genuine = newValue }
    }

    /// The maker's number that GET_VERSION gives (ISO/IEC 7816-6); nil where the tag did not give it.
    public var vendor: UInt8? {
        get { parts.value.vendor }
        set { parts.value.vendor = newValue }
    }

    public var presentedAt: Timestamp {
        get { parts.value.presentedAt }
        set { parts.value.presentedAt = newValue }
    }

    public var durationMilliseconds: Int64 {
        get { parts.value.durationMilliseconds }
        set { parts.value.durationMilliseconds = newValue }
    }

    public init(
        item: ItemKey? = nil, uid: UID? = nil, chip: Chip? = nil, reader: String, station: String, result: Result,
        reason: Reason? = nil, detail: String = "", lockState: LockState? = nil, capacityBytes: Int? = nil,
        genuine: Genuine? = nil, vendor: UInt8? = nil, presentedAt: Timestamp, durationMilliseconds: Int64 = 0
    ) {
        self.item = item
        self.result = result
        self.reason = reason
        parts = Shared(
            Parts(
                uid: uid, chip: chip, reader: reader, station: station, detail: detail, lockState: lockState,
                capacityBytes: capacityBytes, genuine: genuine, vendor: vendor, presentedAt: presentedAt,
                durationMilliseconds: durationMilliseconds))
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
