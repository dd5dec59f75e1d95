/// The chips that a rack can hold: every Type 2 chip that the product names by its layout.
public enum VirtualChip: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case ultralight = "Ultralight"
    case ultralightC = "Ultralight C"
    case mf0ul11 = "MF0UL11"
    case mf0ul21 = "MF0UL21"
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
    case st25tn01K = "ST25TN01K"
    case mydMove = "my-d move"
    case mydNFC = "my-d NFC"
    case mydLean = "my-d lean"

    /// Reads a chip's name; case, blanks, hyphens and underscores do not count.
    public init?(name: String) {
        guard let chip = Self.byFoldedName[Self.folded(name)] else { return nil }
        self = chip
    }

    private static let byFoldedName = Dictionary(uniqueKeysWithValues: allCases.map { (folded($0.rawValue), $0) })

    private static func folded(_ name: String) -> String {
        name.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
    }

    public var description: String { rawValue }

    /// The last page as image files and a rack's `pages` count them.
    ///
    /// NTAG I2C have several sectors; there the pages that exist are counted on from one sector to the next, with the
    /// session registers at the end of theirs: on NTAG I2C 2K sector 1 begins at 256, on plus 2K at 236.
    public var lastPage: Int { table.map.count - 1 }

    /// The pages whose content no read gives: PWD and PACK, the keys of the Ultralight C, the kill password of ST25TN.
    public var secretPages: Set<Int> { table.secretPages }
}
