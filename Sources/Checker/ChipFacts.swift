/// Where the pages of a chip lie, as far as it matters what may be written to them.
///
/// Written down from the data sheets, apart from the product's own tables: a mistake in one is found by the other.
/// Pages are counted as image files count them; those of sector 1 follow those of sector 0.
struct ChipFacts: Sendable {
    /// The page behind the last user page.
    var userEnd: Int
    /// CC byte 2 as the factory sets it, or as it is set when a blank tag is formatted; nil where it is not certain.
    var sizeByte: UInt8?
    /// The page of the dynamic lock bytes; -1: none, or not certain.
    var dynamicLock = -1
    /// The lock bits of all user pages from 16 on: bytes 0 and 1 of that page. No block-lock bit, no RFUI bit.
    var dynamicMask: (UInt8, UInt8) = (0, 0)
    /// CFG0; CFG1, PWD and PACK follow it. -1: none.
    var configuration = -1
    /// Whether all that `lock` needs is certain.
    var isLockable = true
    /// Where sectors begin and end, of a chip that has two.
    var sectors: Sectors?

    struct Sectors: Sendable {
        /// Pages of sector 0 that can be addressed, session registers apart.
        var firstCount: Int
        /// The image page at which sector 1 begins, and its last page, counted within the sector.
        var secondBegin: Int
        var secondCount: Int
    }

    /// The image page of a page of a sector; nil where there is none.
    // Asked of every frame: a call would take a copy of all the facts.
    @inline(__always)
    func page(_ page: Int, inSector sector: Int) -> Int? {
        guard let sectors else { return sector == 0 ? page : nil }
        switch sector {
        case 0: return page < sectors.firstCount ? page : nil
        case 1 where page < sectors.secondCount: return sectors.secondBegin + page
        default: return nil
        }
    }

    /// The image page behind the last of a sector, of a tag of so many pages.
    @inline(__always)
    func end(ofSector sector: Int, pages: Int) -> Int {
        guard let sectors else { return pages }
        return min(pages, sector == 0 ? sectors.firstCount : sectors.secondBegin + sectors.secondCount)
    }

    /// MF0ICU1, MF0ICU2, MF0ULx1, NTAG203, NTAG21x, NTAG21xF, NT3H1x01, NT3H2x11 data sheets: memory organisation, static
    /// and dynamic lock bytes. The bits of the dynamic lock page: `bit i` locks a group of 2 pages from 16 on (NTAG213,
    /// NTAG212, MF0UL21), of 16 (NTAG215, NTAG216, NTAG I2C 1K), of 32 (NTAG I2C 2K); Ultralight C and NTAG203 have three
    /// groups of 4 behind each block-lock bit, so that EEh are the lock bits alone.
    static let table: [String: ChipFacts] = [
        "Ultralight": ChipFacts(userEnd: 0x10, sizeByte: 0x06),
        "Ultralight C": ChipFacts(userEnd: 0x28, sizeByte: 0x12, dynamicLock: 0x28, dynamicMask: (0xEE, 0x00)),
        "MF0UL11": ChipFacts(userEnd: 0x10, sizeByte: 0x06, configuration: 0x10),
        "MF0UL21": ChipFacts(
            userEnd: 0x24, sizeByte: 0x10, dynamicLock: 0x24, dynamicMask: (0xFF, 0x03), configuration: 0x25),
        "NTAG203": ChipFacts(userEnd: 0x28, sizeByte: 0x12, dynamicLock: 0x28, dynamicMask: (0xEE, 0x00)),
        "NTAG210": ChipFacts(userEnd: 0x10, sizeByte: 0x06, configuration: 0x10),
        "NTAG212": ChipFacts(
            userEnd: 0x24, sizeByte: 0x10, dynamicLock: 0x24, dynamicMask: (0xFF, 0x03), configuration: 0x25),
        "NTAG213": ntag213, "NTAG213F": ntag213, "NTAG213 TT": ntag213,
        "NTAG215": ChipFacts(
            userEnd: 0x82, sizeByte: 0x3E, dynamicLock: 0x82, dynamicMask: (0xFF, 0x00), configuration: 0x83),
        "NTAG216": ntag216, "NTAG216F": ntag216,
        "NTAG I2C 1K": ChipFacts(
            userEnd: 0xE2, sizeByte: 0x6D, dynamicLock: 0xE2, dynamicMask: (0xFF, 0x3F),
            sectors: Sectors(firstCount: 0xEA, secondBegin: 0, secondCount: 0)),
        "NTAG I2C 2K": ChipFacts(
            userEnd: 0x1E0, sizeByte: 0xEA, dynamicLock: 0x1E0, dynamicMask: (0xFF, 0x7F),
            sectors: Sectors(firstCount: 0x100, secondBegin: 0x100, secondCount: 0xE1)),
        "NTAG I2C plus 1K": ChipFacts(
            userEnd: 0xE2, sizeByte: 0x6D, dynamicLock: 0xE2, dynamicMask: (0xFF, 0x3F), configuration: 0xE3,
            sectors: Sectors(firstCount: 0xEA, secondBegin: 0, secondCount: 0)),
        // The area that the factory announces ends in sector 0.
        "NTAG I2C plus 2K": ChipFacts(
            userEnd: 0xE2, sizeByte: 0x6D, dynamicLock: 0xE2, configuration: 0xE3, isLockable: false,
            sectors: Sectors(firstCount: 0xEA, secondBegin: 236, secondCount: 0x100)),
        "ST25TN512": ChipFacts(userEnd: 0x14, sizeByte: 0x08, isLockable: false),
        "ST25TN01K": ChipFacts(userEnd: 0x2C, sizeByte: 0x14, isLockable: false),
        // Only as far as is known: their CC says where the area ends.
        "my-d move": ChipFacts(userEnd: 0x24, sizeByte: nil, isLockable: false),
        "my-d NFC": ChipFacts(userEnd: 0x100, sizeByte: nil, isLockable: false),
        "my-d lean": ChipFacts(userEnd: 0x10, sizeByte: nil, isLockable: false),
    ]

    private static let ntag213 = ChipFacts(
        userEnd: 0x28, sizeByte: 0x12, dynamicLock: 0x28, dynamicMask: (0xFF, 0x0F), configuration: 0x29)
    private static let ntag216 = ChipFacts(
        userEnd: 0xE2, sizeByte: 0x6D, dynamicLock: 0xE2, dynamicMask: (0xFF, 0x3F), configuration: 0xE3)

    /// A chip that the table does not have: whatever its CC says, and nothing for ever.
    static func unknown(pages: Int) -> ChipFacts { ChipFacts(userEnd: pages, sizeByte: nil, isLockable: false) }
}
