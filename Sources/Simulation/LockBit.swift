/// One bit that makes pages read-only, and the bit that freezes it.
struct LockBit: Sendable {
    /// A bit of the tag's memory.
    struct Place: Sendable, Hashable {
        /// Counted in bytes from page 0.
        let offset: Int
        /// 0 is the lowest bit.
        let bit: UInt8

        var mask: UInt8 { 1 << bit }
    }

    let place: Place
    let pages: ClosedRange<Int>
    /// Once this bit is set, `place` cannot change any more.
    let frozenBy: Place

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
        var bits: [LockBit] = []
        for (index, first) in stride(from: 16, through: lastUserPage, by: pagesPerBit).enumerated() {
            bits.append(
                LockBit(
                    place: Place(offset: 4 * page + index / 8, bit: UInt8(index % 8)),
                    pages: first...min(first + pagesPerBit - 1, lastUserPage),
                    frozenBy: Place(offset: 4 * page + 2, bit: UInt8(index / 2))))
        }
        return bits
    }

    /// The lock bytes of page 28h of the NTAG203 (data sheet rev. 3.0, figure 7).
    static let ntag203Bits: [LockBit] = {
        let offset = 4 * 0x28
        let groups: [(bit: UInt8, pages: ClosedRange<Int>, frozenBy: UInt8)] = [
            (1, 16...19, 0), (2, 20...23, 0), (3, 24...27, 0), (5, 28...31, 4), (6, 32...35, 4), (7, 36...39, 4),
        ]
        let data = groups.map {
            LockBit(
                place: Place(offset: offset, bit: $0.bit), pages: $0.pages,
                frozenBy: Place(offset: offset, bit: $0.frozenBy))
        }
        let counter = LockBit(
            place: Place(offset: offset + 1, bit: 4), pages: 0x29...0x29, frozenBy: Place(offset: offset + 1, bit: 0))
        return data + [counter]
    }()
}
