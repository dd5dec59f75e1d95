extension Collection where Element == UInt8 {
    /// Upper-case hex without separators.
    public var hex: String {
        var text: [UInt8] = []
        text.reserveCapacity(count * 2)
        for byte in self {
            text.append((byte >> 4).hexDigit)
            text.append((byte & 15).hexDigit)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Reads hex of either case; colons, hyphens and blanks between bytes are passed over. Nil when anything else
    /// stands there or a digit is left over.
    @inlinable public init?(hex: some StringProtocol) {
        let text = Array(hex.utf8)
        self.init(hexText: text, at: 0..<text.count)
    }

    /// The same of a part of a text's bytes.
    @usableFromInline package init?(hexText text: [UInt8], at place: Range<Int>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity((place.upperBound - place.lowerBound) / 2)
        var high: UInt8?
        var index = place.lowerBound
        while index < place.upperBound {
            let character = text[index]
            index += 1
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
        if self >= 0x30 && self <= 0x39 { return self - 0x30 }
        let letter = self | 0x20
        return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : nil
    }

    /// The ASCII digit of 0 to 15, in upper case.
    fileprivate var hexDigit: UInt8 { self < 10 ? 0x30 + self : 0x41 + self - 10 }
}
