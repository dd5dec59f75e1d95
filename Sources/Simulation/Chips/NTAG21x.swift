/// NXP NTAG210 to NTAG216, with field detection (F) and tag tamper (TT).
///
/// Sources: NXP NTAG213/215/216 and NTAG213F/216F data sheets (layout, configuration); the public tables of GET_VERSION
/// answers and last pages of the Proxmark3 client and nfcpy for NTAG210, 212, 213 TT and the F types. What the
/// field-detection bits of CFG0 are at delivery is not published: here CFG0 is that of NTAG213.
extension ChipTable {
    /// No dynamic lock bytes.
    static let ntag210 = ntag(
        version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0B, 0x03], container: 0x06, data: emptyMessage,
        lastUserPage: 0x0F, pagesPerLockBit: nil, mirror: .uid)

    static let ntag212 = ntag(
        version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0E, 0x03], container: 0x10,
        data: [0x01, 0x03, 0x90, 0x0A, 0x34, 0x03, 0x00, 0xFE], lastUserPage: 0x23, pagesPerLockBit: 2, mirror: .uid)

    static let ntag213 = small(subtype: 0x02, major: 0x01)

    static let ntag213F = small(subtype: 0x04, major: 0x01)

    /// As NTAG213, with the message of the tamper loop in page 2Dh and its status by `A4 00`. Bit 1 of byte 1 of CFG0
    /// enables the loop, bit 2 freezes the message. The loop of a virtual tag is closed.
    static let ntag213TT: ChipTable = {
        var table = small(subtype: 0x02, major: 0x03, last: 0x2D)
        table.commands.insert(.tamperStatus)
        return table
    }()

    static let ntag215 = ntag(
        version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x11, 0x03], container: 0x3E, data: emptyMessage,
        lastUserPage: 0x81, pagesPerLockBit: 16, mirror: .uidAndCounter)

    static let ntag216 = large(subtype: 0x02)

    static let ntag216F = large(subtype: 0x04)

    private static let emptyMessage: [UInt8] = [0x03, 0x00, 0xFE, 0x00, 0x00, 0x00, 0x00, 0x00]

    private static func small(subtype: UInt8, major: UInt8, last: Int = 0x2C) -> ChipTable {
        ntag(
            version: [0x00, 0x04, 0x04, subtype, major, 0x00, 0x0F, 0x03], container: 0x12,
            data: [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE], lastUserPage: 0x27, pagesPerLockBit: 2,
            mirror: .uidAndCounter, last: last)
    }

    private static func large(subtype: UInt8) -> ChipTable {
        ntag(
            version: [0x00, 0x04, 0x04, subtype, 0x01, 0x00, 0x13, 0x03], container: 0x6D, data: emptyMessage,
            lastUserPage: 0xE1, pagesPerLockBit: 16, mirror: .uidAndCounter)
    }

    /// User pages, dynamic lock page, CFG0, CFG1, PWD, PACK. Strong modulation is on as delivered (04 in CFG0), byte 3 of the
    /// lock page reads BD.
    private static func ntag(
        version: [UInt8], container: UInt8, data: [UInt8], lastUserPage: Int, pagesPerLockBit: Int?, mirror: Mirror,
        last: Int? = nil
    ) -> ChipTable {
        let lockPage = lastUserPage + 1
        let configuration = pagesPerLockBit == nil ? lockPage : lockPage + 1
        var table = ChipTable(
            map: PageMap(last: last ?? configuration + 3), lastUserPage: lastUserPage, version: version,
            delivered: [
                3: [0xE1, 0x10, container, 0x00], 4: Array(data[0...3]), 5: Array(data[4...7]),
                configuration: [0x04, 0, 0, 0xFF], configuration + 1: [0, 0x05, 0, 0],
                configuration + 2: [0xFF, 0xFF, 0xFF, 0xFF],
            ],
            protection: .password(configuration), mirror: mirror, secretPages: [configuration + 2, configuration + 3],
            commands: [.version, .fastRead, .compatibilityWrite, .password, .signature])
        if mirror == .uidAndCounter { table.commands.insert(.readCounter) }
        guard let pagesPerLockBit else { return table }
        return table.withDynamicLock(
            page: lockPage,
            LockBit.pairedBits(page: lockPage, pagesPerBit: pagesPerLockBit, lastUserPage: lastUserPage), tail: 0xBD)
    }
}
