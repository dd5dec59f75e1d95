/// A kind of reader: how it passes a command to a tag, and what it is known to do.
///
/// Told from the reader's name alone. Facts marked as modelled were not seen on hardware.
public struct ReaderModel: Hashable, Sendable {
    /// How a command of the tag's own (GET_VERSION, FAST_READ) gets through the reader.
    public enum PassThrough: Hashable, Sendable {
        /// There is no way that is known.
        case none
        /// `FF 00 00 00 Lc D4 42 …` (PN532 InCommunicateThru) -> `D5 43 status … 90 00`.
        case inCommunicateThru
    }

    /// What is there to be laid on it.
    public enum Slot: String, Hashable, Sendable {
        case contactless
        /// A slot that never sees a tag: SAM, contact cards, security keys.
        case notForTags = "not for tags"
    }

    /// The name of the model: `acr122u`, `part3`, `sam`, `security-key`, `contact`.
    public let name: String
    public let slot: Slot
    public let passThrough: PassThrough
    /// The most pages that one FAST_READ may ask for.
    public let pagesPerFastRead: Int

    public init(name: String, slot: Slot, passThrough: PassThrough, pagesPerFastRead: Int) {
        self.name = name
        self.slot = slot
        self.passThrough = passThrough
        self.pagesPerFastRead = pagesPerFastRead
    }
}
