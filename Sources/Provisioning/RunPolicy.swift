public import Jobs
public import Tags

/// The rules of one run that decide between tags.
public struct RunPolicy: Hashable, Sendable {
    public var overwrite: OverwritePolicy
    /// Attempts an item, from 1.
    public var attempts: Int
    public var spoilage: SpoilageLimit?
    /// Nil: any supported chip.
    public var chips: [Chip]?
    public var pairing: Pairing
    /// Tags that an earlier run of this job made may be made again.
    public var again: Bool
    public var station: String

    public init(
        overwrite: OverwritePolicy = .blank, attempts: Int = 3, spoilage: SpoilageLimit? = nil, chips: [Chip]? = nil,
        pairing: Pairing = .queue, again: Bool = false, station: String = ""
    ) {
        self.overwrite = overwrite
        self.attempts = attempts
        self.spoilage = spoilage
        self.chips = chips
        self.pairing = pairing
        self.again = again
        self.station = station
    }

    public init(settings: Settings, pairing: Pairing, again: Bool, station: String) {
        self.init(
            overwrite: settings.overwrite, attempts: settings.attempts, spoilage: settings.spoilage,
            chips: settings.chips, pairing: pairing, again: again, station: station)
    }
}

extension Reason {
    /// Whether a rejection for this reason says nothing of the tag itself: another tag, or the same one laid better, may
    /// do. An item that waits for this very tag goes on waiting (contract, section 5, `failed`).
    package var isPassing: Bool {
        switch self {
        case .tagRemoved, .tagChanged, .severalTags, .readerLost, .readerError, .leaseLost, .internal: true
        default: false
        }
    }

    /// Whether a tag with this reason counts as spoilt (contract, section 5).
    public var isSpoilage: Bool {
        switch self {
        case .tagDamaged, .chipUnsupported, .tagLocked, .tagReadOnly, .tagPassword, .notGenuine, .writeFailed,
            .verifyMismatch, .lockIncomplete, .protectIncomplete:
            true
        default: false
        }
    }
}
