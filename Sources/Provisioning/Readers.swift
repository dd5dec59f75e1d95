public import ReaderModels

/// A reader as it is listed.
public struct ReaderInfo: Hashable, Sendable {
    /// The full name that PC/SC gives it.
    public var name: String
    public var model: ReaderModel

    public init(name: String, model: ReaderModel) {
        self.name = name
        self.model = model
    }
}

/// Why readers cannot be listed or opened.
public struct ReadersError: PortError {
    public enum Code: String, Hashable, Sendable {
        /// No PC/SC service answers.
        case noService = "no PC/SC service"
        /// The service refuses this user (polkit).
        case accessDenied = "access denied"
        /// The reader is not there (any more).
        case readerLost = "reader lost"
        /// Another process of tagmill has the reader.
        case inUse = "reader in use by another tagmill"
        case cancelled = "cancelled"
        case failed = "PC/SC failed"
    }

    public var code: Code
    /// The driver's own error, named; safe to log.
    public var context: String

    public init(_ code: Code, context: String = "") {
        self.code = code
        self.context = context
    }
}

/// The readers of this station: real ones by PC/SC, or a rack of virtual ones.
///
/// Owns no thread. Every call may be made from any thread, and blocks the thread that makes it.
public protocol Readers: AnyObject, Sendable {
    /// The readers that are there now, in the order in which the service lists them. An empty list is no error.
    func list() throws(ReadersError) -> [ReaderInfo]

    /// Returns when the readers may be others than `known`, and at the latest after about two seconds.
    func waitForChange(from known: [ReaderInfo]) throws(ReadersError)

    /// Opens a reader for the calling thread: what is returned is used on that thread alone, but for `cancel`.
    func open(_ reader: ReaderInfo) throws(ReadersError) -> any ReaderSlot

    /// Ends every wait of this object and of its slots, now and later, with `cancelled`. From any thread.
    func cancel()
}

/// What a wait for a tag found.
public enum TagArrival: Hashable, Sendable {
    /// Something lies on the reader; its answer to reset.
    case tag(atr: [UInt8])
    /// A virtual reader has no more tags to come.
    case exhausted
}

/// One reader, on its own thread.
public protocol ReaderSlot: AnyObject {
    var info: ReaderInfo { get }

    /// Blocks until something lies on the reader. The removal of the tag of the last call is waited for first, unless
    /// `waitForRemoval` saw it.
    func waitForTag() throws(ReadersError) -> TagArrival

    /// Blocks until the tag of the last `waitForTag` is gone, or another lies in its place.
    func waitForRemoval() throws(ReadersError)

    /// Connects to the tag that lies there, holds a transaction over `body`, and drops the connection with the field off.
    func withCard<Result>(
        _ body: (inout any CardChannel & ~Copyable) -> Result
    ) throws(ChannelError) -> Result

    /// Sends a command to the reader itself (SCardControl, the CCID escape), whether a tag lies there or not, and returns its
    /// answer as it came. Called outside `withCard`; no exchange with a tag.
    ///
    /// Throws `transmission` where the driver lets no such command through, `readerBusy` where another program has the
    /// reader.
    func escape(_ command: [UInt8]) throws(ChannelError) -> [UInt8]
}
