/// A kind of reader: how it passes a command to a tag, how it wakes one, what it shows, and what it is known to do.
///
/// Told from the reader's name alone. One file a model, with the source of every fact and what is a hypothesis.
public struct ReaderModel: Hashable, Sendable {
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
    /// What may wake a tag where a new connection does not.
    public let recovery: Recovery
    /// The commands that light and sound it; a signal that is not there is one that the model cannot give.
    public let signals: [ReaderSignal: SignalCommand]

    public init(
        name: String, slot: Slot, passThrough: PassThrough, pagesPerFastRead: Int, recovery: Recovery = .reconnect,
        signals: [ReaderSignal: SignalCommand] = [:]
    ) {
        self.name = name
        self.slot = slot
        self.passThrough = passThrough
        self.pagesPerFastRead = pagesPerFastRead
        self.recovery = recovery
        self.signals = signals
    }
}
