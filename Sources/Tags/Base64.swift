extension [UInt8] {
    /// Reads base64 (RFC 4648, section 4) with its padding; blanks and line breaks are passed over. Nil when anything else
    /// stands there.
    package init?(base64 text: some StringProtocol) {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for character in text.utf8 where !" \t\r\n".utf8.contains(character) {
            guard let value = Self.value(ofBase64: character) else {
                guard character == UInt8(ascii: "=") else { return nil }
                padding += 1
                continue
            }
            guard padding == 0 else { return nil }
            bits = bits << 6 | value
            count += 1
            if count.isMultiple(of: 4) {
                bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits = 0
            }
        }
        switch (count % 4, padding) {
        case (0, 0): break
        case (2, 2): bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case (3, 1): bytes += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default: return nil
        }
        self = bytes
    }

    private static func value(ofBase64 character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

extension Collection where Element == UInt8 {
    /// Base64 (RFC 4648, section 4) with its padding, on one line.
    package var base64: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var length = 0
        for byte in self {
            bits = bits << 8 | UInt32(byte)
            length += 1
            guard length == 3 else { continue }
            for shift in [18, 12, 6, 0] { text.append(alphabet[Int(bits >> shift & 63)]) }
            (bits, length) = (0, 0)
        }
        if length > 0 {
            bits <<= length == 1 ? 16 : 8
            for shift in [18, 12, 6].prefix(length + 1) { text.append(alphabet[Int(bits >> shift & 63)]) }
            text += repeatElement(UInt8(ascii: "="), count: 3 - length)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
