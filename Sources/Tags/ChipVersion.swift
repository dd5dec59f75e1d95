/// The answer to GET_VERSION (NXP NTAG213/215/216 data sheet rev. 3.2, section 10.1).
public struct ChipVersion: Hashable, Sendable, CustomStringConvertible {
    /// The eight bytes: 00, vendor, product type, subtype, major, minor, storage size, protocol.
    public let bytes: [UInt8]

    /// Takes exactly eight bytes of which the first is 00; anything else is no version (chips without the command have
    /// been seen to answer with other bytes).
    public init?(_ answer: [UInt8]) {
        guard answer.count == 8, answer[0] == 0x00 else { return nil }
        bytes = answer
    }

    /// 04 is NXP.
    public var vendor: UInt8 { bytes[1] }

    /// The chip, when the version is exactly that of one that is supported; clones with other vendor numbers, other
    /// revisions and relatives such as NTAG213 TT are none.
    public var chip: Chip? { Chip.written.first { $0.version == bytes } }

    public var description: String { bytes.hex }
}

extension Chip {
    /// What the chip answers to GET_VERSION (NXP NTAG213/215/216 data sheet rev. 3.2, table 28).
    /// Nil where it knows no such command, or its answer is not known here.
    public var version: [UInt8]? {
        let storageSize: UInt8
        switch self {
        case .ntag213: storageSize = 0x0F
        case .ntag215: storageSize = 0x11
        case .ntag216: storageSize = 0x13
        default: return nil
        }
        return [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, storageSize, 0x03]
    }
}
