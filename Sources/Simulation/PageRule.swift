/// What a write that is permitted does to a page: bits that it replaces, and bits that it can only set.
struct PageRule: Hashable, Sendable {
    /// Bits that take the new value.
    var replaced: [UInt8]
    /// Bits that a 1 sets for ever and a 0 leaves.
    var settable: [UInt8]

    static let data = PageRule(replaced: [0xFF, 0xFF, 0xFF, 0xFF], settable: [0, 0, 0, 0])

    /// A page of bits that can only be set.
    static func oneWay(_ settable: [UInt8]) -> PageRule { PageRule(replaced: [0, 0, 0, 0], settable: settable) }

    /// Page 2 of every chip: bytes 0 and 1 are the chip's own, bytes 2 and 3 are the static lock bytes.
    static let staticLock = oneWay([0, 0, 0xFF, 0xFF])

    /// Page 3 of every chip: capability container, or OTP.
    static let container = oneWay([0xFF, 0xFF, 0xFF, 0xFF])

    /// A write that tears leaves such a page as it was (NXP NTAG213F/216F data sheet, page 44).
    var isTearingSafe: Bool { replaced == [0, 0, 0, 0] }

    func stored(_ data: [UInt8], over old: [UInt8]) -> [UInt8] {
        (0..<4).map { old[$0] & ~replaced[$0] | data[$0] & (replaced[$0] | settable[$0]) }
    }
}
