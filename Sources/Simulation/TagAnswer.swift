/// What comes back from a tag over the air.
enum TagAnswer: Hashable, Sendable {
    /// Bytes; where they go is the business of whoever asks.
    case data
    /// Four bits, A.
    case acknowledge
    /// Four bits: 0 invalid argument, 1 parity or CRC, 4 counter overflow, 5 write error.
    case refuse(UInt8)
    case silence
    /// Silence that says yes: the second frame of SECTOR_SELECT.
    case passiveAcknowledge

    /// Whether the tag carried the frame out.
    var isAccepted: Bool {
        switch self {
        case .data, .acknowledge, .passiveAcknowledge: true
        case .refuse, .silence: false
        }
    }
}
