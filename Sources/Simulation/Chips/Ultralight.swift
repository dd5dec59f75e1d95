/// MIFARE Ultralight and Ultralight EV1.
///
/// Sources: NXP MF0ICU1 and MF0ULx1 data sheets; GET_VERSION answers and last pages from the public tables of the
/// Proxmark3 client and nfcpy. Delivered without a capability container: page 3 is OTP and zero.
extension ChipTable {
    /// MF0ICU1: 16 pages, static locks, no password, no GET_VERSION. What its user pages hold at delivery is not defined:
    /// here page 4 holds something that is no TLV.
    static let ultralight = ChipTable(
        map: PageMap(last: 0x0F), lastUserPage: 0x0F, delivered: [4: [0xFF, 0xFF, 0xFF, 0xFF]],
        commands: .compatibilityWrite)

    static let mf0ul11 = evolution1(size: 0x0B, lastUserPage: 0x0F, configuration: 0x10)

    static let mf0ul21 = evolution1(size: 0x0E, lastUserPage: 0x23, configuration: 0x25)
        .withDynamicLock(page: 0x24, LockBit.pairedBits(page: 0x24, pagesPerBit: 2, lastUserPage: 0x23))

    /// CFG0 as delivered has strong modulation off here; VCTID 05 in byte 1 of CFG1.
    private static func evolution1(size: UInt8, lastUserPage: Int, configuration: Int) -> ChipTable {
        ChipTable(
            map: PageMap(last: configuration + 3), lastUserPage: lastUserPage,
            version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, size, 0x03],
            delivered: [
                configuration: [0, 0, 0, 0xFF], configuration + 1: [0, 0x05, 0, 0],
                configuration + 2: [0xFF, 0xFF, 0xFF, 0xFF],
            ],
            protection: .password(configuration), secretPages: [configuration + 2, configuration + 3],
            commands: [.version, .fastRead, .compatibilityWrite, .password, .signature, .threeCounters])
    }
}
