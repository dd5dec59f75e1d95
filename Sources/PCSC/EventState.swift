/// The state of a reader as SCardGetStatusChange reports it: flags in the lower 16 bits, in the upper 16 the number of
/// insertions and removals that pcscd has counted (pcsc-lite's own addition).
package struct EventState: OptionSet, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let changed = EventState(rawValue: 0x0002)
    package static let unknown = EventState(rawValue: 0x0004)
    package static let unavailable = EventState(rawValue: 0x0008)
    package static let empty = EventState(rawValue: 0x0010)
    package static let present = EventState(rawValue: 0x0020)
    package static let exclusive = EventState(rawValue: 0x0080)
    package static let inUse = EventState(rawValue: 0x0100)
    package static let mute = EventState(rawValue: 0x0200)

    /// Goes up with every insertion and every removal; one tag lies there as long as it stays the same.
    package var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue >> 16) }

    /// What the next wait is told of as known: everything, the counter too, but for the mark of a change. Without the
    /// counter a tag that was changed for another between two waits goes unseen.
    package var known: EventState { subtracting(.changed) }
}

/// What one look at a reader showed.
package struct ReaderEvent: Hashable, Sendable {
    package var state: EventState
    /// The answer to reset; empty when nothing lies there or it does not answer.
    package var atr: [UInt8]

    package init(state: EventState, atr: [UInt8]) {
        self.state = state
        self.atr = atr
    }
}
