/// ST ST25TN512 and ST25TN01K.
///
/// The data sheet (DS13433) was not at hand; the map is that of public decoders, and what they leave open is modelled in the
/// strictest way:
/// - Page 2Ch: dynamic lock bits as on NTAG213, one for two pages, and SYSLOCK in byte 3, of which any bit closes the system
///   pages. 2Dh: product code, revision, key. 2Eh: ANDEF_CFG. 2Fh: the kill password, 00000000 at first, which reads as zeros.
/// - Page 30h is the kill keyhole: a write of the kill password ends the tag for ever, any other is refused.
/// - Pages 31h to 3Bh read as zeros and refuse writes; 3Ch to 3Fh are what augmented NDEF shows, which is off.
/// - ST25TN512 has no pages 14h to 2Bh.
/// - READ_SIG is not played: how ST's signature is asked for is not known here.
extension ChipTable {
    static let st25tn512 = st25tn(lastUserPage: 0x13, container: 0x08, product: 0x91)

    static let st25tn01K = st25tn(lastUserPage: 0x2B, container: 0x14, product: 0x90)

    private static func st25tn(lastUserPage: Int, container: UInt8, product: UInt8) -> ChipTable {
        let systemBits = (0..<8).flatMap { bit in
            [0x2E...0x2F, 0x3C...0x3F].map {
                LockBit(place: .init(offset: 4 * 0x2C + 3, bit: UInt8(bit)), pages: $0, frozenBy: nil)
            }
        }
        return ChipTable(
            map: PageMap(
                [.init(pages: 0...lastUserPage, index: 0), .init(pages: 0x2C...0x3F, index: 0x2C)], readEnd: 0x40),
            lastUserPage: lastUserPage,
            // Byte 1 of page 2 points to the system block.
            header: .checkBytes(0x2C), uidPrefix: [0x02],
            delivered: [
                3: [0xE1, 0x10, container, 0x00], 4: [0x03, 0x00, 0xFE, 0x00], 0x2D: [product, 0x90, 0x01, 0x05],
            ],
            readOnlyPages: Set([0, 1, 0x2D] + (0x31...0x3B)), secretPages: [0x2F], killPage: 0x30
        ).withDynamicLock(
            page: 0x2C, LockBit.pairedBits(page: 0x2C, pagesPerBit: 2, lastUserPage: lastUserPage) + systemBits,
            writable: 0xFFFF_FFFF)
    }
}
