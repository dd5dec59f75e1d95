/// What a reader can tell the person who stands before it.
public enum ReaderSignal: String, Hashable, Sendable, CaseIterable {
    /// The tag is done, and good.
    case success
    /// The tag is done, and not good.
    case failure
    /// The tag must be lifted before the reader goes on.
    case lift
    /// This is the reader that was asked for.
    case identify
}

/// A command that lights or sounds a reader.
public enum SignalCommand: Hashable, Sendable {
    /// An APDU that goes to the tag's connection (SCardTransmit) and is answered by the reader alone; no exchange with the tag.
    case transmit([UInt8])
    /// An escape command of the driver (SCardControl), which a tag is not needed for.
    case escape([UInt8])
}
