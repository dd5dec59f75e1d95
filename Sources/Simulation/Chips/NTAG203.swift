/// NXP NTAG203 (data sheet rev. 3.0): user pages 4 to 27h, lock bytes 28h, counter 29h; no password, no GET_VERSION.
extension ChipTable {
    static let ntag203 = ChipTable(
        map: PageMap(last: 0x29), lastUserPage: 0x27,
        delivered: [3: [0xE1, 0x10, 0x12, 0x00], 4: [0x01, 0x03, 0xA0, 0x10], 5: [0x44, 0x03, 0x00, 0xFE]],
        lockMoment: .nextActivation, counterPage: 0x29, commands: .compatibilityWrite
    ).withDynamicLock(
        page: 0x28, LockBit.fourPageBits + [LockBit.counterBit],
        writable: 0xFFFF_0000)
}
