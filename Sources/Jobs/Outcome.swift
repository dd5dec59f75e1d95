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
/// `pending` is an outcome too: an attempt that failed and left the item to the next tag.
public struct Outcome: Hashable, Sendable {
    public var status: ItemStatus
    public var reason: Reason?
    /// One sentence for a person: ids, pages and sizes, never a payload.
    public var detail: String
    public var uid: UID?
    public var chip: Chip?
    public var reader: String?
    public var station: String
    public var capacityBytes: Int?
    public var lockState: LockState?
    public var lock: LockResult
    public var startedAt: Timestamp?
    public var finishedAt: Timestamp?

    public init(
        status: ItemStatus, reason: Reason? = nil, detail: String = "", uid: UID? = nil, chip: Chip? = nil,
        reader: String? = nil, station: String = "", capacityBytes: Int? = nil, lockState: LockState? = nil,
        lock: LockResult = .none, startedAt: Timestamp? = nil, finishedAt: Timestamp? = nil
    ) {
        self.status = status
        self.reason = reason
        self.detail = detail
        self.uid = uid
        self.chip = chip
        self.reader = reader
        self.station = station
        self.capacityBytes = capacityBytes
        self.lockState = lockState
        self.lock = lock
        self.startedAt = startedAt
        self.finishedAt = finishedAt
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
