/// The chips that are told apart: a closed list (contract, section 1). Type 2 chips first, then those of which only images
/// are understood, as far as their NDEF message goes.
public enum Chip: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case ultralight = "Ultralight"
    case ultralightC = "Ultralight C"
    case mf0ul11 = "MF0UL11"
    case mf0ul21 = "MF0UL21"
    case ultralightAES = "Ultralight AES"
    case ntag203 = "NTAG203"
    case ntag210 = "NTAG210"
    case ntag212 = "NTAG212"
    case ntag213 = "NTAG213"
    case ntag213F = "NTAG213F"
    case ntag213TT = "NTAG213 TT"
    case ntag215 = "NTAG215"
    case ntag216 = "NTAG216"
    case ntag216F = "NTAG216F"
    case ntagI2C1K = "NTAG I2C 1K"
    case ntagI2C2K = "NTAG I2C 2K"
    case ntagI2CPlus1K = "NTAG I2C plus 1K"
    case ntagI2CPlus2K = "NTAG I2C plus 2K"
    case st25tn512 = "ST25TN512"
    case st25tn01k = "ST25TN01K"
    case myDMove = "my-d move"
    case myDNFC = "my-d NFC"
    case myDLean = "my-d lean"
    /// A Type 2 tag of which the number of pages is known and nothing else: never locked, never protected.
    case unknown
    case ntag413 = "NTAG 413 DNA"
    case ntag424 = "NTAG 424 DNA"
    case desfire = "MIFARE DESFire"
    case icodeSLI = "ICODE SLI"
    case icodeSLIX = "ICODE SLIX"
    case icodeSLIX2 = "ICODE SLIX2"
    case st25dv = "ST25DV"
    case felicaLite = "FeliCa Lite"
    case felicaLiteS = "FeliCa Lite-S"
    case classicMini = "MIFARE Classic Mini"
    case classic1K = "MIFARE Classic 1K"
    case classic2K = "MIFARE Classic 2K"
    case classic4K = "MIFARE Classic 4K"

    /// The chips that are written, in the order of the room for a message that they have once formatted; of equal ones the
    /// plain one first.
    public static let written: [Chip] = [
        .ultralight, .mf0ul11, .ntag210, .myDLean, .st25tn512, .ntag212, .mf0ul21, .myDMove, .ntag213, .ntag203,
        .ntag213F, .ntag213TT, .ultralightC, .st25tn01k, .ntag215, .ntag216, .ntag216F, .ntagI2C1K, .ntagI2CPlus1K,
        .ntagI2CPlus2K, .myDNFC, .ntagI2C2K,
    ]

    /// Reads a chip's name; case, blanks, hyphens and underscores do not count.
    public init?(name: String) {
        guard let chip = Self.byFoldedName[Self.folded(name)] else { return nil }
        self = chip
    }

    private static let byFoldedName = Dictionary(uniqueKeysWithValues: allCases.map { (folded($0.rawValue), $0) })

    private static func folded(_ name: String) -> String {
        name.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
    }

    /// The type of tag by the NFC Forum, 2 to 5; nil for MIFARE Classic, which is none of them.
    public var forumType: Int? {
        switch self {
        case .classicMini, .classic1K, .classic2K, .classic4K: nil
        case .felicaLite, .felicaLiteS: 3
        case .ntag413, .ntag424, .desfire: 4
        case .icodeSLI, .icodeSLIX, .icodeSLIX2, .st25dv: 5
        default: 2
        }
    }

    public var description: String { rawValue }
}
