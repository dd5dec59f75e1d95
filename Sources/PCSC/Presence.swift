/// Which tag lies on a reader, and whether the caller has been given it already: the decisions of `PCSCReaderSlot`,
/// without the waiting.
///
/// A tag is told from the next one by pcscd's counter, so that a tag changed for another between two looks is a removal
/// and an arrival, also when the two answer to reset alike.
package struct Presence: Hashable, Sendable {
    /// What is known of the reader; what the next wait is to be told.
    package private(set) var known = EventState()
    private var atr: [UInt8] = []
    /// The count at which the tag came that the caller was given, until its removal was seen.
    private var delivered: UInt16?

    package init() {}

    /// Takes in what a look at the reader showed. False when the reader is no longer there.
    package mutating func take(_ event: ReaderEvent) -> Bool {
        known = event.state.known
        atr = event.atr
        return known.isDisjoint(with: [.unknown, .unavailable])
    }

    /// The answer to reset of a tag that the caller has not been given yet, once; nil when there is none.
    ///
    /// A card that does not answer (MUTE: two tags at once, one half in the field) is an arrival as well, with an empty
    /// answer to reset: the operator has laid something there and must hear of it. Connecting to it then fails as
    /// unresponsive.
    package mutating func arrival() -> [UInt8]? {
        _ = removal()
        guard delivered == nil, known.contains(.present) else { return nil }
        delivered = known.counter
        return atr
    }

    /// Whether the tag that the caller was given is gone, or another lies in its place.
    package mutating func removal() -> Bool {
        if let counter = delivered, known.contains(.present), known.counter == counter { return false }
        delivered = nil
        return true
    }
}
