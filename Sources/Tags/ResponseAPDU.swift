/// A response APDU: data, then the status word (ISO/IEC 7816-4, 5.1).
public struct ResponseAPDU: Hashable, Sendable {
    public var data: [UInt8]
    public var status: StatusWord

    public init(data: [UInt8] = [], status: StatusWord) {
        self.data = data
        self.status = status
    }

    /// Takes an answer as it came; nil when it has fewer than the two bytes of a status word. The bytes are not copied where
    /// nobody else holds them.
    public init?(_ bytes: consuming [UInt8]) {
        guard bytes.count >= 2 else { return nil }
        let last = bytes.removeLast()
        status = StatusWord(rawValue: UInt16(bytes.removeLast()) << 8 | UInt16(last))
        data = bytes
    }

    public var bytes: [UInt8] {
        data + [UInt8(truncatingIfNeeded: status.rawValue >> 8), UInt8(truncatingIfNeeded: status.rawValue)]
    }
}
