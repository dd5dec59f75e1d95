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
    /// After so many tags in a row that failed on one reader, while the others went well, it is put aside; nil: never.
    public var quarantine: Int?
    public var station: String

    /// What is put down to chance on a reader where nothing else is asked for: with one tag in ten at fault, one series of
    /// five in a hundred thousand tags.
    public static let defaultQuarantine = 5

    public init(
        overwrite: OverwritePolicy = .blank, attempts: Int = 3, spoilage: SpoilageLimit? = nil, chips: [Chip]? = nil,
        pairing: Pairing = .queue, again: Bool = false, quarantine: Int? = defaultQuarantine, station: String = ""
    ) {
        self.overwrite = overwrite
        self.attempts = attempts
        self.spoilage = spoilage
        self.chips = chips
        self.pairing = pairing
        self.again = again
        self.quarantine = quarantine
        self.station = station
    }

    public init(settings: Settings, pairing: Pairing, again: Bool, quarantine: Int?, station: String) {
        self.init(
            overwrite: settings.overwrite, attempts: settings.attempts, spoilage: settings.spoilage,
            chips: settings.chips, pairing: pairing, again: again, quarantine: quarantine, station: station)
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

    /// Whether it says that the tag does not lie there any more.
    var meansGone: Bool {
        switch self {
        case .tagRemoved, .tagChanged, .readerLost: true
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
