public import Tags

/// What was seen of one tag, on a reader or in an image file: what `read` shows and `verify` compares.
public struct ObservedTag: Hashable, Sendable {
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        case message
        /// No message, or the empty one: what a run with `--overwrite blank` writes to.
        case empty
        case notNDEF = "not-ndef"
        case damaged
        case unreadable
    }

    /// The reader's name, or the path of the image as given.
    public var source: String
    public var uid: UID?
    public var chip: Chip?
    /// The type of tag by the NFC Forum, 2 to 5; nil where it is none of them, or not known.
    public var forumType: Int?
    public var genuine: Genuine
    public var verdict: Verdict
    /// Why the tag holds no message that can be read; nil where it does, or is empty. A sentence without payload.
    public var reason: String?
    /// The bytes that the tag holds as its message: none on an empty tag. Nil where that cannot be told. On a damaged tag
    /// they may be there and be no message (`Message(decoding:)` throws).
    public var message: [UInt8]?
    /// The bytes of the message that the tag fills by itself, see `TagContents.filledSpans`.
    public var filledSpans: [Range<Int>]
    /// The ASCII mirror that is seen to be switched on, over the message or not.
    public var mirror: AsciiMirror?
    public var lockState: LockState
    public var capacityBytes: Int?
    /// What else is worth saying of the tag, one sentence each; no payload, no secret. `reason` is not among them.
    public var notes: [String]

    public init(
        source: String, uid: UID? = nil, chip: Chip? = nil, forumType: Int? = nil, genuine: Genuine = .unknown,
        verdict: Verdict, reason: String? = nil, message: [UInt8]? = nil, filledSpans: [Range<Int>] = [],
        mirror: AsciiMirror? = nil, lockState: LockState = .unknown, capacityBytes: Int? = nil, notes: [String] = []
    ) {
        self.source = source
        self.uid = uid
        self.chip = chip
        self.forumType = forumType
        self.genuine = genuine
        self.verdict = verdict
        self.reason = reason
        self.message = message
        self.filledSpans = filledSpans
        self.mirror = mirror
        self.lockState = lockState
        self.capacityBytes = capacityBytes
        self.notes = notes
    }

    /// A tag whose memory was understood as far as it could be.
    public init(
        source: String, uid: UID?, chip: Chip?, forumType: Int?, contents: TagContents, genuine: Genuine = .unknown,
        notes: [String] = []
    ) {
        self.init(
            source: source, uid: uid, chip: chip, forumType: forumType, genuine: genuine, verdict: .unreadable,
            filledSpans: contents.filledSpans, mirror: contents.mirror, lockState: contents.lockState,
            capacityBytes: contents.capacityBytes, notes: notes + contents.notes)
        switch contents.verdict {
        case .message(let bytes): (verdict, message) = (contents.isBlank ? .empty : .message, bytes)
        case .empty: (verdict, message) = (.empty, [])
        case .unformatted: (verdict, reason) = (.notNDEF, "page 3 is 00000000: it was never formatted for NDEF")
        case .notNDEF(let what): (verdict, reason) = (.notNDEF, what)
        case .damaged(let what), .broken(let what):
            (verdict, reason, message) = (.damaged, what, contents.brokenMessage)
        case .passwordRead(let from): reason = "a password keeps pages from \(from) on from being read"
        case .missing(let what): reason = what
        case .needs: reason = "not all of it was read"
        }
    }
}
