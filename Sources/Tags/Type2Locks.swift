/// What keeps pages of a tag from being written or read: lock bits and password protection, told from memory alone.
///
/// Source: NXP NTAG213/215/216 data sheet rev. 3.2, sections 8.5.2 (static lock bytes), 8.5.3 (dynamic lock bytes), 8.5.7
/// (configuration pages).
public struct Type2Locks: Hashable, Sendable {
    public let layout: Type2Layout
    /// LOCK0 and LOCK1: page 2, bytes 2 and 3.
    public let staticLock: [UInt8]
    /// The three bytes of the dynamic lock page; the fourth is reserved.
    public let dynamicLock: [UInt8]
    /// AUTH0 where it protects a page of this chip: the first page that needs the password. Nil without protection.
    public let protectedFrom: Int?
    /// PROT: the password is needed for reading too.
    public let protectsReading: Bool
    /// CFGLCK: AUTH0 and ACCESS can never be changed again.
    public let isConfigurationLocked: Bool

    /// Nil unless page 2, the dynamic lock page and CFG0 are known, and CFG1 is known or kept back by the password.
    public init?(memory: PageMemory, chip: Chip) {
        let layout = chip.layout
        let cfg0Page = layout.configurationPage
        guard let header = memory[2], let dynamic = memory[layout.dynamicLockPage], let cfg0 = memory[cfg0Page] else {
            return nil
        }
        let auth0 = Int(cfg0[3])
        if let access = memory[cfg0Page + 1]?[0] {
            protectsReading = access & 0x80 != 0
            isConfigurationLocked = access & 0x40 != 0
        } else {
            // CFG0 is read and CFG1 is not: only PROT with AUTH0 on CFG1 does that.
            guard memory[state: cfg0Page + 1] == .refused, auth0 == cfg0Page + 1 else { return nil }
            protectsReading = true
            isConfigurationLocked = false
        }
        self.layout = layout
        staticLock = [header[2], header[3]]
        dynamicLock = [dynamic[0], dynamic[1], dynamic[2]]
        protectedFrom = auth0 < layout.pageCount ? auth0 : nil
    }

    /// The lock bit of the capability container's page.
    public var isContainerLocked: Bool { staticLock[0] & 0x08 != 0 }

    /// Whether a static lock bit forbids writing this page (4 to 15) for ever.
    public func isStaticallyLocked(_ page: Int) -> Bool {
        switch page {
        case 4...7: staticLock[0] & 1 << UInt8(page) != 0
        case 8...15: staticLock[1] & 1 << UInt8(page - 8) != 0
        default: false
        }
    }

    /// Whether a dynamic lock bit forbids writing this user page (from 16 on) for ever.
    public func isDynamicallyLocked(_ page: Int) -> Bool {
        guard let bit = dynamicBit(of: page) else { return false }
        return dynamicLock[bit / 8] & 1 << UInt8(bit % 8) != 0
    }

    public func isLocked(_ page: Int) -> Bool { isStaticallyLocked(page) || isDynamicallyLocked(page) }

    /// Whether the page's lock bit can never change again: a block-lock bit is set.
    public func isLockBitFrozen(_ page: Int) -> Bool {
        switch page {
        case 3: return staticLock[0] & 0x01 != 0
        case 4...9: return staticLock[0] & 0x02 != 0
        case 10...15: return staticLock[0] & 0x04 != 0
        default:
            guard let bit = dynamicBit(of: page) else { return false }
            return dynamicLock[2] & 1 << UInt8(bit / 2) != 0
        }
    }

    /// Whether any lock bit of any page is set, reserved bits among them.
    var hasLocks: Bool { staticLock != [0, 0] || dynamicLock[0] != 0 || dynamicLock[1] != 0 }

    /// Whether any block-lock bit is set.
    var hasBlockLocks: Bool { staticLock[0] & 0x07 != 0 || dynamicLock[2] != 0 }

    /// Whether the password is needed to write this page.
    public func needsPassword(_ page: Int) -> Bool { protectedFrom.map { page >= $0 } ?? false }

    /// Whether the password explains that this page cannot be read.
    func keepsBack(_ page: Int) -> Bool { protectsReading && needsPassword(page) }

    /// Which of the dynamic lock bits, counted over bytes 0 and 1 from the lowest bit on, belongs to a page.
    private func dynamicBit(of page: Int) -> Int? {
        guard page >= 16, layout.userPages.contains(page) else { return nil }
        return (page - 16) / layout.pagesPerDynamicLockBit
    }
}

extension Type2Locks {
    /// The lock state of a tag with this container and these pages of data area (contract, section 5).
    ///
    /// Where several hold, what a password keeps from being read comes first, then what is for ever, then the rest in the
    /// order in which tags are judged. A password counts when it protects a page of the area.
    func state(container: CapabilityContainer, area: Range<Int>) -> LockState {
        let locked = hasLocks ? area.count { isLocked($0) } : 0
        let password = area.last.map { needsPassword($0) } ?? false
        if password && protectsReading { return .passwordReadWrite }
        if locked == area.count && locked > 0 { return .locked }
        if password { return .passwordWrite }
        if container.writeAccess != 0 { return .readOnly }
        return locked > 0 ? .partlyLocked : .writable
    }
}
