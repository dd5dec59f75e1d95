/// What a reader can tell the person who stands before it.
public enum ReaderSignal: String, Hashable, Sendable, CaseIterable {
    /// The tag is done, and good.
    case success
    /// The tag is done, and not good.
    case failure
    /// The tag must be lifted, and it or another laid there again.
    case lift
    /// This is the reader that was asked for.
    case identify
}

/// The command that lights or sounds a reader, by each of the ways in which it takes one. The reader answers by itself:
/// neither way is an exchange with a tag.
public struct SignalCommand: Hashable, Sendable {
    /// An APDU over the connection to a tag (SCardTransmit); nil: there is none.
    public let transmitted: [UInt8]?
    /// A command past any tag (SCardControl, the CCID escape), which the driver lets through where it is told to; nil: there
    /// is none.
    public let escape: [UInt8]?

    public init(transmitted: [UInt8]? = nil, escape: [UInt8]? = nil) {
        self.transmitted = transmitted
        self.escape = escape
    }

    /// Whether the reader says that it did as it was told: `90 XX`, XX being the state of its LEDs (ACS ACR122U API 2.04,
    /// Bi-color LED and Buzzer Control), or `E1 00 00 00 …` (the answers to escape commands of ACS).
    public static func isDone(_ answer: [UInt8]) -> Bool {
        answer.starts(with: [0xE1, 0x00, 0x00, 0x00]) || answer.count >= 2 && answer[answer.count - 2] == 0x90
    }
}
