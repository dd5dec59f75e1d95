/// The writes that make a tag read-only for ever (contract, section 1, `lock`), in their order: the capability container,
/// the dynamic lock page, the static lock bytes; the last of them locks page 3 too and would keep the first from being
/// written. Each sets the bits that were asked for and none else: no block-lock bit, no reserved bit, no bit of a counter,
/// key or configuration page. What is set already is left out, so a lock that came out half is finished.
///
/// Sources: NXP NTAG213/215/216 data sheet rev. 3.2, 8.5.2 and 8.5.3; NXP MF0ICU2 data sheet rev. 3.3, 7.5.2 and 7.5.3; NFC
/// Forum Type 2 Tag 1.2, 6.1 (write access F).
public struct LockPlan: Hashable, Sendable {
    /// One page of bits that go from 0 to 1 alone.
    public struct Step: Hashable, Sendable {
        /// The whole page: what it held, and the bits that are asked for.
        public let write: PageWrite
        /// The bits that are asked for, under which the page is read back; of the container all of them.
        public let mask: Page
        /// The page before.
        let held: Page

        /// Whether the page holds every bit that was asked for.
        public func isDone(in memory: PageMemory) -> Bool {
            memory[write.page].map { $0.word & mask.word == write.data.word & mask.word } ?? false
        }

        /// Whether the page holds what it held before.
        package func isUntouched(in memory: PageMemory) -> Bool { memory[write.page] == held }
    }

    /// What came of planning.
    public enum Making: Hashable, Sendable {
        /// The container says read-only, and the lock bit of every user page is set.
        case done
        /// The tag can never be locked as asked; why.
        case impossible(String)
        /// A password protects pages that must be written, or the configuration, from this page on.
        case needsPassword(from: Int)
        case plan(LockPlan)
    }

    public let steps: [Step]
    /// Nothing that locks was ever set, and the container is the chip's own.
    ///
    /// Of any other tag the old bits are written again with the new ones: they are read twice before.
    public let isOfTagAsDelivered: Bool

    /// - Parameter isOpen: the tag was opened with its password, in this activation.
    public static func make(_ memory: PageMemory, layout: Type2Layout, isOpen: Bool = false) -> Making {
        guard let chip = layout.chip, chip.locksAreKnown else {
            return .impossible(
                "unsupported chip for locking: "
                    + layout.words { "which bits lock which pages of \($0) is not known for sure" })
        }
        if let doubt = layout.wordsOfDoubt { return .impossible(doubt) }
        guard let page = memory[3], let locks = Type2Locks(memory: memory, layout: layout) else {
            return .impossible("the lock bits of the tag are not known")
        }
        let container = CapabilityContainer(page)
        guard container.isOfNDEF else {
            return .impossible("the tag has no capability container that could say read-only")
        }
        if locks.isLocked(container) { return .done }
        if !isOpen, let from = locks.protectedFrom, from <= layout.lastPageOfLocking {
            return .needsPassword(from: from)
        }
        if let obstacle = locks.obstacle(toLocking: container) { return .impossible(obstacle) }
        let steps = allSteps(memory, layout).filter { !$0.isDone(in: memory) }
        return .plan(
            LockPlan(steps: steps, isOfTagAsDelivered: !locks.hasLocks && page == FormatPlan.container(of: chip)))
    }

    /// The steps of which not every bit is set.
    public func missing(in memory: PageMemory) -> [Step] { steps.filter { !$0.isDone(in: memory) } }

    private static func allSteps(_ memory: PageMemory, _ layout: Type2Layout) -> [Step] {
        var steps: [Step] = []
        func add(_ page: Int, _ bits: Page, keeping kept: UInt32 = .max, under mask: Page? = nil) {
            guard let old = memory[page] else { return }
            let data = Page(word: old.word & kept | bits.word)
            steps.append(Step(write: PageWrite(page: page, data: data), mask: mask ?? bits, held: old))
        }
        add(3, Page(0x00, 0x00, 0x00, 0x0F), under: Page(word: .max))
        // Byte 3 is reserved: whatever it reads as, it is written as 0.
        if let page = layout.dynamicLockPage, let mask = layout.dynamicLockMask {
            add(page, mask, keeping: 0xFFFF_FF00)
        }
        add(2, Page(0x00, 0x00, 0xF8, 0xFF))
        return steps
    }
}

extension Chip {
    /// Whether it is published, or confirmed by more than one source, which bits lock which pages, and that page 3 is
    /// one-time programmable. Only such chips are locked or formatted.
    ///
    /// NTAG213 TT is none of them: of its lock page no more is confirmed than where it lies.
    package var locksAreKnown: Bool {
        switch self {
        case .ultralight, .ultralightC, .mf0ul11, .mf0ul21, .ntag203, .ntag210, .ntag212, .ntag213, .ntag213F, .ntag215,
            .ntag216, .ntag216F:
            true
        default: false
        }
    }
}

extension Type2Layout {
    /// The dynamic lock bit of every user page from 16 on, and no other.
    fileprivate var dynamicLockMask: Page? {
        switch dynamicLocks {
        case .none, .unknown, .runsOfEither: nil
        case .fours: Page(0xEE, 0x00, 0x00, 0x00)
        case .runs(_, let pagesPerBit):
            {
                let bits = (userPages.upperBound - 16 + pagesPerBit - 1) / pagesPerBit
                let mask = UInt32(1) << UInt32(bits) - 1
                return Page(UInt8(truncatingIfNeeded: mask), UInt8(truncatingIfNeeded: mask >> 8), 0x00, 0x00)
            }()
        }
    }

    /// With a lock asked for, a password counts on the container's, the lock and the configuration pages too (contract,
    /// section 5).
    fileprivate var lastPageOfLocking: Int { max(3, dynamicLockPage ?? 0, configurationPage.map { $0 + 1 } ?? 0) }
}

extension Type2Locks {
    /// Whether nothing can be written any more, and the container says so.
    func isLocked(_ container: CapabilityContainer) -> Bool {
        container.writeAccess == 0xF && areLocked(all: layout.userPages)
    }

    /// The user pages whose lock bit is not set.
    var unlockedPages: [Int] { layout.userPages.filter { !isLocked($0) } }

    /// What can never be undone and keeps the tag from being locked.
    fileprivate func obstacle(toLocking container: CapabilityContainer) -> String? {
        // No block-lock bit is set either.
        guard hasLocks else { return nil }
        if container.writeAccess != 0xF, isContainerLocked {
            return "page 3 is locked, and its capability container \(container.page) does not say read-only"
        }
        var frozen = unlockedPages.filter { isLockBitFrozen($0) }
        if !isContainerLocked, isLockBitFrozen(3) { frozen.insert(3, at: 0) }
        guard !frozen.isEmpty else { return nil }
        return "block-lock bits are set: \(pageList(frozen)) can never be locked any more"
    }
}

/// What a lock that came out half has left open, as far as it can be read.
public struct LockGaps: Hashable, Sendable {
    /// The user pages whose lock bit is known not to be set.
    public let writablePages: [Int]
    /// Some lock bits could not be read.
    public let isUnknown: Bool
    /// Why the lock can never be finished; nil where nothing is known that keeps it from that.
    public let obstacle: String?

    public init(memory: PageMemory, layout: Type2Layout) {
        let locks = Type2Locks(knownOf: memory, layout: layout)
        writablePages = locks.unlockedPages.filter { locks.isKnown($0..<($0 + 1)) }
        obstacle = memory[3].flatMap { locks.obstacle(toLocking: CapabilityContainer($0)) }
        isUnknown = !locks.isKnown(layout.userPages) || memory[3] == nil
    }
}
