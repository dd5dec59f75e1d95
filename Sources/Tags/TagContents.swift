/// What is on a tag, as far as its memory is known.
public struct TagContents: Hashable, Sendable {
    public enum Verdict: Hashable, Sendable {
        /// These pages must be read before more can be said. They are all unread.
        case needs(Range<Int>)
        /// No capability container at all.
        case unformatted
        /// A capability container that is none of NDEF; why.
        case notNDEF(String)
        /// Pages that cannot be read although no password keeps them; which.
        case damaged(String)
        /// Every read from one page to the last is refused, the configuration too: a password keeps them. `from` is the
        /// lowest page that is known to be refused. Of an image: it holds no message, and its configuration says that a
        /// password keeps the data area from `from` on from being read.
        case passwordRead(from: Int)
        /// A right capability container over broken TLVs, or over bytes that are no NDEF message. It holds no message and
        /// may be written under every policy; what is broken.
        case broken(String)
        /// Bytes that would say more are not in what there is of the tag's memory, and cannot be had: an image that was cut
        /// off, or whose pages were not all read; which.
        case missing(String)
        /// No NDEF TLV, or one without content.
        case empty
        /// The bytes of an NDEF message.
        case message([UInt8])
    }

    /// What is said of the tag: in one place for every copy, since contents are handed on with the tag at every step.
    private var account: Account

    private final class Account: Sendable {
        let facts: Facts
        let notes: ContentNotes

        init(_ facts: Facts, _ notes: ContentNotes) {
            self.facts = facts
            self.notes = notes
        }
    }

    /// All but the notes.
    struct Facts: Hashable, Sendable {
        var verdict: Verdict
        var lockState = LockState.unknown
        var capacityBytes: Int?
        var container: CapabilityContainer?
        var locks: Type2Locks?
        var mirror: AsciiMirror?
        var filledSpans: [Range<Int>] = []
        var brokenMessage: [UInt8]?
    }

    init(_ facts: Facts, notes: ContentNotes = ContentNotes()) { account = Account(facts, notes) }

    init(
        _ verdict: Verdict, lockState: LockState = .unknown, container: CapabilityContainer? = nil,
        locks: Type2Locks? = nil
    ) {
        self.init(Facts(verdict: verdict, lockState: lockState, container: container, locks: locks))
    }

    private var facts: Facts {
        get { account.facts }
        set { account = Account(newValue, account.notes) }
    }

    /// The same facts, of which what is worth saying was said before they are changed.
    private var saidFacts: Facts {
        get { account.facts }
        set { account = Account(newValue, ContentNotes(notes)) }
    }

    /// Whether the policy `blank` may write: no message, or one of a single empty record (NDEF 1.0, 3.2.6), whose
    /// identifier length may stand there as 0.
    public var isBlank: Bool {
        switch verdict {
        case .empty: true
        case .message(let bytes):
            bytes.count <= 4 && (bytes == [0xD0, 0x00, 0x00] || bytes == [0xD8, 0x00, 0x00, 0x00])
        default: false
        }
    }
}

extension TagContents {
    public static func == (left: TagContents, right: TagContents) -> Bool {
        left.account === right.account
            || left.account.facts == right.account.facts && left.notes == right.notes
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(account.facts) }

    public var verdict: Verdict {
        get { account.facts.verdict }
        set { facts.verdict = newValue }
    }

    public var lockState: LockState {
        get { account.facts.lockState }
        set { facts.lockState = newValue }
    }

    /// The bytes that a message may have on this tag as it is; nil while that is not known, and on a tag that is no NDEF
    /// tag, is damaged, or is kept from being read.
    public var capacityBytes: Int? {
        get { account.facts.capacityBytes }
        set { facts.capacityBytes = newValue }
    }

    /// What else is worth saying of the tag, one sentence each; no payload, no secret. They are put into words when they are
    /// asked for: most tags are written without anybody reading them.
    public var notes: [String] {
        get { account.notes.words(on: account.facts) }
        set { account = Account(account.facts, ContentNotes(newValue)) }
    }

    /// Says these too, behind the others.
    package mutating func add(_ notes: [String]) {
        if notes.isEmpty { return }
        var all = account.notes
        all.others += notes
        account = Account(account.facts, all)
    }

    /// Page 3, when it is known.
    public var container: CapabilityContainer? {
        get { account.facts.container }
        set { saidFacts.container = newValue }
    }

    /// Lock bits and protection, when they are known.
    public var locks: Type2Locks? {
        get { account.facts.locks }
        set { saidFacts.locks = newValue }
    }

    /// The ASCII mirror, when one is switched on.
    public var mirror: AsciiMirror? {
        get { account.facts.mirror }
        set { saidFacts.mirror = newValue }
    }

    /// The bytes of the message that the tag fills by itself when it is read (an ASCII mirror that is switched on), counted
    /// from the message's first byte; in order, not touching each other.
    public var filledSpans: [Range<Int>] {
        get { account.facts.filledSpans }
        set { facts.filledSpans = newValue }
    }

    /// The bytes that stand where a message belongs and are none, of a Type 2 tag or a bare message whose verdict is
    /// `broken` for that; some of their records may be readable.
    public var brokenMessage: [UInt8]? {
        get { account.facts.brokenMessage }
        set { facts.brokenMessage = newValue }
    }
}
