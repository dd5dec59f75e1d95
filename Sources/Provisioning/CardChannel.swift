/// What went wrong between here and the tag, below the level of the tag's own answers.
public struct ChannelError: PortError {
    public enum Code: String, Hashable, Sendable {
        /// The tag left the field.
        case tagRemoved = "tag removed"
        /// The reader was unplugged, or the PC/SC service went away.
        case readerLost = "reader lost"
        /// Another program holds the reader or the tag.
        case readerBusy = "reader in use by another program"
        /// A card is there that does not answer: several tags at once, or one half in the field.
        case unresponsive = "card does not answer"
        /// The tag was reset or changed by somebody else; it must be identified again.
        case tagReset = "tag was reset"
        /// The answer had fewer than two bytes, or more than a short APDU can carry.
        case malformedAnswer = "malformed answer"
        /// Anything else that the reader's driver reported.
        case transmission = "transmission failed"
        /// A wait was cancelled from another thread.
        case cancelled = "cancelled"
    }

    public var code: Code
    /// The driver's own error, named; safe to log.
    public var context: String

    public init(_ code: Code, context: String = "") {
        self.code = code
        self.context = context
    }
}

/// A connected tag, held in one transaction from connecting to the end of the channel's life.
///
/// Blocking; used on the thread that connected it, and never on another.
public protocol CardChannel: ~Copyable {
    /// Sends one command APDU and returns the whole answer: data and status word, two bytes at least. This is one
    /// exchange (`SCardTransmit`). A tag that refuses is an answer, not an error.
    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8]

    /// Takes the field from the tag and activates it anew; the transaction is kept. Whether the same tag answers is for
    /// the caller to find out, by its UID. No exchange.
    mutating func reactivate() throws(ChannelError)
}
