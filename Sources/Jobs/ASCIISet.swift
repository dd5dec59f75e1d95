/// A set of ASCII characters, asked for by byte: one shift and one mask, as this is done for every byte of a million cells.
struct ASCIISet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// The characters that mean nothing but themselves in a URI (RFC 3986, 2.3).
    static let unreserved = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// What is beyond ASCII is in no set.
    init(_ characters: String) {
        for byte in characters.utf8 where byte < 0x80 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
    }

    func union(_ characters: String) -> Self {
        let other = Self(characters)
        var set = self
        set.low |= other.low
        set.high |= other.high
        return set
    }

    @inline(__always) func contains(_ byte: UInt8) -> Bool {
        byte < 0x80 && ((byte < 64 ? low : high) &>> UInt64(byte & 63)) & 1 == 1
    }
}

extension StringProtocol {
    /// Whether every character is one of ASCII.
    var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
