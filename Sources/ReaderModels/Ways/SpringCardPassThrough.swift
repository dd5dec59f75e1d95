/// `FF FE 01 TT Lc …` -> `… 90 00`: ENCAPSULATE of SpringCard, for ISO/IEC 14443-3 A with CRC (springcard.pcsc.sdk). TT is the
/// time that the tag has: 04 stands for 848 etu, 8 ms, where the commands that are passed take 5 (NXP NTAG213/215/216 data
/// sheet rev. 3.2, section 10). Errors of the tag come as 6F xx.
enum SpringCardPassThrough {
    static let wrapping = Wrapping([0xFF, 0xFE, 0x01, 0x04], longest: 255)
}
