import Tags

extension Chip {
    /// The chip of a Type 5 tag, as its UID tells it; nil where it does not.
    ///
    /// NXP, `E0 04 01`: bits 4 and 3 of the next byte are 00 on ICODE SLI, 10 on SLIX, 01 on SLIX2 (NXP SL2S2602 rev.
    /// 4.1, 8.2). ST: the product code is 24 to 27 on ST25DV (ST DS10925, UID).
    init?(type5UID uid: UID) {
        guard uid.count == 8, uid[0] == 0xE0 else { return nil }
        switch (uid[1], uid[2], uid[3] >> 3 & 3) {
        case (0x04, 0x01, 0): self = .icodeSLI
        case (0x04, 0x01, 2): self = .icodeSLIX
        case (0x04, 0x01, 1): self = .icodeSLIX2
        case (0x02, 0x24...0x27, _): self = .st25dv
        default: return nil
        }
    }
}
