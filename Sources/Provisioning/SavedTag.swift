public import Jobs
public import NDEF
public import Tags

/// What is kept of a tag, to be put on others.
public struct SavedContent: Hashable, Sendable {
    /// What people call it. Names need not differ.
    public var name: String
    /// One record or more, which together can be written (`encoded`).
    public var records: [Record]
    /// The tag that it came from; nil where it came from none, or from one that is not known.
    public var uid: UID?
    public var chip: Chip?

    public init(name: String, records: [Record], uid: UID? = nil, chip: Chip? = nil) {
        self.name = name
        self.records = records
        self.uid = uid
        self.chip = chip
    }

    /// The longest message that is kept: no tag has room for more, by the two bytes that tell its length (NFC Forum Type 2
    /// Tag 1.2, 2.3; Type 4 Tag 2.0, 4.3).
    public static let messageBytesMaximum = 0xFFFF

    /// The message as it stands on a tag. Throws as `Message.encoded`, and `messageTooLong` beyond the maximum.
    public func encoded() throws(NDEFError) -> [UInt8] {
        let bytes = try Message(records).encoded()
        guard bytes.count <= Self.messageBytesMaximum else {
            throw NDEFError(
                .messageTooLong, offset: 0,
                context: "\(bytes.count) bytes, and no tag takes more than \(Self.messageBytesMaximum)")
        }
        return bytes
    }
}

/// A saved tag.
public struct SavedTag: Hashable, Sendable {
    /// From 1; never given twice, also not after the tag that had it was deleted.
    public var id: Int
    public var createdAt: Timestamp
    /// When it was last put on a tag; nil where it never was.
    public var lastUsedAt: Timestamp?
    public var content: SavedContent

    public init(id: Int, createdAt: Timestamp, lastUsedAt: Timestamp? = nil, content: SavedContent) {
        self.id = id
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.content = content
    }
}
