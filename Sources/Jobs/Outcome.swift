public import Tags

/// What became of an item (contract, section 5).
public enum ItemStatus: String, Hashable, Sendable, CaseIterable {
    case written
    case unchanged
    case failed
    case invalid
    case inDoubt = "in-doubt"
    case pending

    /// Whether the item holds what it should.
    public var isSuccess: Bool { self == .written || self == .unchanged }

    /// Whether nothing can follow: an item has one final state.
    public var isFinal: Bool {
        switch self {
        case .written, .unchanged, .failed, .invalid: true
        case .inDoubt, .pending: false
        }
    }
}

/// The column `result_lock`.
public enum LockResult: String, Hashable, Sendable {
    case none
    case done
    case incomplete
}

/// How an item, or one attempt at it, ended. Concluded in the journal before it counts.
///
/// `pending` is an outcome too: an attempt that failed and left the item to the next tag. All but status and reason is shared
/// between the copies.
public struct Outcome: Hashable, Sendable {
    private struct Parts: Hashable, Sendable {
        var detail: String
        var uid: UID?
        var chip: Chip?
        var reader: String?
        var station: String
        var capacityBytes: Int?
        var lockState: LockState?
        var lock: LockResult
        var startedAt: Timestamp?
        var finishedAt: Timestamp?
    }

    public var status: ItemStatus
    public var reason: Reason?
    private var parts: Shared<Parts>

    /// One sentence for a person: ids, pages and sizes, never a payload.
    public var detail: String {
        get { parts.value.detail }
        set { parts.value.detail = newValue }
    }

    public var uid: UID? {
        get { parts.value.uid }
        set { parts.value.uid = newValue }
    }

    public var chip: Chip? {
        get { parts.value.chip }
        set { parts.value.chip = newValue }
    }

    public var reader: String? {
        get { parts.value.reader }
        set { parts.value.reader = newValue }
    }

    public var station: String {
        get { parts.value.station }
        set { parts.value.station = newValue }
    }

    public var capacityBytes: Int? {
        get { parts.value.capacityBytes }
        set { parts.value.capacityBytes = newValue }
    }

    public var lockState: LockState? {
        get { parts.value.lockState }
        set { parts.value.lockState = newValue }
    }

    public var lock: LockResult {
        get { parts.value.lock }
        set { parts.value.lock = newValue }
    }

    public var startedAt: Timestamp? {
        get { parts.value.startedAt }
        set { parts.value.startedAt = newValue }
    }

    public var finishedAt: Timestamp? {
        get { parts.value.finishedAt }
        set { parts.value.finishedAt = newValue }
    }

    public init(
        status: ItemStatus, reason: Reason? = nil, detail: String = "", uid: UID? = nil, chip: Chip? = nil,
        reader: String? = nil, station: String = "", capacityBytes: Int? = nil, lockState: LockState? = nil,
        lock: LockResult = .none, startedAt: Timestamp? = nil, finishedAt: Timestamp? = nil
    ) {
        self.status = status
        self.reason = reason
        parts = Shared(
            Parts(
                detail: detail, uid: uid, chip: chip, reader: reader, station: station, capacityBytes: capacityBytes,
                lockState: lockState, lock: lock, startedAt: startedAt, finishedAt: finishedAt))
    }
}

extension Outcome {
    /// What becomes of a write that began and whose end nobody recorded.
    public init(leftBy attempt: Attempt) {
        self.init(
            status: .inDoubt, detail: "a write began on this tag and its outcome was not recorded", uid: attempt.uid,
            reader: attempt.reader, station: attempt.station, startedAt: attempt.intendedAt)
    }

    /// Whether the tag is the item's from now on and takes no other (contract, section 5): made, in doubt, or half
    /// locked or protected.
    public var holdsTag: Bool {
        switch status {
        case .written, .unchanged, .inDoubt: true
        case .failed: reason?.isHalfDone == true
        case .pending, .invalid: false
        }
    }

    /// Whether it lacks the time that `written`, `unchanged` and `failed` must have.
    public var lacksFinishTime: Bool { finishedAt == nil && (status.isSuccess || status == .failed) }
}

extension Reason {
    /// Whether the tag holds the message and is not locked or protected as asked: the item goes to no other tag (contract,
    /// section 5).
    package var isHalfDone: Bool { self == .lockIncomplete || self == .protectIncomplete }
}
