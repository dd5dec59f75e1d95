/// What was said to a tag through its reader, and what went over the air.
public struct ExchangeRecord: Hashable, Sendable {
    /// One frame that reached the tag, without CRC.
    public struct Frame: Hashable, Sendable {
        public let command: [UInt8]
        /// The data that came back; empty for an acknowledgement, a refusal or silence.
        public let data: [UInt8]
        /// Whether the tag carried it out.
        public let isAccepted: Bool

        var event: TagEvent?

        /// The write that it was, if any; for COMPATIBILITY_WRITE that is the second of its frames.
        public var pageWrite: PageWrite? { event?.pageWrite }

        /// The PWD_AUTH that it was, if any.
        public var passwordAttempt: PasswordAttempt? { event?.passwordAttempt }

        /// WRITE and COMPATIBILITY_WRITE.
        public var isWrite: Bool { command.first.map(TagCommand.isWrite) ?? false }
    }

    public let reader: String
    /// Which presentation of the tag it was, from 1, on whatever reader.
    public let presentation: Int
    /// The exchange of the presentation, from 1; 0 for LED and buzzer, which are none.
    public let number: Int
    public let command: [UInt8]
    /// Nil when the tag was taken away by then.
    public let answer: [UInt8]?
    public let frames: [Frame]
    /// Whether the command could write to the tag, whatever came of it.
    public let isWrite: Bool
    /// The faults that happened in it.
    public let faults: [Fault]
    /// How long it was to take; zero without a `delay` where the rack's latency is not real.
    public let latency: Duration
}
