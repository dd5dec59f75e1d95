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

    public init() {}

    /// Counts a presentation. What is learned of a UID later adds to what was known.
    public mutating func add(_ presentation: Presentation) {
        guard let uid = presentation.uid, !uid.isRandom, presentation.result != .ignored else { return }
        var tag = tags[uid] ?? Tag()
        tag.chip = presentation.chip ?? tag.chip
        tag.vendor = presentation.vendor ?? tag.vendor
        if let genuine = presentation.genuine, genuine != .unknown { tag.genuine = genuine }
        switch presentation.result {
        case .rejected: tag.wasRejected = true
        case .written, .unchanged, .failed, .inDoubt: tag.tookItem = true
        case .ignored: break
        }
        tags[uid] = tag
    }

    /// A line a kind, by the names of the chips; those that were not told come last.
    public var lines: [Line] {
        var lines: [Kind: Line] = [:]
        for (uid, tag) in tags {
            let kind = Kind(chip: tag.chip, vendor: tag.vendor ?? Self.maker(of: uid), genuine: tag.genuine)
            var line = lines[kind] ?? Line(kind: kind, tags: 0, rejected: 0)
            line.tags += 1
            if tag.wasRejected, !tag.tookItem { line.rejected += 1 }
            lines[kind] = line
        }
        return lines.values.sorted { Self.order($0.kind) < Self.order($1.kind) }
    }

    /// UIDs of seven and ten bytes begin with their maker's number (ISO/IEC 14443-3, 6.5.4).
    private static func maker(of uid: UID) -> UInt8? { [7, 10].contains(uid.bytes.count) ? uid.bytes[0] : nil }

    private static func order(_ kind: Kind) -> (Int, String, Int, String) {
        (kind.chip == nil ? 1 : 0, kind.chip?.rawValue ?? "", kind.vendor.map { Int($0) } ?? 256, kind.genuine.rawValue)
    }
}
