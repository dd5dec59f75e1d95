public import Jobs
public import Tags

/// A tag as identified on a reader, before it is decided which item it gets.
public struct PresentedTag: Hashable, Sendable {
    public var reader: String
    /// Nil where no UID could be read: nothing is bound to such a presentation.
    public var uid: UID?
    public var chip: Chip?
    /// The whole message that the tag holds; nil where it holds none.
    public var message: [UInt8]?
    public var lockState: LockState?
    public var capacityBytes: Int?
    /// What its originality signature says; nil where it was not looked at.
    public var genuine: Genuine?
    /// The maker's number that GET_VERSION gives (ISO/IEC 7816-6); nil where the tag did not give it.
    public var vendor: UInt8?
    /// What identification found against it, if anything: reasons up to `tag-damaged` in the contract's order.
    public var rejection: Rejection?
    public var presentedAt: Timestamp

    public init(
        reader: String, uid: UID?, chip: Chip? = nil, message: [UInt8]? = nil, lockState: LockState? = nil,
        capacityBytes: Int? = nil, genuine: Genuine? = nil, vendor: UInt8? = nil, rejection: Rejection? = nil,
        presentedAt: Timestamp
    ) {
        self.reader = reader
        self.uid = uid
        self.chip = chip
        self.message = message
        self.lockState = lockState
        self.capacityBytes = capacityBytes
        self.genuine = genuine
        self.vendor = vendor
        self.rejection = rejection
        self.presentedAt = presentedAt
    }
}

/// Why a tag cannot take an item, with a sentence for a person.
public struct Rejection: Error, Hashable, Sendable {
    public var reason: Reason
    public var detail: String

    public init(_ reason: Reason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }
}

/// What a presentation came to, as the procedure on the reader's thread saw it.
public enum TagResult: Hashable, Sendable {
    /// It held the message already; nothing was written.
    case unchanged
    /// Written, read back after a new activation, and equal; locked and protected too where that was asked.
    case written(detail: String, lock: LockResult = .none)
    /// It cannot take the item; nothing was written.
    case rejected(Rejection)
    /// The item is not on the tag, as far as the tag can be read: a write began and did not succeed, or the item was in
    /// doubt and no attempt is left.
    case failed(Rejection)
    /// The message is on the tag, read back and equal, but its lock or protection came out half (`lock-incomplete`,
    /// `protect-incomplete`): the item goes to no other tag.
    case incomplete(Rejection, lock: LockResult)
    /// Tag or reader was lost after the write began. `mayHoldItem`: the page that brings the new length was sent.
    case lost(Rejection, mayHoldItem: Bool)
}
