public import Tags

/// A tag's memory in a file, understood: which tag it is of, and what is known of its bytes.
public struct TagImage: Hashable, Sendable {
    public var format: ImageFormat
    /// As the memory has it, else as the file says beside it; nil where neither does.
    public var uid: UID?
    /// As far as it can be told, from the file's word or from the memory; nil where it cannot.
    public var chip: Chip?
    public var memory: ImageMemory
    /// Pages of which the file leaves bytes out that have no function. `memory` has them with 00 in their place, so that what the
    /// other bytes say is understood; no file is written that has them as read.
    public var partlyReadPages: Set<Int>
    /// The answer to GET_VERSION, eight bytes; nil where the file has none (all zero counts as none).
    public var version: [UInt8]?
    /// The originality signature, 32 bytes on Type 2 chips; nil where the file has none (all zero counts as none).
    public var signature: [UInt8]?
    /// The chip's counters by number; empty where the file has none.
    public var counters: [Int: UInt32]
    /// Contradictions and oddities of the file, one sentence each; no payload, no secret.
    public var notes: [String]

    public init(
        format: ImageFormat, uid: UID? = nil, chip: Chip? = nil, memory: ImageMemory,
        partlyReadPages: Set<Int> = [], version: [UInt8]? = nil, signature: [UInt8]? = nil,
        counters: [Int: UInt32] = [:], notes: [String] = []
    ) {
        self.format = format
        self.uid = uid
        self.chip = chip
        self.memory = memory
        self.partlyReadPages = partlyReadPages
        self.version = version
        self.signature = signature
        self.counters = counters
        self.notes = notes
    }

    /// What the chip answers beside its memory and the image does not have: `version`, `signature`. Empty where the chip has
    /// no such answers, or is not known.
    public var unknownAnswers: [String] {
        guard chip?.version != nil else { return [] }
        return [version == nil ? "version" : nil, signature == nil ? "signature" : nil].compactMap { $0 }
    }

    /// What is on the tag.
    public var contents: TagContents { interpret(memory, chip: chip) }
}
