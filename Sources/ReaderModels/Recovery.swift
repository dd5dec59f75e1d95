/// What may wake a tag that fell silent after a refusal, beyond a new connection (`SCardReconnect`, the card unpowered).
public enum Recovery: Hashable, Sendable {
    /// A new connection; where that does not help, the tag must be lifted.
    case reconnect
    /// A new connection; where that does not help, the PN532 is told to look for a tag (InListPassiveTarget, by direct
    /// transmit). That this wakes the tag for FF B0 too is a hypothesis: where it does not, the tag must be lifted.
    case inListPassiveTarget
}
