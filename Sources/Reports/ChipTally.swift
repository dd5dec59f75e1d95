public import Jobs
public import Tags

/// Counts the tags of a run by what they are: chip, vendor, and what their signature says. A bad roll shows on its first tags.
public struct ChipTally: Sendable {
    /// What is alike of tags of one roll.
    public struct Kind: Hashable, Sendable {
        /// Nil where it was not told.
        public var chip: Chip?
        /// The maker's number (ISO/IEC 7816-6): of GET_VERSION, else the first byte of a UID of seven or ten bytes; nil where
        /// neither is there.
        public var vendor: UInt8?
        public var genuine: Genuine
    }

    /// What a report says of one kind.
    public struct Line: Hashable, Sendable {
        public var kind: Kind
        /// Distinct UIDs.
        public var tags: Int
        /// Of these, how many were rejected and took no item before or after.
        public var rejected: Int
    }

    /// What is known of one UID.
    private struct Tag {
        var chip: Chip?
        var vendor: UInt8?
        var genuine = Genuine.unknown
        var wasRejected = false
        var tookItem = false
    }

    private var tags: [UID: Tag] = [:]
    private var settled: [Kind: Line] = [:]

    public init() {}

    /// Counts a presentation. What is learned of a UID later adds to what was known.
    public mutating func add(_ presentation: Presentation) {
        if let sighting = ChipSighting(presentation) { add(sighting) }
    }

    mutating func add(_ sighting: ChipSighting) {
        var tag = tags[sighting.uid] ?? Tag()
        tag.chip = sighting.chip ?? tag.chip
        tag.vendor = sighting.vendor ?? tag.vendor
        if sighting.genuine != .unknown { tag.genuine = sighting.genuine }
        if sighting.wasRejected { tag.wasRejected = true }
        if sighting.tookItem { tag.tookItem = true }
        tags[sighting.uid] = tag
    }

    /// Nothing more comes of the tags that were seen: they are counted and forgotten.
    mutating func settle() {
        for (uid, tag) in tags {
            let kind = Kind(chip: tag.chip, vendor: tag.vendor ?? Self.maker(of: uid), genuine: tag.genuine)
            settled[kind, default: Line(kind: kind, tags: 0, rejected: 0)].tags += 1
            if tag.wasRejected, !tag.tookItem { settled[kind]?.rejected += 1 }
        }
        tags.removeAll(keepingCapacity: true)
    }

    /// A line a kind, by the names of the chips; those that were not told come last.
    public var lines: [Line] {
        var whole = self
        whole.settle()
        return whole.settled.values.sorted { Self.order($0.kind) < Self.order($1.kind) }
    }

    /// UIDs of seven and ten bytes begin with their maker's number (ISO/IEC 14443-3, 6.5.4).
    private static func maker(of uid: UID) -> UInt8? { [7, 10].contains(uid.count) ? uid[0] : nil }

    private static func order(_ kind: Kind) -> (Int, String, Int, String) {
        (kind.chip == nil ? 1 : 0, kind.chip?.rawValue ?? "", kind.vendor.map { Int($0) } ?? 256, kind.genuine.rawValue)
    }
}
