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

    /// The name of the model in racks, reports and JSON: `acr122u`, `part3`, `sam`, `security-key`, `contact`.
    public let name: String
    /// The name that its maker gave it, or what it is, for a person.
    public let title: String
    public let slot: Slot
    public let passThrough: PassThrough
    /// How well that way is known. Where it was never seen with such a tag, it is tried, and what the reader first says to it
    /// decides.
    public let evidence: Evidence
    /// The most pages that one FAST_READ may ask for.
    public let pagesPerFastRead: Int
    /// What may wake a tag where a new connection does not.
    public let recovery: Recovery
    /// The commands that light and sound it; a signal that is not there is one that the model cannot give.
    public let signals: [ReaderSignal: SignalCommand]

    /// - Parameters:
    ///   - title: nil: the name.
    ///   - pagesPerFastRead: 0 to 60; 0 where no command is passed.
    public init(
        name: String, title: String? = nil, slot: Slot, passThrough: PassThrough = .none,
        evidence: Evidence = .seen, pagesPerFastRead: Int = 0, recovery: Recovery = .reconnect,
        signals: [ReaderSignal: SignalCommand] = [:]
    ) {
        self.name = name
        self.title = title ?? name
        self.slot = slot
        self.passThrough = passThrough
        self.evidence = evidence
        self.pagesPerFastRead = pagesPerFastRead
        self.recovery = recovery
        self.signals = signals
    }

    /// Every model that a tag can be laid on.
    public static let contactless = [
        acr122u, acr1252u, acr1552u, utrust, scl3711, omnikey, springcard, feitian, rcs300, part3,
    ]

    /// The model of this name (`acr1252u`); nil where there is none. A slot that never sees a tag is no model here.
    public static func model(named name: String) -> ReaderModel? { contactless.first { $0.name == name } }
}
