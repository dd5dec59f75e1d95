import Jobs
import Simulation
import Tags

/// What is asked for a tag.
struct Asked: Hashable, Sendable {
    /// The password that the user gave, as the tag sees it.
    enum Password: Hashable, Sendable { case none, right, wrong }

    var message: [UInt8]
    var locks = false
    var formats = false
    var protects = false
    var requiresGenuine = false
    var overwrite = OverwritePolicy.blank
    var password = Password.none
}

/// A tag as it is laid.
struct LaidTag: Hashable, Sendable {
    let chip: VirtualChip
    let uid: UID
    /// As it came from its maker.
    let delivered: [UInt8]
    var memory: [UInt8]
    var traits = TagTraits()
    /// Whether READ_SIG brings the maker's signature.
    var isGenuine = false
    /// Whether the UID begins with another number than its maker's.
    var isForeign = false
    /// Whether GET_VERSION tells of pages that are not there.
    var isSizeLie = false
}

/// What the contract, section 5, makes of a tag and what is asked of it: by rules of this test's own.
struct ExpectedVerdict: Hashable {
    enum Result: Hashable {
        case written
        case unchanged
        case rejected(Reason)
        /// Rejected, for a reason that the contract does not name.
        case refused
        /// The contract does not say whether such a tag is taken; it is not to be harmed.
        case open
    }

    var result: Result
    /// Nil where the contract does not say. `unknown` is right too where the lock bits of a chip are not published.
    var lockState: LockState?
    /// Memory afterwards, as far as it is the contract's; the message area is looked at apart.
    var memory: [UInt8]
    /// Pages of TLVs and message that a write may touch.
    var messagePages: ClosedRange<Int>?
    /// CC, lock and configuration pages that have to change, and nothing else of them.
    var special: Set<Int> = []
    /// What an `open` tag holds beside the message when it was taken, and locked if asked.
    var takenMemory: [UInt8] = []
}
