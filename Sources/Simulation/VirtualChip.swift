/// The chips that a rack can hold: those that the product writes, and some that it must refuse.
public enum VirtualChip: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case mf0ul11 = "MF0UL11"
    case mf0ul21 = "MF0UL21"
    case ntag203 = "NTAG203"
    case ntag212 = "NTAG212"
    case ntag213 = "NTAG213"
    case ntag215 = "NTAG215"
    case ntag216 = "NTAG216"

    /// Reads a chip's name; case, blanks, hyphens and underscores do not count.
    public init?(name: String) {
        let folded = name.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
        guard let chip = Self(rawValue: folded) else { return nil }
        self = chip
    }

    public var description: String { rawValue }

    /// The last page that READ decodes.
    public var lastPage: Int { table.lastPage }
}

/// What a chip is made of; page numbers count from 0.
///
/// This table is kept apart from the product's own on purpose: a mistake in one of them shows.
struct ChipTable: Sendable {
    enum Mirror: Sendable { case none, uid, uidAndCounter }

    /// When lock bits that were just set begin to refuse writes.
    ///
    /// NTAG203: with the next REQA/WUPA (data sheet rev. 3.0, page 11). For NTAG21x and Ultralight EV1 nothing is
    /// published; here they act at once, which is the stricter for the order of writes.
    enum LockMoment: Sendable { case atOnce, nextActivation }

    let lastPage: Int
    let lastUserPage: Int
    /// The answer to GET_VERSION; nil: the command is not known.
    let version: [UInt8]?
    /// Page 3 as delivered.
    let container: [UInt8]
    /// Pages 4 and 5 as delivered.
    let data: [UInt8]
    let dynamicLockPage: Int?
    /// Byte 3 of the dynamic lock page, which no write changes.
    let dynamicLockTail: UInt8
    /// CFG0; CFG1, PWD and PACK follow. Nil: the chip knows no password.
    let configurationPage: Int?
    let configuration: [UInt8]
    let mirror: Mirror
    let lockMoment: LockMoment
    /// Every lock bit, static and dynamic.
    let lockBits: [LockBit]
    /// The page of the one-way counter of the NTAG203.
    let counterPage: Int?
}

extension VirtualChip {
    /// Sources: NXP NTAG213/215/216 data sheet (layout, configuration); NTAG203 rev. 3.0; the public tables of GET_VERSION
    /// answers and last pages of the Proxmark3 client and nfcpy for MF0UL11, MF0UL21 and NTAG212.
    var table: ChipTable { Self.tables[self, default: Self.makeTable(self)] }

    private static let tables: [VirtualChip: ChipTable] = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, makeTable($0)) })

    private static func makeTable(_ chip: VirtualChip) -> ChipTable {
        switch chip {
        case .mf0ul11:
            passwordChip(
                version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0B, 0x03], container: [0, 0, 0, 0], data: [],
                lastUserPage: 0x0F, pagesPerLockBit: nil, mirror: .none)
        case .mf0ul21:
            passwordChip(
                version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0E, 0x03], container: [0, 0, 0, 0], data: [],
                lastUserPage: 0x23, pagesPerLockBit: 2, mirror: .none)
        case .ntag203: ntag203Table
        case .ntag212:
            passwordChip(
                version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0E, 0x03], container: [0xE1, 0x10, 0x10, 0x00],
                data: [0x01, 0x03, 0x90, 0x0A, 0x34, 0x03, 0x00, 0xFE],
                lastUserPage: 0x23, pagesPerLockBit: 2, mirror: .uid)
        case .ntag213:
            passwordChip(
                version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03], container: [0xE1, 0x10, 0x12, 0x00],
                data: [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE],
                lastUserPage: 0x27, pagesPerLockBit: 2, mirror: .uidAndCounter)
        case .ntag215:
            passwordChip(
                version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x11, 0x03], container: [0xE1, 0x10, 0x3E, 0x00],
                data: [0x03, 0x00, 0xFE, 0x00],
                lastUserPage: 0x81, pagesPerLockBit: 16, mirror: .uidAndCounter)
        case .ntag216:
            passwordChip(
                version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x13, 0x03], container: [0xE1, 0x10, 0x6D, 0x00],
                data: [0x03, 0x00, 0xFE, 0x00],
                lastUserPage: 0xE1, pagesPerLockBit: 16, mirror: .uidAndCounter)
        }
    }

    /// The layout that Ultralight EV1 and NTAG21x share: user pages, dynamic lock page, CFG0, CFG1, PWD, PACK.
    private static func passwordChip(
        version: [UInt8], container: [UInt8], data: [UInt8], lastUserPage: Int, pagesPerLockBit: Int?,
        mirror: ChipTable.Mirror
    ) -> ChipTable {
        let lockPage = pagesPerLockBit.map { _ in lastUserPage + 1 }
        let configurationPage = lastUserPage + (lockPage == nil ? 1 : 2)
        var bits = LockBit.staticBits
        if let lockPage, let pagesPerLockBit {
            bits += LockBit.pairedBits(page: lockPage, pagesPerBit: pagesPerLockBit, lastUserPage: lastUserPage)
        }
        // NTAG21x come with strong modulation on (04) and read BD in byte 3 of the lock page; Ultralight EV1 00.
        let isNTAG = version[2] == 0x04
        return ChipTable(
            lastPage: configurationPage + 3, lastUserPage: lastUserPage, version: version, container: container,
            data: data, dynamicLockPage: lockPage, dynamicLockTail: isNTAG ? 0xBD : 0x00,
            configurationPage: configurationPage,
            configuration: [isNTAG ? 0x04 : 0x00, 0, 0, 0xFF, 0, 0x05, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
            mirror: mirror, lockMoment: .atOnce, lockBits: bits, counterPage: nil)
    }

    private static var ntag203Table: ChipTable {
        ChipTable(
            lastPage: 0x29, lastUserPage: 0x27, version: nil, container: [0xE1, 0x10, 0x12, 0x00],
            data: [0x01, 0x03, 0xA0, 0x10, 0x44, 0x03, 0x00, 0xFE], dynamicLockPage: 0x28, dynamicLockTail: 0x00,
            configurationPage: nil, configuration: [], mirror: .none, lockMoment: .nextActivation,
            lockBits: LockBit.staticBits + LockBit.ntag203Bits, counterPage: 0x29)
    }
}
