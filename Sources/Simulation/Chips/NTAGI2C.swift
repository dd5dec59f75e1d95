/// NXP NTAG I2C (NT3H1101, NT3H1201) and NTAG I2C plus (NT3H2111, NT3H2211).
///
/// Sources: NXP NT3H2111/2211 data sheet and AN11786 rev. 1.1 (layout, AUTH0, ACCESS, PT_I2C, REG_LOCK, granularity of the
/// lock bits, CC at delivery); the public listings of the pages that NFC reaches. Only modelled:
/// - A WRITE to page 0 sets the address on the I2C side with its byte 0, which reads 04 ever after; page 1 refuses.
/// - READ that begins at a page that exists gives 00 for those behind that do not, on the first generation too; FAST_READ
///   over such a page is refused. READ at FFh goes on at page 0 of its sector.
/// - The session registers show the configuration as it was written, with the field on, and no write reaches them.
/// - On plus 2K the lock bits count groups of 32 pages in sector 0 to its last user page, then in sector 1.
extension ChipTable {
    static let ntagI2C1K = i2c(
        version: [0x00, 0x04, 0x04, 0x05, 0x02, 0x01, 0x13, 0x03], container: 0x6D,
        runs: [
            .init(pages: 0...0xE2, index: 0), .init(pages: 0xE8...0xE9, index: 227),
            .init(sector: 3, pages: 0xF8...0xF9, index: 229),
        ], lastUserPage: 0xE1, registers: (configuration: 227, session: 229)
    ).withDynamicLock(
        page: 0xE2, LockBit.pairedBits(page: 0xE2, pagesPerBit: 16, lastUserPage: 0xE1))

    static let ntagI2C2K = i2c(
        version: [0x00, 0x04, 0x04, 0x05, 0x02, 0x01, 0x15, 0x03], container: 0xEA,
        runs: [
            .init(pages: 0...0xFF, index: 0), .init(sector: 1, pages: 0...0xE0, index: 256),
            .init(sector: 1, pages: 0xE8...0xE9, index: 481), .init(sector: 3, pages: 0xF8...0xF9, index: 483),
        ], lastUserPage: 479, registers: (configuration: 481, session: 483)
    ).withDynamicLock(page: 480, LockBit.pairedBits(page: 480, pagesPerBit: 32, lastUserPage: 479))

    static let ntagI2CPlus1K = plus(size: 0x13, runs: plusRuns)
        .withDynamicLock(page: 0xE2, LockBit.pairedBits(page: 0xE2, pagesPerBit: 16, lastUserPage: 0xE1))

    static let ntagI2CPlus2K = plus(size: 0x15, runs: plusRuns + [.init(sector: 1, pages: 0...0xFF, index: 236)])
        .withDynamicLock(
            page: 0xE2,
            LockBit.pairedBits(
                page: 0xE2,
                groups: stride(from: 16, through: 0xE1, by: 32).map { $0...min($0 + 31, 0xE1) }
                    + stride(from: 236, to: 492, by: 32).map { $0...$0 + 31 }))

    /// The session registers are at ECh in sector 0 and at F8h in sector 3.
    private static let plusRuns: [PageMap.Run] = [
        .init(pages: 0...0xE9, index: 0), .init(pages: 0xEC...0xED, index: 234),
        .init(sector: 3, pages: 0xF8...0xF9, index: 234),
    ]

    private static func plus(size: UInt8, runs: [PageMap.Run]) -> ChipTable {
        var table = i2c(
            version: [0x00, 0x04, 0x04, 0x05, 0x02, 0x02, size, 0x03], container: 0x6D, runs: runs,
            lastUserPage: 0xE1, registers: (configuration: 0xE8, session: 234))
        table.delivered[0xE3] = [0, 0, 0, 0xFF]
        table.delivered[0xE5] = [0xFF, 0xFF, 0xFF, 0xFF]
        table.protection = .passwordAndSectors(0xE3)
        table.secretPages = [0xE5, 0xE6]
        table.commands.formUnion([.password, .signature])
        return table
    }

    /// Configuration registers: NC_REG, LAST_NDEF_BLOCK, SRAM_MIRROR_BLOCK, WDT_LS; WDT_MS, I2C_CLOCK_STR, REG_LOCK. Bit 0
    /// of REG_LOCK closes them to NFC, and neither of its bits is ever cleared. The session registers have NS_REG in
    /// REG_LOCK's place; its bit 0 says that the field is there.
    private static func i2c(
        version: [UInt8], container: UInt8, runs: [PageMap.Run], lastUserPage: Int,
        registers: (configuration: Int, session: Int)
    ) -> ChipTable {
        let (first, second) = (registers.configuration, registers.configuration + 1)
        let registerLock = LockBit(
            place: .init(offset: 4 * second + 2, bit: 0), pages: first...second, frozenBy: nil)
        return ChipTable(
            map: PageMap(runs, readEnd: 256), lastUserPage: lastUserPage, header: .plain, version: version,
            delivered: [
                3: [0xE1, 0x10, container, 0x00], 4: [0x03, 0x00, 0xFE, 0x00],
                first: [0x01, 0x00, 0xF8, 0x48], second: [0x08, 0x01, 0x00, 0x00],
                registers.session: [0x01, 0x00, 0xF8, 0x48], registers.session + 1: [0x08, 0x01, 0x01, 0x00],
            ],
            rules: [
                0: .oneWay(0), 2: .staticLock, 3: .container,
                second: PageRule(replaced: 0xFFFF_0000, settable: 0x0000_0300),
            ],
            lockBits: LockBit.staticBits + [registerLock],
            readOnlyPages: [1, registers.session, registers.session + 1], commands: [.version, .fastRead, .sectors])
    }
}
