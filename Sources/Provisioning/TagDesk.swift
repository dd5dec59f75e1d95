public import Jobs
public import Tags

/// An item given to the tag on a reader.
public struct Assignment: Hashable, Sendable {
    /// With the message as this tag is to hold it.
    public var item: Item
    /// The item is in doubt on this very tag: it is settled, whatever the tag holds now.
    public var settles: Bool
    /// Whether a message that the tag holds, and that is not the item's, may be written over.
    public var mayOverwrite: Bool
    /// Whether an attempt at the item is left. Without one the tag is only compared.
    public var mayWrite: Bool

    public init(item: Item, settles: Bool, mayOverwrite: Bool, mayWrite: Bool = true) {
        self.item = item
        self.settles = settles
        self.mayOverwrite = mayOverwrite
        self.mayWrite = mayWrite
    }
}

/// What a reader is told when it asks for an item.
public enum ClaimAnswer: Hashable, Sendable {
    case take(Assignment)
    /// Nothing is to be done with this tag; it is on record already.
    case dismissed
}

/// Where one reader's thread meets the run: three times a tag, never per exchange.
///
/// Calls block for the journal's flush, and come from the thread of that reader alone. Once the run has given the thread
/// up, because a call to the reader did not come back in time, they change nothing any more.
public protocol TagDesk: AnyObject, Sendable {
    /// Asks for the item of the tag that was identified. After `dismissed` nothing else is called for this tag.
    func claim(_ tag: PresentedTag) -> ClaimAnswer

    /// Records that the write begins. Nil: go on; else nothing may be written, and this is concluded.
    func intend() -> Rejection?

    /// Records what came of the tag. Called once after each `take`.
    ///
    /// `lockState`: how writable the tag is now, where it was written to; nil where that is not known.
    func conclude(_ result: TagResult, lockState: LockState?)
}
