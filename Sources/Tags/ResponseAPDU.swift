/// A response APDU: data, then the status word (ISO/IEC 7816-4, 5.1).
public struct ResponseAPDU: Hashable, Sendable {
    /// The whole answer as it came, two bytes at least: data is looked at where it stands.
    public let bytes: [UInt8]

    public init(data: [UInt8] = [], status: StatusWord) {
        bytes = data + [UInt8(truncatingIfNeeded: status.rawValue >> 8), UInt8(truncatingIfNeeded: status.rawValue)]
    }

    /// Takes an answer as it came; nil when it has fewer than the two bytes of a status word.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return nil }
        self.bytes = bytes
    }

    public var data: ArraySlice<UInt8> { bytes[..<(bytes.count - 2)] }

    public var status: StatusWord {
        StatusWord(rawValue: UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1]))
    }
}
