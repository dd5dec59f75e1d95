/// MIFARE Ultralight C, MF0ICU2 (NXP data sheet rev. 3.3).
///
/// 48 pages: user pages 4 to 27h, lock bytes 28h, counter 29h, AUTH0 2Ah, AUTH1 2Bh, keys 2Ch to 2Fh. READ decodes pages 0
/// to 2Bh and goes on at page 0; WRITE goes up to 2Fh. The chip keeps a 3DES key; authentication with it is not played:
/// `1A 00` is answered, and whatever follows is refused.
extension ChipTable {
    /// Page 3 is zero; the user pages are not defined at delivery: here pages 4 to 6 hold something that is no TLV. AUTH0 30h
    /// is off, AUTH1 zero; the key is the published one.
    static let ultralightC = ChipTable(
        map: PageMap(last: 0x2F, lastRead: 0x2B), lastUserPage: 0x27,
        delivered: [
            4: [0x02, 0x00, 0x00, 0x10], 5: [0x00, 0x06, 0x01, 0x10], 6: [0x11, 0xFF, 0x00, 0x00],
            0x2A: [0x30, 0, 0, 0],
            0x2C: [0x42, 0x52, 0x45, 0x41], 0x2D: [0x4B, 0x4D, 0x45, 0x49], 0x2E: [0x46, 0x59, 0x4F, 0x55],
            0x2F: [0x43, 0x41, 0x4E, 0x21],
        ],
        lockMoment: .nextActivation, protection: .keys(0x2A), counterPage: 0x29, secretPages: [0x2C, 0x2D, 0x2E, 0x2F],
        commands: [.compatibilityWrite, .keyAuthentication]
    ).withDynamicLock(
        page: 0x28, LockBit.fourPageBits + LockBit.ultralightCBits, writable: 0xFFFF_0000)
}
