import Tags

extension Chip {
    /// The pages of a Type 2 chip that hold its password or its keys; empty where it has none. What stands in them is
    /// shown nowhere and written to no file.
    ///
    /// Sources: NXP data sheets of the chips, memory organisation (NTAG213/215/216 rev. 3.2, 8.5; MF0ULX1; MF0ICU2;
    /// NTAG I2C plus); ST25TN: KILL_PWD.
    var secretPages: Range<Int> {
        switch self {
        case .ntag210, .mf0ul11: 0x12..<0x14
        case .ntag212, .mf0ul21: 0x27..<0x29
        case .ntag213, .ntag213F, .ntag213TT: 0x2B..<0x2D
        case .ntag215: 0x85..<0x87
        case .ntag216, .ntag216F, .ntagI2CPlus1K, .ntagI2CPlus2K: 0xE5..<0xE7
        case .ultralightC: 0x2C..<0x30
        case .ultralightAES: 0x30..<0x38
        case .st25tn512, .st25tn01k: 0x2F..<0x30
        default: 0..<0
        }
    }
}
