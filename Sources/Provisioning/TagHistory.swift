public import Jobs
public import Tags

/// Everything that the journal knows of a tag, seen from one run: what decides which item the tag gets.
public struct TagHistory: Hashable, Sendable {
    public init() {}

    /// (1) The item of this run that is in doubt on this UID, unless another run made the tag since.
    public var inDoubt: OpenItem?

    /// (1) The run that made this UID since an item of this run came to be in doubt on it: the item is not there any more.
    public var madeSince: String?

    /// (1) The item of this run that is in doubt on the tag that `madeSince` made.
    public var overtaken: ItemKey?

    /// (2) An intent of this run on this UID has no outcome yet.
    public var inHand = false

    /// (2) The item of this run that ended on this UID: written, unchanged, or failed with a half-done lock.
    public var endedHere: ItemKey?

    /// (2) What came out half of the item that `endedHere` names: `lockIncomplete` or `protectIncomplete`; nil where nothing
    /// did.
    public var endedHalf: Reason?

    /// (3) The pending item of this run whose row is bound to this UID.
    public var bound: OpenItem?

    /// (3) The item bound to this UID that has ended already.
    public var boundEnded: ItemKey?

    /// (4) The pending item of this run that the ledger says this UID carries, from an earlier run of the job.
    public var carries: OpenItem?

    /// (5) The earlier run of this job that made this UID.
    public var madeByRun: String?

    /// (6) The first pending item, in job order, bound to no UID, whose message has the digest that was asked for: of one
    /// that names no tag the whole, else of one with places for the UID that without it. There letters may be of another
    /// case.
    public var sameMessage: OpenItem?

    /// The SKU of the item that the ledger says this UID carries, by any run of any job.
    public var carriedSKU: String?

    /// How many attempts of this run on this UID ended for a reason that speaks against the tag (`Reason.isSpoilage`).
    public var failures = 0
}
