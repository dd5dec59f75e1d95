/// What keeps pages of a tag from being written or read: lock bits and protection, told from memory alone, as far as it
/// is known.
///
/// Sources: NXP NTAG213/215/216 data sheet rev. 3.2, sections 8.5.2 (static lock bytes), 8.5.3 (dynamic lock bytes), 8.5.7
/// (configuration pages); NXP MF0ICU2 data sheet rev. 3.3, 7.5.9 (AUTH0 and AUTH1 of Ultralight C).
public struct Type2Locks: Hashable, Sendable {
    public let layout: Type2Layout
    /// LOCK0 and LOCK1, the lowest bit first: bit n is that of page n, from 3 on. Nil where they are not known.
    private let staticBits: UInt16?
    /// The three bytes of the dynamic lock page, the lowest bit first. Nil where they are not known, or the chip has none.
    private let dynamicBits: UInt32?
    /// AUTH0 where it protects a page of this chip: the first page that needs the password. Nil without protection.
    public let protectedFrom: Int?
    /// PROT: the password is needed for reading too.
    public let protectsReading: Bool
    /// CFGLCK: AUTH0 and ACCESS can never be changed again. False where that is not known.
    public let isConfigurationLocked: Bool
    /// Whether it is known what a password or key protects.
    let isProtectionKnown: Bool

    /// LOCK0 and LOCK1: page 2, bytes 2 and 3. Nil where they are not known.
    public var staticLock: [UInt8]? {
        staticBits.map { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    /// The three bytes of the dynamic lock page; the fourth is reserved. Nil where they are not known, or the chip has none.
    public var dynamicLock: [UInt8]? {
        dynamicBits.map { bits in [0, 8, 16].map { UInt8(truncatingIfNeeded: bits >> $0) } }
    }

    /// Nil unless page 2, the dynamic lock page and CFG0 are known as far as the chip has them, and CFG1 is known, kept back
    /// by the password, or of no account because AUTH0 protects nothing.
    public init?(memory: PageMemory, chip: Chip) { self.init(memory: memory, layout: chip.layout) }

    /// As `init(memory:chip:)`, for a tag whose layout is known.
    public init?(memory: PageMemory, layout: Type2Layout) {
        self.init(knownOf: memory, layout: layout)
        guard isKnown(2..<layout.pageCount), isProtectionKnown else { return nil }
    }

    /// Of a tag that refused no page; nil where some page was refused, or what the layout says of locks and protection is
    /// not all read.
    init?(ofOpen memory: PageMemory, layout: Type2Layout) {
        if memory.hasRefused { return nil }
        self.init(knownOf: memory, layout: layout)
        if areReadable { return }
        guard case .unknown = layout.accessControl else { return nil }
    }

    /// Whether what the layout says of locks and protection is all read; what it does not say is not asked for.
    var areReadable: Bool {
        guard staticBits != nil, isProtectionKnown else { return false }
        return layout.dynamicLockPage == nil || dynamicBits != nil
    }

    /// What is known, of whatever pages.
    init(knownOf memory: PageMemory, layout: Type2Layout) {
        self.layout = layout
        staticBits = memory[2].map { UInt16($0[2]) | UInt16($0[3]) << 8 }
        dynamicBits = layout.dynamicLockPage.flatMap { memory[$0] }.map { $0.word.byteSwapped & 0x00FF_FFFF }
        let protection = Self.protection(memory, layout)
        isProtectionKnown = protection != nil
        protectedFrom = protection?.from
        protectsReading = protection?.reading ?? false
        isConfigurationLocked = protection?.isLocked ?? false
    }

    /// Nil where it cannot be told.
    private static func protection(
        _ memory: PageMemory, _ layout: Type2Layout
    ) -> (from: Int?, reading: Bool, isLocked: Bool)? {
        switch layout.accessControl {
        case .none: return (nil, false, false)
        case .unknown: return nil
        case .password(let page):
            guard let cfg0 = memory[page] else { return nil }
            let from = layout.protectedFrom(auth0: cfg0[3])
            if let access = memory[page + 1]?[0] { return (from, access & 0x80 != 0, access & 0x40 != 0) }
            if from == nil { return (nil, false, false) }
            // CFG0 is read and CFG1 is not: only PROT with AUTH0 on CFG1 does that.
            guard memory[state: page + 1] == .refused, from == page + 1 else { return nil }
            return (from, true, false)
        case .key(let page):
            // 03 to 2F protect, 30 and above nothing; lower values are not defined.
            guard let auth0 = memory[page].map({ Int($0[0]) }), auth0 >= 3 else { return nil }
            guard auth0 < layout.pageCount else { return (nil, false, false) }
            if let auth1 = memory[page + 1] { return (auth0, auth1[0] & 0x01 == 0, false) }
            guard memory[state: page + 1] == .refused, auth0 == page + 1 else { return nil }
            return (auth0, true, false)
        }
    }

    /// The lock bit of the capability container's page.
    public var isContainerLocked: Bool { isSet(staticBit: 3) }

    /// Whether a static lock bit forbids writing this page (4 to 15) for ever.
    public func isStaticallyLocked(_ page: Int) -> Bool {
        4...15 ~= page && isSet(staticBit: page)
    }

    /// Whether a dynamic lock bit forbids writing this user page (from 16 on) for ever. Of a tag that may be of several chips:
    /// whether one does on each of them.
    public func isDynamicallyLocked(_ page: Int) -> Bool {
        switch readings(of: page) {
        case .none: false
        case .one(let bits): isSet(bits.lock)
        case .either(let one, let other): isSet(one.lock) && isSet(other.lock)
        }
    }

    /// Whether a dynamic lock bit forbids writing this user page (from 16 on) on a chip that the tag may be of.
    public func mayBeDynamicallyLocked(_ page: Int) -> Bool {
        switch readings(of: page) {
        case .none: false
        case .one(let bits): isSet(bits.lock)
        case .either(let one, let other): isSet(one.lock) || isSet(other.lock)
        }
    }

    /// Whether a lock bit that is known forbids writing this page for ever.
    public func isLocked(_ page: Int) -> Bool { isStaticallyLocked(page) || isDynamicallyLocked(page) }

    /// Whether a lock bit that is known forbids writing this page on a chip that the tag may be of.
    func mayBeLocked(_ page: Int) -> Bool { isStaticallyLocked(page) || mayBeDynamicallyLocked(page) }

    /// One of the dynamic lock bits, counted over bytes 0 to 2 from the lowest bit on.
    private func isSet(_ bit: Int) -> Bool {
        guard let dynamicBits else { return false }
        return dynamicBits & 1 << UInt32(bit) != 0
    }

    private func isSet(staticBit bit: Int) -> Bool {
        guard let staticBits else { return false }
        return staticBits & 1 << UInt16(bit) != 0
    }

    /// Whether the page's lock bit can never change again: a block-lock bit is set.
    public func isLockBitFrozen(_ page: Int) -> Bool {
        switch page {
        case 3: return isSet(staticBit: 0)
        case 4...9: return isSet(staticBit: 1)
        case 10...15: return isSet(staticBit: 2)
        default:
            switch readings(of: page) {
            case .none: return false
            case .one(let bits): return isSet(bits.blockLock)
            case .either(let one, let other): return isSet(one.blockLock) && isSet(other.blockLock)
            }
        }
    }

    /// Whether the password is needed to write this page.
    public func needsPassword(_ page: Int) -> Bool { protectedFrom.map { page >= $0 } ?? false }

    /// Whether the password explains that this page cannot be read.
    package func keepsBack(_ page: Int) -> Bool { protectsReading && needsPassword(page) }

    /// Which of the dynamic lock bits, counted over bytes 0 to 2 from the lowest bit on, locks a page, and which freezes that
    /// bit. Nil where there is none, or the tag may be of several chips that differ in it.
    func dynamicBits(of page: Int) -> Bits? {
        switch readings(of: page) {
        case .one(let bits): bits
        case .none, .either: nil
        }
    }

    /// Two of the dynamic lock bits: the one that locks a page, and the one that freezes it.
    typealias Bits = (lock: Int, blockLock: Int)

    /// The bits of a page, as the layout has them.
    private enum Readings {
        case none
        case one(Bits)
        /// On the one and on the other of the chips that the tag may be of.
        case either(Bits, Bits)
    }

    /// Asked for page after page, many times a tag: it is made in place.
    @inline(__always)
    private func readings(of page: Int) -> Readings {
        guard page >= 16, layout.userPages.contains(page) else { return .none }
        switch layout.dynamicLocks {
        case .none, .unknown: return .none
        case .runs(_, let pagesPerBit): return .one(Self.pairedBits((page - 16) / pagesPerBit))
        case .runsOfEither(_, let pagesPerBit, let other):
            return .either(Self.pairedBits((page - 16) / pagesPerBit), Self.pairedBits((page - 16) / other))
        case .fours:
            let group = (page - 16) / 4
            return .one(group < 3 ? (1 + group, 0) : (2 + group, 4))
        }
    }

    /// Each bit of byte 2 freezes two of the others.
    private static func pairedBits(_ bit: Int) -> Bits { (bit, 16 + bit / 2) }
}

extension Type2Locks {
    /// Whether any lock bit of any page is set, reserved bits among them.
    var hasLocks: Bool { (staticBits ?? 0) != 0 || (dynamicBits ?? 0) != 0 }

    /// Whether the lock bits of all these pages are known.
    func isKnown(_ pages: Range<Int>) -> Bool {
        if pages.overlaps(2..<16), staticBits == nil { return false }
        guard pages.upperBound > 16 else { return true }
        switch layout.dynamicLocks {
        case .none: return true
        case .runs, .fours: return dynamicBits != nil
        case .runsOfEither:
            guard let dynamicBits else { return false }
            return dynamicBits == 0 || pages.allSatisfy { mayBeLocked($0) == isLocked($0) }
        case .unknown: return false
        }
    }

    /// The lock state of a tag with this container and these pages of data area (contract, section 5).
    ///
    /// Where several hold, what a password keeps from being read comes first, then what is for ever, then the rest in the
    /// order in which tags are judged. A password counts when it protects a page of the area. Of what is not known, only
    /// what could not change the answer is passed over.
    func state(container: CapabilityContainer?, area: Range<Int>) -> LockState {
        let (isSomeLocked, isEachLocked) = lockedPages(of: area)
        let password = area.last.map { needsPassword($0) } ?? false
        if password && protectsReading { return .passwordReadWrite }
        if isEachLocked { return .locked }
        if mayBeLocked(all: area) { return .unknown }
        if password { return .passwordWrite }
        guard let container else { return .unknown }
        if container.writeAccess != 0 { return .readOnly }
        guard isProtectionKnown else { return .unknown }
        guard isKnown(area) else { return isPartlyLocked(area) ? .partlyLocked : .unknown }
        return isSomeLocked ? .partlyLocked : .writable
    }

    /// Whether a lock bit that is known forbids writing each of these pages for ever.
    func areLocked(all pages: Range<Int>) -> Bool { pages.isEmpty || lockedPages(of: pages).each }

    /// Whether some of these pages are locked, and whether all are, and there are any.
    private func lockedPages(of area: Range<Int>) -> (some: Bool, each: Bool) {
        guard hasLocks, let first = area.first else { return (false, false) }
        if let bits = bits(of: area) {
            let found: LockBits = ((staticBits ?? 0) & bits.static, (dynamicBits ?? 0) & bits.dynamic)
            return (found.static != 0 || found.dynamic != 0, found == bits)
        }
        let isLocked = isLocked(first)
        let isMixed = area.dropFirst().contains { self.isLocked($0) != isLocked }
        return (isLocked || isMixed, isLocked && !isMixed)
    }

    /// Static and dynamic bits, as they are kept.
    private typealias LockBits = (static: UInt16, dynamic: UInt32)

    /// The bits that lock all of these user pages, and no other; nil where there are none for some page, or they are not told
    /// so simply.
    private func bits(of pages: Range<Int>) -> LockBits? {
        guard pages.lowerBound >= 4, pages.lowerBound <= 16, pages.upperBound <= layout.userPages.upperBound else {
            return nil
        }
        let near = UInt16.max << UInt16(pages.lowerBound) & ~(UInt16.max << UInt16(min(pages.upperBound, 16)))
        let far = pages.upperBound - 16
        if far <= 0 { return (near, 0) }
        switch layout.dynamicLocks {
        case .runs(_, let pagesPerBit): return (near, ~(UInt32.max << UInt32((far + pagesPerBit - 1) / pagesPerBit)))
        case .fours:
            let groups = UInt32((far + 3) / 4)
            // Bit 0 freezes the first three groups, bit 4 the others.
            return (near, ~(UInt32.max << min(groups, 3)) << 1 | ~(UInt32.max << (max(groups, 3) - 3)) << 5)
        case .none, .unknown, .runsOfEither: return nil
        }
    }

    /// Whether, of a tag that may be of several chips, all of the area is locked on one of them.
    private func mayBeLocked(all area: Range<Int>) -> Bool {
        guard hasLocks, case .runsOfEither = layout.dynamicLocks else { return false }
        return !area.isEmpty && area.allSatisfy { mayBeLocked($0) }
    }

    /// Whether, of a tag that may be of several chips, some pages of the area are locked on each of them, and not all on any.
    private func isPartlyLocked(_ area: Range<Int>) -> Bool {
        guard case .runsOfEither = layout.dynamicLocks else { return false }
        return area.contains { isLocked($0) } && area.contains { !mayBeLocked($0) }
    }
}
