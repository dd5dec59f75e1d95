/// `FF EF 00 00 Lc …` -> `… 90 00`: PAPDU_ISO14443_PART3_PASS_THRU of Identiv's uTrust and CLOUD readers (their pseudo-APDUs, as
/// quoted by nfcdeveloper.com: `FF EF 00 00 02 30 04`). With NTAG's own commands nobody has told of it: a hypothesis.
/// (`FF FE 00 00 Lc …` of the CLOUD 47x0 F manual, p. 41, is for ISO/IEC 14443-4 alone.)
enum IdentivPassThrough {
    static let wrapping = Wrapping([0xFF, 0xEF, 0x00, 0x00], longest: 255)
}
