/// The serial number by which a tag answers: 4, 7, 8 or 10 bytes.
///
/// Written as upper-case hex without separators. ISO 15693 UIDs stand with E0 first, whatever the order in which the
/// reader gave them.
public struct UID: Hashable, Sendable, CustomStringConvertible {
    /// The bytes, in the order in which they are written.
    public let bytes: [UInt8]

    /// Takes 4, 7, 8 or 10 bytes; any other count is no UID.
    public init?(_ bytes: [UInt8]) {
        guard [4, 7, 8, 10].contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Reads hex of either case; colons, hyphens and blanks between bytes are passed over.
    public init?(hex: String) {
        guard let bytes = [UInt8](hex: hex) else { return nil }
        self.init(bytes)
    }

    /// Takes the answer of a reader to GET DATA (FF CA). Of ISO 15693, whose UIDs begin with E0 (ISO/IEC 15693-3, 4.1), some
    /// readers give the lowest byte first, the ACR1552U among them.
    public init?(answered bytes: [UInt8]) {
        let isReversed = bytes.count == 8 && bytes[0] != 0xE0 && bytes[7] == 0xE0
        self.init(isReversed ? bytes.reversed() : bytes)
    }

    /// Eight bytes that begin with E0: a tag of ISO 15693 (NFC Forum Type 5).
    public var isISO15693: Bool { bytes.count == 8 && bytes[0] == 0xE0 }

    /// Four bytes that begin with 08: drawn anew at every activation (ISO/IEC 14443-3, 6.5.4), so it names no tag.
    public var isRandom: Bool { bytes.count == 4 && bytes[0] == 0x08 }

    public var description: String { bytes.hex }

    /// UIDs are looked up with every tag: their last eight bytes, in which they differ, are hashed as one number.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }) }
}
