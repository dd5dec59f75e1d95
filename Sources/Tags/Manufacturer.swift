/// Who made a chip, as the first byte of a UID of seven bytes or the second of GET_VERSION says (ISO/IEC 7816-6).
package enum Manufacturer {
    /// `04 (NXP)`; the number alone where nobody is known to use it.
    package static func name(_ number: UInt8) -> String {
        let name: String? =
            switch number {
            case 0x02: "STMicroelectronics"
            case 0x04: "NXP"
            case 0x05: "Infineon"
            case 0x1D: "Shanghai Fudan"
            case 0x34: "Mikron"
            case 0x53: "Feiju"
            default: nil
            }
        return [number].hex + (name.map { " (\($0))" } ?? "")
    }
}

extension Chip {
    /// The manufacturer's number with which the UIDs of this chip begin; nil where it is not told.
    var manufacturer: UInt8? {
        switch self {
        case .st25tn512, .st25tn01k: 0x02
        case .myDMove, .myDNFC, .myDLean: 0x05
        case .unknown: nil
        default: forumType == 2 ? 0x04 : nil
        }
    }
}
