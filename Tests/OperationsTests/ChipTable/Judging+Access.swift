import ReaderModels
import Simulation
import TestSupport

/// Locks, passwords and mirrors, by the bits of memory.
extension Judging {
    func isLocked(_ page: Int) -> Bool { Self.isLocked(page, memory, facts) }

    /// Whether lock bits keep the page, on any of the chips that the tag may be of: where no version is had, one size of NTAG
    /// I2C plus is like the other, and whatever a bit may lock is not written.
    func mayBeLocked(_ page: Int) -> Bool {
        let sizes = [VirtualChip.ntagI2CPlus1K, .ntagI2CPlus2K]
        if tellsVersion || !sizes.contains(tag.chip) { return isLocked(page) }
        return sizes.contains { Self.isLocked(page, memory, $0.facts) }
    }

    static func isLocked(_ page: Int, _ memory: [UInt8], _ facts: ChipFacts) -> Bool {
        if (3...7).contains(page) { return memory[10] >> UInt8(page) & 1 == 1 }
        if (8...15).contains(page) { return memory[11] >> UInt8(page - 8) & 1 == 1 }
        guard let dynamic = facts.dynamicLock else { return false }
        return dynamic.bits.contains { $0.pages.contains(page) && memory[4 * dynamic.page + $0.byte] & $0.mask != 0 }
    }

    /// Whether the lock asked for is there: the container says read-only, and every user page is locked.
    var hasLock: Bool {
        !asked.locks || isLockable && container[3] & 0x0F == 0x0F && facts.userPages.allSatisfy(isLocked)
    }

    /// The pages that locking may write.
    var lockPages: Set<Int> { Set([2, 3] + (facts.dynamicLock.map { [$0.page] } ?? [])) }

    /// Locked, lock and configuration pages: where a password keeps one of them, it keeps the lock.
    var keptForLock: Set<Int> { isLockable ? lockPages.union(facts.configuration.map { [$0] } ?? []) : [] }

    var isLockable: Bool { facts.isLockable && isProved && (passesThrough || facts.isToldByReads || isUnformatted) }

    /// Whether nothing speaks against the chip, or GET_VERSION names it. Of chips that know no such command and whose lock bits
    /// differ from those of others, memory must show what is their own.
    var isProved: Bool {
        if tellsVersion { return true }
        if tag.isForeign { return false }
        guard !facts.hasVersion, let page = facts.dynamicLock?.page else { return true }
        if memory[4 * page + 3] == 0xBD { return false }
        let chain = Array(memory[16..<21])
        guard facts.chip == .ntag203 else { return chain != [0x01, 0x03, 0xA0, 0x0C, 0x34] }
        // Bits of the container that are set at delivery stay set.
        let keepsBits = zip(container, [0xE1, 0x10, 0x12]).allSatisfy { $0 & $1 == $1 }
        return keepsBits && chain == facts.chain && memory[4 * 41 + 3] != 0xFF
    }

    /// Nothing that cannot be undone stands in the way of what is missing.
    var canLock: Bool {
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
    var firstKept: Int? { firstKept(memory) }

    func firstKept(_ memory: [UInt8]) -> Int? {
        if let page = facts.keyConfiguration {
            let first = Int(memory[4 * page])
            return first >= 0x30 ? nil : max(3, first)
        }
        guard let page = facts.configuration else { return nil }
        let first = Int(memory[4 * page + 3])
        return first > min(facts.lastAuthenticationPage, page + 3) ? nil : first
    }

    var keepsReading: Bool {
        guard firstKept != nil else { return false }
        if let page = facts.keyConfiguration { return memory[4 * page + 4] & 1 == 0 }
        return facts.configuration.map { memory[4 * $0 + 4] & 0x80 != 0 } ?? false
    }

    var isOpened: Bool { passesThrough && asked.password == .right && facts.configuration != nil }

    /// Whether a reader that gives passwords in a session leaves the tag as it is: the tag may be closed again before it is
    /// locked or protected otherwise, and no page of a message shows before whether it is.
    func mayClose(_ written: Set<Int>) -> Bool {
        guard reader.model.way == .transparentSession else { return false }
        let protects = asked.protects && !hasProtection
        if asked.locks, protects { return true }
        guard asked.locks || protects, isOpened, let first = firstKept else { return false }
        return !written.contains { $0 >= first }
    }

    func isKept(_ pages: Set<Int>) -> Bool {
        guard let first = firstKept, !isOpened else { return false }
        return pages.contains { $0 >= first }
    }

    /// A chip that refuses every read from one page to its last tells nothing of what it would hold there.
    var hidesMessage: Bool { keepsReading && !isOpened }

    /// Whether the protection asked for is there.
    var hasProtection: Bool {
        !asked.protects || firstKept.map { $0 <= 4 } == true && !keepsReading && asked.password == .right
    }

    /// AUTH0 can be set, and the password proved.
    var canProtect: Bool {
        guard let page = facts.configuration, passesThrough else { return false }
        return !(facts.hasCFGLCK && memory[4 * page + 4] & 0x40 != 0)
    }

    // MARK: Mirrors

    func hidesUnderMirror(_ laid: LaidMessage) -> Bool {
        guard let span = mirrorSpan else { return false }
        return (span.lowerBound / 4...(span.upperBound - 1) / 4).overlaps(laid.pages)
    }

    var mirrorSpan: Range<Int>? {
        guard let page = facts.configuration, facts.mirrors != .none else { return nil }
        let cfg0 = memory[4 * page..<4 * page + 4].map { $0 }
        // NTAG210 and NTAG212 have no MIRROR_CONF: the page alone switches the mirror on.
        let setting = facts.mirrors == .uid ? 1 : cfg0[0] >> 6
        // What a mirror of NTAG213 TT can show is not confirmed: any setting counts as shown.
        let isCounting =
            facts.mirrors == .uidAndCounter && memory[4 * page + 4] & 0x10 != 0 || facts.chip == .ntag213TT
        let length = [0, 14, isCounting ? 6 : 0, isCounting ? 21 : 14][Int(setting)]
        let first = 4 * Int(cfg0[2]) + Int(cfg0[0] >> 4 & 3)
        guard length > 0, cfg0[2] > 3, first + length <= 4 * (facts.lastUserPage + 1) else { return nil }
        return first..<first + length
    }
}
