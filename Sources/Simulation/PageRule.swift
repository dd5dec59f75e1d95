/// What a write that is permitted does to a page: bits that it replaces, and bits that it can only set. The first byte of the
/// page is the highest.
struct PageRule: Hashable, Sendable {
    /// Bits that take the new value.
    var replaced: UInt32
    /// Bits that a 1 sets for ever and a 0 leaves.
    var settable: UInt32

    init(replaced: UInt32, settable: UInt32) {
        self.replaced = replaced
        self.settable = settable
    }

    static let data = PageRule(replaced: 0xFFFF_FFFF, settable: 0)

    /// A page of bits that can only be set.
    static func oneWay(_ settable: UInt32) -> PageRule { PageRule(replaced: 0, settable: settable) }

    /// Page 2 of every chip: bytes 0 and 1 are the chip's own, bytes 2 and 3 are the static lock bytes.
    static let staticLock = oneWay(0x0000_FFFF)

    /// Page 3 of every chip: capability container, or OTP.
    static let container = oneWay(0xFFFF_FFFF)

    /// A write that tears leaves such a page as it was (NXP NTAG213F/216F data sheet, page 44).
    var isTearingSafe: Bool { replaced == 0 }

    /// - Parameter frozen: bits that cannot be set any more.
    func stored(_ data: UInt32, over old: UInt32, frozen: UInt32) -> UInt32 {
        old & ~replaced | data & (replaced | settable & ~frozen)
    }
}
