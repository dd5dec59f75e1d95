import Simulation

/// What the makers say of a chip, as far as the chip table goes by it.
///
/// Written from the data sheets' tables for this test alone, apart from the product's layouts and from the virtual chips:
/// pages, locks and configuration of NXP NTAG203, NTAG210/212, NTAG213/215/216 (F, TT), MF0ICU1, MF0ICU2, MF0ULx1, NT3H1101
/// to NT3H2211; public maps of ST25TN and my-d.
struct ChipFacts: Sendable {
    /// Dynamic lock bytes.
    struct DynamicLock: Sendable {
        /// One bit and the pages that it locks.
        struct Bit: Sendable {
            let byte: Int
            let mask: UInt8
            let pages: ClosedRange<Int>
        }

        let page: Int
        let bits: [Bit]
        /// Bits that freeze lock bits of user pages.
        let blocking: [(byte: Int, mask: UInt8)]

        /// All lock bits of user pages and no other.
        var mask: [UInt8] { bits.reduce(into: [0, 0, 0, 0]) { $0[$1.byte] |= $1.mask } }

        /// Bit i over bytes 0 and 1 locks so many pages from 16 on; bit j of byte 2 freezes bits 2j and 2j + 1.
        static func paired(page: Int, group: Int, last: Int) -> DynamicLock {
            let starts = Array(stride(from: 16, through: last, by: group))
            return DynamicLock(
                page: page,
                bits: starts.enumerated().map { index, start in
                    Bit(byte: index / 8, mask: 1 << UInt8(index % 8), pages: start...min(start + group - 1, last))
                },
                blocking: (0..<((starts.count + 1) / 2)).map { (2, 1 << UInt8($0)) })
        }

        /// NTAG203 and Ultralight C: four pages a bit, bits 0 and 4 of byte 0 freeze; byte 1 is of the counter and the keys.
        static let fourPages = DynamicLock(
            page: 0x28,
            bits: [
                Bit(byte: 0, mask: 0x02, pages: 16...19), Bit(byte: 0, mask: 0x04, pages: 20...23),
                Bit(byte: 0, mask: 0x08, pages: 24...27), Bit(byte: 0, mask: 0x20, pages: 28...31),
                Bit(byte: 0, mask: 0x40, pages: 32...35), Bit(byte: 0, mask: 0x80, pages: 36...39),
            ], blocking: [(0, 0x01), (0, 0x10)])
    }

    let chip: VirtualChip
    /// The last page of user memory in sector 0.
    let lastUserPage: Int
    /// Byte 2 of the capability container that the chip is delivered with, or that it is to get where it has none.
    let size: UInt8
    /// Whether it is delivered with a container.
    var isFormatted = true
    /// Whether it may get a container: those that are delivered without, and their relatives with the same layout.
    var isFormattable = true
    /// What stands before the NDEF TLV at delivery.
    var chain: [UInt8] = []
    var dynamicLock: DynamicLock?
    /// CFG0, where the chip has a password.
    var configuration: Int?
    /// AUTH0 of the Ultralight C; AUTH1 follows.
    var keyConfiguration: Int?
    /// Above this AUTH0 protects nothing.
    var lastAuthenticationPage = 0xFE
    var hasVersion = true
    /// Whether the layout of all lock bits is published.
    var isLockable = true
    var hasCFGLCK = true
    var mirrors: Mirrors = .none
    /// Pages of user memory behind sector 0 that the container may count.
    var moreUserPages = 0

    enum Mirrors: Sendable { case none, uid, uidAndCounter }

    /// Whether reads alone tell it from every other chip.
    var isToldByReads = true

    /// Bytes that hold TLVs: what the container says, but no more than there are.
    func areaEnd(container: UInt8) -> Int { 16 + min(8 * Int(container), 4 * (lastUserPage - 3 + moreUserPages)) }

    /// Every page of user memory, as image files count.
    var userPages: [Int] { Array(4...lastUserPage + moreUserPages) }
}

extension VirtualChip {
    var facts: ChipFacts {
        switch self {
        case .ultralight: ChipFacts(chip: self, lastUserPage: 0x0F, size: 0x06, isFormatted: false, hasVersion: false)
        case .ultralightC:
            ChipFacts(
                chip: self, lastUserPage: 0x27, size: 0x12, isFormatted: false, dynamicLock: .fourPages,
                keyConfiguration: 0x2A, hasVersion: false)
        case .mf0ul11:
            ChipFacts(
                chip: self, lastUserPage: 0x0F, size: 0x06, isFormatted: false, configuration: 0x10,
                isToldByReads: false)
        case .mf0ul21:
            ChipFacts(
                chip: self, lastUserPage: 0x23, size: 0x10, isFormatted: false,
                dynamicLock: .paired(page: 0x24, group: 2, last: 0x23), configuration: 0x25, isToldByReads: false)
        case .ntag203:
            ChipFacts(
                chip: self, lastUserPage: 0x27, size: 0x12, chain: [0x01, 0x03, 0xA0, 0x10, 0x44],
                dynamicLock: .fourPages, hasVersion: false)
        case .ntag210:
            ChipFacts(
                chip: self, lastUserPage: 0x0F, size: 0x06, configuration: 0x10, mirrors: .uid, isToldByReads: false)
        case .ntag212:
            ChipFacts(
                chip: self, lastUserPage: 0x23, size: 0x10, chain: [0x01, 0x03, 0x90, 0x0A, 0x34],
                dynamicLock: .paired(page: 0x24, group: 2, last: 0x23), configuration: 0x25, mirrors: .uid,
                isToldByReads: false)
        // Of the TT the tables give the pages, not the lock bits.
        case .ntag213, .ntag213F, .ntag213TT:
            ChipFacts(
                chip: self, lastUserPage: 0x27, size: 0x12, isFormattable: self != .ntag213TT,
                chain: [0x01, 0x03, 0xA0, 0x0C, 0x34], dynamicLock: .paired(page: 0x28, group: 2, last: 0x27),
                configuration: 0x29,
                isLockable: self != .ntag213TT, mirrors: .uidAndCounter)
        case .ntag215:
            ChipFacts(
                chip: self, lastUserPage: 0x81, size: 0x3E, dynamicLock: .paired(page: 0x82, group: 16, last: 0x81),
                configuration: 0x83, mirrors: .uidAndCounter)
        case .ntag216, .ntag216F:
            ChipFacts(
                chip: self, lastUserPage: 0xE1, size: 0x6D, dynamicLock: .paired(page: 0xE2, group: 16, last: 0xE1),
                configuration: 0xE3, mirrors: .uidAndCounter)
        case .ntagI2C1K:
            ChipFacts(
                chip: self, lastUserPage: 0xE1, size: 0x6D, isFormattable: false,
                dynamicLock: .paired(page: 0xE2, group: 16, last: 0xE1), isLockable: false)
        case .ntagI2C2K:
            ChipFacts(
                chip: self, lastUserPage: 0xFF, size: 0xEA, isFormattable: false, isLockable: false, moreUserPages: 0xE0
            )
        case .ntagI2CPlus1K, .ntagI2CPlus2K:
            ChipFacts(
                chip: self, lastUserPage: 0xE1, size: 0x6D, isFormattable: false,
                dynamicLock: .paired(page: 0xE2, group: self == .ntagI2CPlus1K ? 16 : 32, last: 0xE1),
                configuration: 0xE3, lastAuthenticationPage: 0xEB, isLockable: false, hasCFGLCK: false)
        case .st25tn512:
            ChipFacts(
                chip: self, lastUserPage: 0x13, size: 0x08, isFormattable: false, hasVersion: false, isLockable: false)
        case .st25tn01K:
            ChipFacts(
                chip: self, lastUserPage: 0x2B, size: 0x14, isFormattable: false, hasVersion: false, isLockable: false)
        case .mydMove: myd(lastUserPage: 0x23, size: 0x10)
        case .mydNFC: myd(lastUserPage: 0xFF, size: 0x7E)
        case .mydLean: myd(lastUserPage: 0x0F, size: 0x06)
        }
    }

    private func myd(lastUserPage: Int, size: UInt8) -> ChipFacts {
        ChipFacts(
            chip: self, lastUserPage: lastUserPage, size: size, isFormatted: false, isFormattable: false,
            hasVersion: false, isLockable: false)
    }
}
