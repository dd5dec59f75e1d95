extension Collection where Element == UInt8 {
    /// Upper-case hex without separators.
    public var hex: String {
        var text: [UInt8] = []
        text.reserveCapacity(count * 2)
        text.append(hexOf: Array(self))
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends hex without separators, as ASCII: upper-case, or lower-case where that is asked for.
    package mutating func append(hexOf bytes: [UInt8], lowerCase: Bool = false) {
        let letters: UInt8 = (lowerCase ? 0x61 : 0x41) - 10
        for byte in bytes {
            append((byte >> 4).hexDigit(letters))
            append((byte & 15).hexDigit(letters))
        }
    }

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

    /// The ASCII digit of 0 to 15; the letters begin 10 after `letters`.
    fileprivate func hexDigit(_ letters: UInt8) -> UInt8 { self + (self < 10 ? 0x30 : letters) }
}
