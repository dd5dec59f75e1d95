/// One bit that makes pages read-only, and the bit that freezes it.
struct LockBit: Hashable, Sendable {
    /// A bit of the tag's memory.
    struct Place: Sendable, Hashable {
        /// Counted in bytes from page 0.
        let offset: Int
        /// 0 is the lowest bit.
        let bit: UInt8

        /// The bit in its page, whose first byte is the highest.
        var pageMask: UInt32 { 1 << (UInt32(24 - 8 * (offset % 4)) + UInt32(bit)) }
    }

    let place: Place
    let pages: ClosedRange<Int>
    /// Once this bit is set, `place` cannot change any more; nil: nothing freezes it.
    let frozenBy: Place?

    /// Where it stands.
    var page: Int { place.offset / 4 }

    /// The static lock bytes, page 2 bytes 2 and 3 (NXP NTAG213/215/216 data sheet, 8.5.2): L3 to L7 in bits 3 to 7 of
    /// byte 2, L8 to L15 in byte 3; block-lock bits 0 to 2 of byte 2 freeze page 3, pages 4-9 and pages 10-15.
    static let staticBits: [LockBit] = (3...15).map { page in
        let freezing: UInt8 = page == 3 ? 0 : page <= 9 ? 1 : 2
        return LockBit(
            place: Place(offset: page < 8 ? 10 : 11, bit: UInt8(page < 8 ? page : page - 8)), pages: page...page,
            frozenBy: Place(offset: 10, bit: freezing))
    }

    /// The dynamic lock bytes of Ultralight EV1 and NTAG21x (data sheet, 8.5.3): bit i over bytes 0 and 1 locks so many
    /// pages from 16 on, the last group cut at the last user page; bit j of byte 2 freezes bits 2j and 2j + 1.
    static func pairedBits(page: Int, pagesPerBit: Int, lastUserPage: Int) -> [LockBit] {
        pairedBits(
            page: page,
            groups: stride(from: 16, through: lastUserPage, by: pagesPerBit).map {
                $0...min($0 + pagesPerBit - 1, lastUserPage)
            })
    }

    /// The same with groups that do not all follow each other; at most 16.
    static func pairedBits(page: Int, groups: [ClosedRange<Int>]) -> [LockBit] {
        groups.enumerated().map { index, pages in
            LockBit(
                place: Place(offset: 4 * page + index / 8, bit: UInt8(index % 8)), pages: pages,
                frozenBy: Place(offset: 4 * page + 2, bit: UInt8(index / 2)))
        }
    }

    /// Byte 0 of page 28h of the NTAG203 (data sheet rev. 3.0, figure 7) and of the Ultralight C: four pages a bit; bits 0
    /// and 4 freeze pages 16-27 and 28-39.
    static let fourPageBits: [LockBit] = {
        let groups: [(bit: UInt8, pages: ClosedRange<Int>, frozenBy: UInt8)] = [
            (1, 16...19, 0), (2, 20...23, 0), (3, 24...27, 0), (5, 28...31, 4), (6, 32...35, 4), (7, 36...39, 4),
        ]
        let offset = 4 * 0x28
        return groups.map {
            LockBit(
                place: Place(offset: offset, bit: $0.bit), pages: $0.pages,
                frozenBy: Place(offset: offset, bit: $0.frozenBy))
        }
    }()

    /// Byte 1 of page 28h: bit 4 locks the counter of the NTAG203, bit 0 freezes bit 4.
    static let counterBit = closing(0x29...0x29, bit: 4)

    /// Byte 1 of page 28h of the Ultralight C: bits 4 to 7 lock the counter, AUTH0, AUTH1 and the keys; each of bits 0 to 3
    /// freezes the one four above it.
    static let ultralightCBits = [
        counterBit, closing(0x2A...0x2A, bit: 5), closing(0x2B...0x2B, bit: 6), closing(0x2C...0x2F, bit: 7),
    ]

    private static func closing(_ pages: ClosedRange<Int>, bit: UInt8) -> LockBit {
        let offset = 4 * 0x28 + 1
        return LockBit(
            place: Place(offset: offset, bit: bit), pages: pages, frozenBy: Place(offset: offset, bit: bit - 4))
    }
}
