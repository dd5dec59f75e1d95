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
    var memory: [UInt8]
    var traits = TagTraits()
    /// Whether READ_SIG brings the maker's signature.
    var isGenuine = false
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

/// The judging of one tag.
struct Judging {
    let tag: LaidTag
    let facts: ChipFacts
    let asked: Asked
    let model: VirtualReaderModel
    private let memory: [UInt8]

    init(_ tag: LaidTag, _ asked: Asked, _ model: VirtualReaderModel) {
        self.tag = tag
        facts = tag.chip.facts
        self.asked = asked
        self.model = model
        memory = tag.memory
    }

    var verdict: ExpectedVerdict {
        if let early { return early }
        // A page 3 that is locked takes no container any more.
        if isUnformatted, !(asked.formats && facts.isFormattable) || isLocked(3) { return rejected(.tagUnformatted) }
        if !isUnformatted, container[0] != 0xE1 { return rejected(.tagNotNDEF) }
        if asked.requiresGenuine, !(tag.isGenuine && passesThrough) { return rejected(.notGenuine) }
        // Where reading needs the password too, what stands behind it is not known.
        if hidesMessage { return rejected(.tagPassword) }
        if reading.held == .message(asked.message) { return equalVerdict }
        guard let laid else { return rejected(.messageTooLarge) }
        let needed = pages(of: laid)
        if isKept(needed.union(asked.locks ? keptForLock : [])) { return rejected(.tagPassword) }
        if container[3] & 0x0F != 0 { return rejected(.tagReadOnly) }
        if needed.contains(where: isLocked) { return rejected(.tagLocked) }
        if case .message = reading.held, asked.overwrite != .always { return rejected(.tagNotBlank) }
        if asked.locks, !canLock { return rejected(.lockImpossible) }
        if asked.protects, !canProtect { return refused }
        if hidesUnderMirror(laid) { return rejected(.verifyMismatch) }
        return made(pages: 4...laid.pages.upperBound)
    }

    /// What is not looked at any closer.
    private var early: ExpectedVerdict? {
        if tag.isSizeLie {
            // Reads end as where a password begins: with a chip that can have one nobody can tell.
            guard passesThrough else { return open }
            return ExpectedVerdict(
                result: .rejected(facts.configuration == nil ? .tagDamaged : .tagPassword), memory: memory)
        }
        // Where no version is to be had, reads that end too early are those of a smaller chip, or of none that is known.
        if keepsReading, !tellsVersion, let first = firstKept, first >= facts.lastUserPage { return open }
        // And a container that says more than reads bring may be a password's doing.
        if container[0] == 0xE1, container[2] == 0xFE, !tellsVersion { return open }
        if reachesPastSector0 { return rejected(.readerError) }
        if asked.protects {
            if !passesThrough { return rejected(.readerError) }
            if facts.configuration == nil || !facts.isLockable { return rejected(.chipUnsupported) }
        }
        return nil
    }

    /// The message stands there: only what is missing beside it counts.
    private var equalVerdict: ExpectedVerdict {
        if hasLock, hasProtection {
            return ExpectedVerdict(result: .unchanged, lockState: lockState(memory), memory: memory)
        }
        if !hasLock, isKept(keptForLock) { return rejected(.tagPassword) }
        if !hasProtection, let page = facts.configuration, isKept([page]) { return rejected(.tagPassword) }
        if !hasLock, !canLock { return rejected(.lockImpossible) }
        if !hasProtection, !canProtect { return refused }
        return made(pages: nil)
    }

    private var passesThrough: Bool { model == .acr122u }

    private var tellsVersion: Bool { passesThrough && facts.hasVersion && tag.traits.version != .refused }

    /// A message that goes on where a reader without SECTOR_SELECT does not come.
    private var reachesPastSector0: Bool {
        guard !passesThrough, facts.moreUserPages > 0, let start = reading.start, memory[start + 1] == 0xFF else {
            return false
        }
        let last = start + 4 + Int(memory[start + 2]) << 8 + Int(memory[start + 3])
        return last > 1024 && last <= facts.areaEnd(container: container[2])
    }

    // MARK: Message

    private var container: [UInt8] { Array(memory[12..<16]) }

    private var isUnformatted: Bool { container.allSatisfy { $0 == 0 } }

    private var end: Int {
        let end = facts.areaEnd(container: isUnformatted ? facts.size : container[2])
        let reach = facts.moreUserPages > 0 && !passesThrough ? 1024 : Int.max
        return min(end, reach, 4 * ((tag.traits.lastPage ?? tag.chip.lastPage) + 1))
    }

    private var reading: MemoryReading { MemoryReading(isUnformatted ? Array(memory[0..<16]) : memory, end: isUnformatted ? 16 : end) }

    private var laid: LaidMessage? {
        if let start = reading.start { return LaidMessage(asked.message, in: memory, at: start, end: end) }
        var clean = memory
        guard 16 + facts.chain.count <= end else { return nil }
        clean.replaceSubrange(16..<16 + facts.chain.count, with: facts.chain)
        return LaidMessage(asked.message, in: clean, at: 16 + facts.chain.count, end: end)
    }

    /// Pages that differ, and the page of the length.
    private func pages(of laid: LaidMessage) -> Set<Int> {
        Set((4...laid.pages.upperBound).filter { !laid.memory[4 * $0..<4 * $0 + 4].elementsEqual(memory[4 * $0..<4 * $0 + 4]) })
            .union([laid.lengthPage])
    }

    // MARK: Locks

    func isLocked(_ page: Int) -> Bool { Self.isLocked(page, memory, facts) }

    static func isLocked(_ page: Int, _ memory: [UInt8], _ facts: ChipFacts) -> Bool {
        if (3...7).contains(page) { return memory[10] >> UInt8(page) & 1 == 1 }
        if (8...15).contains(page) { return memory[11] >> UInt8(page - 8) & 1 == 1 }
        guard let dynamic = facts.dynamicLock else { return false }
        return dynamic.bits.contains { $0.pages.contains(page) && memory[4 * dynamic.page + $0.byte] & $0.mask != 0 }
    }

    /// Whether the lock asked for is there: the container says read-only, and every user page is locked.
    private var hasLock: Bool {
        !asked.locks || isLockable && container[3] & 0x0F == 0x0F && facts.userPages.allSatisfy(isLocked)
    }

    /// The pages that locking may write.
    private var lockPages: Set<Int> { Set([2, 3] + (facts.dynamicLock.map { [$0.page] } ?? [])) }

    /// Locked, lock and configuration pages: where a password keeps one of them, it keeps the lock.
    private var keptForLock: Set<Int> { isLockable ? lockPages.union(facts.configuration.map { [$0] } ?? []) : [] }

    private var isLockable: Bool { facts.isLockable && (passesThrough || facts.isToldByReads || isUnformatted) }

    /// Nothing that cannot be undone stands in the way of what is missing.
    private var canLock: Bool {
        guard isLockable else { return false }
        if isLocked(3), container[3] & 0x0F != 0x0F { return false }
        for (bit, pages) in [(UInt8(0), 3...3), (1, 4...9), (2, 10...15)] where memory[10] >> bit & 1 == 1 {
            if !pages.allSatisfy(isLocked) { return false }
        }
        guard let dynamic = facts.dynamicLock else { return true }
        let frozen = dynamic.blocking.contains { memory[4 * dynamic.page + $0.byte] & $0.mask != 0 }
        return !frozen || (16...facts.lastUserPage).allSatisfy(isLocked)
    }

    // MARK: Passwords

    /// The first page that a password keeps from writing; nil: none.
    private var firstKept: Int? { firstKept(memory) }

    private func firstKept(_ memory: [UInt8]) -> Int? {
        if let page = facts.keyConfiguration {
            let first = Int(memory[4 * page])
            return first >= 0x30 ? nil : max(3, first)
        }
        guard let page = facts.configuration else { return nil }
        let first = Int(memory[4 * page + 3])
        return first > min(facts.lastAuthenticationPage, page + 3) ? nil : first
    }

    private var keepsReading: Bool {
        guard firstKept != nil else { return false }
        if let page = facts.keyConfiguration { return memory[4 * page + 4] & 1 == 0 }
        return facts.configuration.map { memory[4 * $0 + 4] & 0x80 != 0 } ?? false
    }

    private var isOpened: Bool { passesThrough && asked.password == .right && facts.configuration != nil }

    private func isKept(_ pages: Set<Int>) -> Bool {
        guard let first = firstKept, !isOpened else { return false }
        return pages.contains { $0 >= first }
    }

    /// A chip that refuses every read from one page to its last tells nothing of what it would hold there.
    private var hidesMessage: Bool { keepsReading && !isOpened }

    /// Whether the protection asked for is there.
    private var hasProtection: Bool {
        !asked.protects || firstKept.map { $0 <= 4 } == true && !keepsReading && asked.password == .right
    }

    /// AUTH0 can be set, and the password proved.
    private var canProtect: Bool {
        guard let page = facts.configuration, passesThrough else { return false }
        return !(facts.hasCFGLCK && memory[4 * page + 4] & 0x40 != 0)
    }

    // MARK: Mirrors

    private func hidesUnderMirror(_ laid: LaidMessage) -> Bool {
        guard let span = mirrorSpan else { return false }
        return (span.lowerBound / 4...(span.upperBound - 1) / 4).overlaps(laid.pages)
    }

    private var mirrorSpan: Range<Int>? {
        guard let page = facts.configuration, facts.mirrors != .none else { return nil }
        let cfg0 = memory[4 * page..<4 * page + 4].map { $0 }
        // NTAG210 and NTAG212 have no MIRROR_CONF: the page alone switches the mirror on.
        let setting = facts.mirrors == .uid ? 1 : cfg0[0] >> 6
        let isCounting = facts.mirrors == .uidAndCounter && memory[4 * page + 4] & 0x10 != 0
        let length = [0, 14, isCounting ? 6 : 0, isCounting ? 21 : 14][Int(setting)]
        let first = 4 * Int(cfg0[2]) + Int(cfg0[0] >> 4 & 3)
        guard length > 0, cfg0[2] > 3, first + length <= 4 * (facts.lastUserPage + 1) else { return nil }
        return first..<first + length
    }

    // MARK: Verdicts

    private var refused: ExpectedVerdict { ExpectedVerdict(result: .refused, memory: memory) }

    private var open: ExpectedVerdict {
        var verdict = ExpectedVerdict(result: .open, memory: memory, messagePages: laid.map { 4...$0.pages.upperBound })
        let taken = made(pages: nil)
        (verdict.special, verdict.takenMemory) = (taken.special, taken.memory)
        return verdict
    }

    private func rejected(_ reason: Reason) -> ExpectedVerdict {
        let state: LockState? =
            switch reason {
            case .tagUnformatted, .tagNotNDEF: .notNDEF
            case .tagDamaged, .notGenuine, .readerError: nil
            default: lockState(memory)
            }
        return ExpectedVerdict(result: .rejected(reason), lockState: state, memory: memory)
    }

    /// Memory with all that was asked for beside the message.
    private func made(pages: ClosedRange<Int>?) -> ExpectedVerdict {
        var after = memory
        var special: Set<Int> = []
        if isUnformatted { after.replaceSubrange(12..<16, with: [0xE1, 0x10, facts.size, 0x00]) }
        if asked.locks, !hasLock {
            after[15] |= 0x0F
            after[10] |= 0xF8
            after[11] |= 0xFF
            if let dynamic = facts.dynamicLock {
                for (index, mask) in dynamic.mask.enumerated() { after[4 * dynamic.page + index] |= mask }
            }
        }
        if !hasProtection, let page = facts.configuration {
            after[4 * page + 3] = 4
            after.replaceSubrange(4 * page + 8..<4 * page + 12, with: LaidTag.password)
            after.replaceSubrange(4 * page + 12..<4 * page + 14, with: LaidTag.acknowledgement)
            special.formUnion(page...page + 3)
        }
        for page in lockPages.union([3]) where after[4 * page..<4 * page + 4] != memory[4 * page..<4 * page + 4] { special.insert(page) }
        return ExpectedVerdict(
            result: .written, lockState: lockState(after), memory: after, messagePages: pages, special: special)
    }

    private func lockState(_ memory: [UInt8]) -> LockState? {
        let container = Array(memory[12..<16])
        let first = firstKept(memory)
        if container == [0, 0, 0, 0] { return .notNDEF }
        // Of an area without pages nothing is said.
        if container[2] == 0 { return nil }
        let area = 4..<(facts.areaEnd(container: container[2]) + 3) / 4
        if let first, area.contains(where: { $0 >= first }) || hidesMessage {
            // Which of two that hold at once is told is not said.
            if area.contains(where: { Self.isLocked($0, memory, facts) }) || container[3] & 0x0F != 0 { return nil }
            return keepsReading ? .passwordReadWrite : .passwordWrite
        }
        let locked = area.count { Self.isLocked($0, memory, facts) }
        if locked == area.count { return .locked }
        if container[3] & 0x0F != 0 { return locked == 0 ? .readOnly : nil }
        return locked > 0 ? .partlyLocked : .writable
    }
}
