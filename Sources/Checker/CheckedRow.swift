/// One line of the report of a run, as the product rendered it.
public struct CheckedRow: Hashable, Sendable {
    /// Of `ItemNumber`.
    public var item: Int
    /// `written`, `unchanged`, `failed`, `invalid`, `in-doubt` or `pending`.
    public var status: String
    public var reason: String
    public var detail: String
    public var uid: [UInt8]?
    /// `none`, `done` or `incomplete`.
    public var lock: String
    public var lockState: String
    public var attempts: Int
    public var messageBytes: [UInt8]?

    public init(
        item: Int, status: String, reason: String = "", detail: String = "", uid: [UInt8]? = nil, lock: String = "none",
        lockState: String = "", attempts: Int = 0, messageBytes: [UInt8]? = nil
    ) {
        self.item = item
        self.status = status
        self.reason = reason
        self.detail = detail
        self.uid = uid
        self.lock = lock
        self.lockState = lockState
        self.attempts = attempts
        self.messageBytes = messageBytes
    }
}

/// A presentation in the report.
public struct CheckedPresentation: Hashable, Sendable {
    /// Of `ItemNumber`; nil where the tag got none.
    public var item: Int?
    public var uid: [UInt8]?
    /// `written`, `unchanged`, `rejected`, `failed`, `in-doubt` or `ignored`.
    public var result: String
    public var reason: String

    public init(item: Int? = nil, uid: [UInt8]? = nil, result: String, reason: String = "") {
        self.item = item
        self.uid = uid
        self.result = result
        self.reason = reason
    }
}
