/// The answer to GET_VERSION (NXP NTAG213/215/216 data sheet rev. 3.2, section 10.1).
public struct ChipVersion: Hashable, Sendable, CustomStringConvertible {
    /// The eight bytes, the first of them highest.
    private let number: UInt64

    /// The eight bytes: 00, vendor, product type, subtype, major, minor, storage size, protocol.
    public var bytes: [UInt8] { (0..<8).map { byte($0) } }

    private func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * index)) }

    /// Takes exactly eight bytes of which the first is 00; anything else is no version (chips without the command have
    /// been seen to answer with other bytes).
    public init?(_ answer: [UInt8]) { self.init(answer[...]) }

    /// The same of a part of what a reader answered.
    package init?(_ answer: ArraySlice<UInt8>) {
        guard answer.count == 8, answer.first == 0x00 else { return nil }
        number = Self.number(of: answer)
    }

    /// Whether every byte is 00, which no chip answers.
    var isZero: Bool { number == 0 }

    /// Who made the chip, by ISO/IEC 7816-6; 04 is NXP.
    public var vendor: UInt8 { byte(1) }

    /// The chip that answers so, or of which this is a copy: another vendor's number before bytes that are otherwise exactly
    /// those of one chip, or before a product type of that vendor's own and a storage size and the rest that only one chip
    /// has. Nil for a version of no known chip.
    public var nearestChip: Chip? {
        if let exact = Self.chips.first(where: { $0.number == number }) { return exact.chip }
        if let copy = Self.copies[number] { return copy }
        guard vendor != 0x04, vendor != 0x00 else { return nil }
        let bytes = bytes
        let chips = Chip.allCases.filter { !$0.versions.isEmpty }
        for same in [2, 3] {
            let alike = chips.filter { $0.versions.contains { $0.dropFirst(same) == bytes.dropFirst(same) } }
            if alike.count == 1 { return alike[0] }
        }
        return nil
    }

    private static func number(of bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// Which chip answers so. No two answer alike; there are few enough to be gone through.
    private static let chips = Chip.allCases.flatMap { chip in
        chip.versions.map { (number: number(of: $0), chip: chip) }
    }

    /// Copies whose numbers alone do not say of which chip: Mikron's of Ultralight EV1 has the size of NTAG212 too (public
    /// table of Proxmark3).
    private static let copies: [UInt64: Chip] = [0x0034_2101_0100_0E03: .mf0ul21]

    public var description: String { bytes.hex }
}

extension Chip {
    /// What the chip answers to GET_VERSION (NXP NTAG213/215/216 data sheet rev. 3.2, table 28).
    /// Nil where it knows no such command, or its answer is not known here.
    public var version: [UInt8]? { versions.first }

    /// Whether this is exactly what the chip answers to GET_VERSION.
    package func answers(_ version: [UInt8]) -> Bool { versions.contains(version) }

    /// Every answer to GET_VERSION with which the chip was made: Ultralight EV1 and AES come with several antenna
    /// capacitances. Sources: the data sheet above; for the others the public tables of Proxmark3 and nfcpy.
    var versions: [[UInt8]] {
        func version(_ product: UInt8, _ subtype: UInt8, _ major: UInt8, _ minor: UInt8, _ size: UInt8) -> [UInt8] {
            [0x00, 0x04, product, subtype, major, minor, size, 0x03]
        }
        return switch self {
        case .mf0ul11: [version(3, 1, 1, 0, 0x0B), version(3, 2, 1, 0, 0x0B)]
        case .mf0ul21: [version(3, 1, 1, 0, 0x0E), version(3, 2, 1, 0, 0x0E)]
        case .ultralightAES: [version(3, 1, 4, 0, 0x0F), version(3, 2, 4, 0, 0x0F), version(3, 3, 4, 0, 0x0F)]
        case .ntag210: [version(4, 1, 1, 0, 0x0B)]
        case .ntag212: [version(4, 1, 1, 0, 0x0E)]
        case .ntag213: [version(4, 2, 1, 0, 0x0F)]
        case .ntag213TT: [version(4, 2, 3, 0, 0x0F)]
        case .ntag215: [version(4, 2, 1, 0, 0x11)]
        case .ntag216: [version(4, 2, 1, 0, 0x13)]
        // As Proxmark3 has them; a page of the data sheet prints other numbers, with which the chip stays unknown.
        case .ntag213F: [version(4, 4, 1, 0, 0x0F)]
        case .ntag216F: [version(4, 4, 1, 0, 0x13)]
        case .ntagI2C1K: [version(4, 5, 2, 1, 0x13)]
        case .ntagI2C2K: [version(4, 5, 2, 1, 0x15)]
        case .ntagI2CPlus1K: [version(4, 5, 2, 2, 0x13)]
        case .ntagI2CPlus2K: [version(4, 5, 2, 2, 0x15)]
        default: []
        }
    }
}
