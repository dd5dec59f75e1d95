import Tags

extension [UInt8?] {
    /// Reads bytes as programs print them: two hex digits of either case each, or `??`, `XX` or `--` for one that is not
    /// known; blanks, colons, commas and single hyphens between bytes and `0x` before them are passed over. Nil when
    /// anything else stands there or a digit is left over.
    init?(hexText text: Substring) {
        let text = [UInt8](text.utf8)
        self = []
        reserveCapacity(text.count / 2)
        var index = 0
        while index < text.count {
            let first = text[index]
            let second = index + 1 < text.count ? text[index + 1] : 0
            if let high = first.hexDigitValue, let low = second.hexDigitValue {
                append(high << 4 | low)
                index += 2
                continue
            }
            switch first {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ":"), UInt8(ascii: ","): index += 1
            case UInt8(ascii: "?") where second == first, UInt8(ascii: "X") where second == first,
                UInt8(ascii: "x") where second == first, UInt8(ascii: "-") where second == first:
                append(nil)
                index += 2
            case UInt8(ascii: "-") where !isEmpty && second.hexDigitValue != nil: index += 1
            case UInt8(ascii: "0") where second | 0x20 == UInt8(ascii: "x") && index + 2 < text.count: index += 2
            default: return nil
            }
        }
    }

    /// The bytes up to the first that is not known.
    var knownPrefix: [UInt8] {
        var known: [UInt8] = []
        known.reserveCapacity(count)
        while known.count < count, let byte = self[known.count] { known.append(byte) }
        return known
    }
}

extension Substring {
    /// The text without the blanks of ASCII around it.
    var withoutBlanks: Substring {
        var (start, end) = (startIndex, endIndex)
        while start < end, utf8[start].isBlank { utf8.formIndex(after: &start) }
        while start < end {
            let last = utf8.index(before: end)
            guard utf8[last].isBlank else { break }
            end = last
        }
        return self[start..<end]
    }

    /// The text up to the first of two ASCII characters; all of it where there is none.
    func prefix(before stop: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> Substring {
        var index = utf8.startIndex
        while index < utf8.endIndex {
            let byte = utf8[index]
            if UInt32(byte) == stop.value || UInt32(byte) == other?.value { break }
            utf8.formIndex(after: &index)
        }
        return self[..<index]
    }
}

extension String {
    /// The text without the blanks of ASCII around it.
    var withoutBlanks: Substring { self[...].withoutBlanks }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }
}
