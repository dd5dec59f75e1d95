/// What a chip is made of; page numbers count from 0, over all sectors.
///
/// These tables are kept apart from the product's own on purpose: a mistake in one of them shows.
struct ChipTable: Sendable {
    /// How the UID stands in pages 0 to 2.
    enum Header: Sendable {
        /// By ISO/IEC 14443-3 with a check byte behind each part; byte 1 of page 2 is this.
        case checkBytes(UInt8)
        /// Seven bytes, SAK, ATQA, without check bytes: NTAG I2C.
        case plain
    }

    enum Mirror: Sendable { case none, uid, uidAndCounter }

    /// When lock bits that were just set begin to refuse writes.
    ///
    /// NTAG203, Ultralight C: with the next REQA/WUPA (data sheets, rev. 3.0 page 11 and rev. 3.3 page 12). For the others
    /// nothing is published; here they act at once, which is the stricter for the order of writes.
    enum LockMoment: Sendable { case atOnce, nextActivation }

    /// What keeps pages from AUTH0 on.
    enum Protection: Sendable {
        case none
        /// CFG0 stands in this page; CFG1, PWD and PACK follow. CFGLCK freezes CFG0 and CFG1.
        case password(Int)
        /// The same pages without CFGLCK, AUTHLIM as a power of two, PT_I2C behind PACK: NTAG I2C plus.
        case passwordAndSectors(Int)
        /// AUTH0 stands in this page and AUTH1 in the next, then keys of 3DES: Ultralight C.
        case keys(Int)
    }

    /// The commands beyond READ, WRITE and HLTA.
    struct Commands: OptionSet, Sendable {
        let rawValue: Int

        static let version = Commands(rawValue: 1 << 0)
        static let fastRead = Commands(rawValue: 1 << 1)
        static let compatibilityWrite = Commands(rawValue: 1 << 2)
        static let password = Commands(rawValue: 1 << 3)
        static let signature = Commands(rawValue: 1 << 4)
        /// READ_CNT of the counter that reading steps.
        static let readCounter = Commands(rawValue: 1 << 5)
        /// READ_CNT, INCR_CNT and CHECK_TEARING_EVENT of three counters.
        static let threeCounters = Commands(rawValue: 1 << 6)
        static let sectors = Commands(rawValue: 1 << 7)
        static let keyAuthentication = Commands(rawValue: 1 << 8)
        static let tamperStatus = Commands(rawValue: 1 << 9)
    }

    let map: PageMap
    let lastUserPage: Int
    var header = Header.checkBytes(0x48)
    /// With what UIDs begin that a rack draws.
    var uidPrefix: [UInt8] = [0x04]
    /// The answer to GET_VERSION; nil: the command is not known.
    var version: [UInt8]?
    /// Pages behind page 2 as delivered, where they are not zero.
    var delivered: [Int: [UInt8]] = [:]
    /// Pages that a write changes otherwise than by replacing them; those of 2 and 3 are every chip's.
    var rules: [Int: PageRule] = [2: .staticLock, 3: .container]
    /// Every lock bit, static and dynamic.
    var lockBits = LockBit.staticBits
    var lockMoment = LockMoment.atOnce
    var dynamicLockPage: Int?
    var protection = Protection.none
    var mirror = Mirror.none
    /// The page of a one-way counter of 16 bits.
    var counterPage: Int?
    /// Pages that no write changes.
    var readOnlyPages: Set<Int> = [0, 1]
    /// Pages that read as zeros.
    var secretPages: Set<Int> = []
    /// Where a write of the right password kills the tag (ST25TN); the password stands in the page before.
    var killPage: Int?
    var commands: Commands = []

    /// Adds dynamic lock bytes.
    /// - Parameters:
    ///   - writable: which bits of the page a write can set.
    ///   - tail: byte 3 of the page as it reads.
    func withDynamicLock(
        page: Int, _ bits: [LockBit], writable: UInt32 = 0xFFFF_FF00, tail: UInt8 = 0
    ) -> ChipTable {
        var table = self
        table.dynamicLockPage = page
        table.rules[page] = .oneWay(writable)
        table.lockBits += bits
        if tail != 0 { table.delivered[page] = [0, 0, 0, tail] }
        return table
    }

    /// CFG0 of the chips that know a password.
    var configurationPage: Int? {
        switch protection {
        case .password(let page), .passwordAndSectors(let page): page
        case .none, .keys: nil
        }
    }
}

extension VirtualChip {
    /// Made anew each time: `table` is for use.
    var describedTable: ChipTable {
        switch self {
        case .ultralight: .ultralight
        case .ultralightC: .ultralightC
        case .mf0ul11: .mf0ul11
        case .mf0ul21: .mf0ul21
        case .ntag203: .ntag203
        case .ntag210: .ntag210
        case .ntag212: .ntag212
        case .ntag213: .ntag213
        case .ntag213F: .ntag213F
        case .ntag213TT: .ntag213TT
        case .ntag215: .ntag215
        case .ntag216: .ntag216
        case .ntag216F: .ntag216F
        case .ntagI2C1K: .ntagI2C1K
        case .ntagI2C2K: .ntagI2C2K
        case .ntagI2CPlus1K: .ntagI2CPlus1K
        case .ntagI2CPlus2K: .ntagI2CPlus2K
        case .st25tn512: .st25tn512
        case .st25tn01K: .st25tn01K
        case .mydMove: .mydMove
        case .mydNFC: .mydNFC
        case .mydLean: .mydLean
        }
    }
}
