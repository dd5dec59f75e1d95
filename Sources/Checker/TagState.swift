/// What stands in the data area of a tag, held against the attempt that last wrote to it.
enum Standing: UInt8 {
    /// What stood there before the attempt.
    case old
    case empty
    /// The message of the attempt.
    case new
    /// No message that can be read.
    case broken
    /// Something else: a message that nobody meant to be there.
    case other
}

/// What is remembered of a tag: plain numbers alone. Its memory and its messages stand in arrays beside it.
struct TagState {
    var uid: UInt64
    /// Where the tag's memory begins in `memories`, its bytes, and how many of them are compared after a write.
    var base: Int
    var size: Int
    var comparedSize: Int
    /// Where its bits begin in `pagesRead`, and how many words they are.
    var readBase: Int
    var readWords: Int

    /// It cannot be known again: nothing is written to it.
    var hasRandomUID = false
    /// Counts activations over all tags: of two tags of one UID the later is meant.
    var activation = 0
    /// The sector that frames address; -1: a fault hides it.
    var sector = 0
    var awaitsSector = false
    /// The page of a COMPATIBILITY_WRITE whose data comes with the next frame; -1: none.
    var compatibilityPage = -1
    /// Whether the tag was activated since the last frame that wrote to it.
    var isFresh = false
    /// Whether its whole memory is to be compared with what frames made of it.
    var isToCompare = false

    /// Whether an intent without outcome is on disk.
    var isIntended = false
    /// The item of the last intent; -1: none.
    var slot = -1
    var run = -1
    var locks = false
    var formats = false
    var protects = false
    /// Whether one more frame of an attempt that was concluded in doubt may still come: the one that a reader hung on.
    var mayComeLate = false
    /// Whether a frame wrote since the intent, and whether a fault decided what any of them stored.
    var isWritten = false
    var hadStoreFault = false
    /// Whether one of them was of the configuration, or of the data area.
    var wroteConfiguration = false
    var wroteArea = false
    /// Whether PWD_AUTH opened the tag, after an activation, since a frame wrote to PWD or PACK.
    var isPasswordProved = false
    /// A fault falsified something that was read of it: what is kept "as it was read" may be otherwise.
    var wasMisread = false
    /// What stood there at the intent.
    var oldKind = AreaReading.Kind.none
    var oldTypeAt = 0
    var oldValueAt = 0
    var oldValueEnd = 0
    var hasReserved = false
    /// The byte behind what of the area is remembered.
    var oldEnd = 0
    /// The page behind the last one that the attempt's TLVs need.
    var pageEnd = 0

    /// The item that last wrote to a user page, and what stands there since.
    var writer = -1
    var standing = Standing.old
    /// The item that ended on the tag, and the run.
    var endedRun = -1
    /// The item that is in doubt on the tag; -1: none.
    var doubtSlot = -1
    /// The last item that was written on it; -1: none.
    var madeSlot = -1
    /// The last item whose message it was found to hold, and whose lock or protection was not brought to its end; -1: none.
    var halfSlot = -1

    mutating func activate(_ number: Int) {
        activation = number
        isFresh = true
        mayComeLate = false
        sector = 0
        awaitsSector = false
        compatibilityPage = -1
    }

    /// A frame wrote to it.
    mutating func noteWrite() {
        isFresh = false
        isWritten = true
        isToCompare = true
    }
}

/// What is remembered of an item in a run.
struct ItemState {
    enum Status: UInt8 {
        case open, intended, inDoubt, written, unchanged, failed

        var isFinal: Bool { rawValue >= Status.written.rawValue }

        var name: String {
            switch self {
            case .open, .intended: "pending"
            case .inDoubt: "in-doubt"
            case .written: "written"
            case .unchanged: "unchanged"
            case .failed: "failed"
            }
        }
    }

    var id: Int
    var run: Int
    /// Which one it is among the run's items.
    var index: Int
    var status = Status.open
    /// The tag of its last intent or outcome; -1: none.
    var tag = -1
    var attempts = 0
    var locks: Bool
    var isInvalid: Bool
    var hasUIDPlaces: Bool
    /// Whether an earlier run left it in doubt.
    var cameInDoubt = false
}

/// What is remembered of a run.
struct RunState {
    var number: Int
    var asks: CheckedRequest
    var items: [CheckedItem]
    /// Where its items begin in `items` of the checker.
    var first: Int
    /// The number of the run whose items it took over; nil: of none.
    var rerunOf: Int?
    /// Whether a death, or a stop, made it lose what it had not yet put down.
    var wasInterrupted = false
}
