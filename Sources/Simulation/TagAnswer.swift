/// What comes back from a tag over the air.
enum TagAnswer: Hashable, Sendable {
    case data([UInt8])
    /// Four bits, A.
    case acknowledge
    /// Four bits: 0 invalid argument, 1 parity or CRC, 4 counter overflow, 5 write error.
    case refuse(UInt8)
    case silence
    /// Silence that says yes: the second frame of SECTOR_SELECT.
    case passiveAcknowledge
}

/// What goes wrong inside the tag, or on the way back, while it carries out a write.
enum StoreFault: Hashable, Sendable {
    /// Acknowledged, and nothing stored.
    case noWrite
    /// This bit (0 to 31) of what is stored is the opposite of what was sent.
    case flip(Int)
    /// Power failed in the middle: the page holds these four bytes, and the tag is silent.
    case torn([UInt8])
    /// Stored, and the acknowledgement lost.
    case lostAcknowledgement
}
