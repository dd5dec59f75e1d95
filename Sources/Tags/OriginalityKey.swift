/// A maker's public key, to which the originality signatures of some chips are held.
public struct OriginalityKey: Hashable, Sendable {
    /// The curve on which the key lies.
    public enum Curve: Hashable, Sendable, CaseIterable {
        /// SEC 2 version 1.0, section 2.3.1: coordinates of 16 bytes.
        case secp128r1
    }

    /// Whose key it is, for a person.
    public let name: String
    public let curve: Curve
    /// The point without compression: 04, X, Y (SEC 1 version 2.0, section 2.3.3).
    public let point: [UInt8]

    public init(name: String, curve: Curve, point: [UInt8]) {
        self.name = name
        self.curve = curve
        self.point = point
    }

    private init(_ name: String, x: String, y: String) {
        self.init(name: name, curve: .secp128r1, point: [UInt8](hex: "04" + x + y) ?? [])
    }

    /// NXP AN11350.
    static let ntag21x = Self(
        "NXP NTAG21x", x: "494E1A386D3D3CFE3DC10E5DE68A499B", y: "1C202DB5B132393E89ED19FE5BE8BC61")
    /// NXP AN11341.
    static let ultralightEV1 = Self(
        "NXP Ultralight EV1", x: "90933BDCD6E99B4E255E3DA55389A827", y: "564E11718E017292FAF23226A96614B8")
    /// The further key that NXP TagInfo and Proxmark3 know, perhaps that of NTAG210 and NTAG212.
    static let tagInfo = Self("NXP", x: "A748B6A632FBEE2C0897702B33BEA1C0", y: "74998E17B84ACA04FF267E5D2C91F6DC")
    /// Mikron, the second source of Ultralight EV1: UIDs begin with 34. As Proxmark3 knows it.
    static let mikron = Self("Mikron", x: "F971EDA742A4A80D32DCF6A814A707CC", y: "3DC396D35902F72929FDCD698B3468F2")
}

extension Chip {
    /// The keys to which the originality signature of this chip is held; empty where it has none, or none is known.
    ///
    /// Left out: Ultralight AES, whose signature has 48 bytes on another curve, and ST25TN, which signs a digest, and of which
    /// no signed UID is known that would show how. NTAG I2C, Ultralight C, NTAG203 and Ultralight have no signature.
    public var originalityKeys: [OriginalityKey] {
        switch self {
        case .ntag213, .ntag215, .ntag216, .ntagI2CPlus1K, .ntagI2CPlus2K: [.ntag21x]
        case .mf0ul11, .mf0ul21: [.ultralightEV1, .mikron]
        case .ntag210, .ntag212, .ntag213F, .ntag213TT, .ntag216F: [.ntag21x, .tagInfo]
        default: []
        }
    }

    /// Whether these keys are known to be the chip's: signatures of real tags verify with them (NTAG213, 215, 216, NTAG I2C
    /// plus 1K, MF0UL11) or the same data sheet covers the chip. Of the others one that verifies says `yes`, and one that does
    /// not says nothing, since its key may be another.
    var hasConfirmedOriginalityKeys: Bool {
        switch self {
        case .ntag213, .ntag215, .ntag216, .ntagI2CPlus1K, .ntagI2CPlus2K, .mf0ul11, .mf0ul21: true
        default: false
        }
    }
}
