import Tags

extension URICheck {
    private static let hostBytes = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-")
    /// What path, query and fragment are made of, but for percent signs (RFC 3986, 3.3 to 3.5).
    private static let restBytes = ASCIISet.unreserved.union("!$&'()*+,;=:@/?#")

    /// Last labels that need a closer look: names of one machine or network (`HostReach`).
    private static let narrowDomains: [StaticString] = ["local", "localhost", "internal", "arpa"]

    /// Whether `URICheck` would say nothing at all of a URL, neither findings nor advice, and leave it as it is. False says
    /// nothing: many a right URL is not so plain.
    ///
    /// `https://`, a host name of the usual kind without user and port, and what may follow it in ASCII. One pass over the bytes
    /// without a string, as this is asked of every row of a file.
    package static func isPlainWebAddress(_ bytes: Span<UInt8>) -> Bool { isPlain(bytes, behind: "https://") }

    /// Whether the URL would be plain with `https`, and has `http`: that alone is then said of it.
    static func isPlainButForHTTP(_ bytes: Span<UInt8>) -> Bool { isPlain(bytes, behind: "http://") }

    private static func isPlain(_ bytes: Span<UInt8>, behind start: StaticString) -> Bool {
        guard bytes.count <= customaryLength, has(start, in: bytes, at: 0),
            let end = endOfPlainHost(bytes, from: start.utf8CodeUnitCount)
        else { return false }
        let plain = restBytes
        var index = end
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "."), bytes[index - 1] == UInt8(ascii: "/") {
                // `.` or `..` may be all of the segment.
                return false
            } else if plain.contains(byte) {
                index += 1
            } else if byte == UInt8(ascii: "%"), index + 2 < bytes.count, bytes[index + 1].hexDigitValue != nil,
                bytes[index + 2].hexDigitValue != nil,
                // A dot, see above.
                bytes[index + 1] != UInt8(ascii: "2") || bytes[index + 2] | 0x20 != UInt8(ascii: "e")
            {
                index += 3
            } else {
                return false
            }
        }
        return true
    }

    /// Where a host of two labels or more ends; nil where it is not a plain one, or something else than `/`, `?` or `#` follows.
    private static func endOfPlainHost(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        let letters = hostBytes
        var labelStart = start
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                guard isPlainLabel(bytes, labelStart..<index) else { return nil }
                labelStart = index + 1
            } else if !letters.contains(byte) {
                guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") else {
                    return nil
                }
                break
            }
            index += 1
        }
        guard labelStart > start, index - start <= 253, isPlainLabel(bytes, labelStart..<index),
            // A name that ends in a number is read as an address.
            bytes[labelStart] >= UInt8(ascii: "A"),
            !narrowDomains.contains(where: {
                $0.utf8CodeUnitCount == index - labelStart && has($0, in: bytes, at: labelStart)
            })
        else { return nil }
        return index
    }

    private static func isPlainLabel(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        (1...63).contains(range.count) && bytes[range.lowerBound] != UInt8(ascii: "-")
            && bytes[range.upperBound - 1] != UInt8(ascii: "-")
    }

    /// Whether a text in small letters stands there; capitals count as small ones.
    private static func has(_ text: StaticString, in bytes: Span<UInt8>, at start: Int) -> Bool {
        guard bytes.count - start >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { expected in
            expected.indices.allSatisfy { index in
                let byte = bytes[start + index]
                return (byte | (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? 0x20 : 0)) == expected[index]
            }
        }
    }
}
