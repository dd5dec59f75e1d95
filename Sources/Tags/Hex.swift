extension Collection where Element == UInt8 {
    /// Upper-case hex without separators.
    public var hex: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(count * 2)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Reads hex of either case; colons, hyphens and blanks between bytes are passed over. Nil when anything else
    /// stands there or a digit is left over.
    public init?(hex: some StringProtocol) { self.init(hexText: Array(hex.utf8)[...]) }

    /// The same of a text's bytes.
    package init?(hexText text: ArraySlice<UInt8>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 3)
        var high: UInt8?
        for character in text {
            guard let digit = character.hexDigitValue else {
                let isSeparator = character == 0x3A || character == 0x2D || character == 0x20
                guard isSeparator, high == nil else { return nil }
                continue
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard high == nil else { return nil }
        self = bytes
    }
}

extension UInt8 {
    /// 0 to 15 of an ASCII hex digit in either case; nil for any other byte.
    package var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
