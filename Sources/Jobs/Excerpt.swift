import Tags

/// Two texts that differ, each shortened to what stands around the first difference.
struct TextExcerpt {
    let expected: String
    let found: String

    /// `"…/t/A1" is expected, and "…/t/A2" is there`.
    ///
    /// Where the first characters that differ may look alike or are not to be seen (another spelling of an accent, a letter of
    /// another script, a blank), their numbers are told.
    var sentence: String {
        let (wanted, there) = (Array(expected.unicodeScalars), Array(found.unicodeScalars))
        let same = zip(wanted, there).prefix { $0 == $1 }.count
        let sentence =
            "\(Self.around(same, in: wanted)) is expected, and \(Self.around(same, in: there)) is there"
        let first = [wanted, there].map { same < $0.count ? $0[same] : nil }
        guard first.contains(where: { $0.map { !(0x21...0x7E).contains($0.value) } ?? false }) else { return sentence }
        let names = first.map { $0.map { "U+" + Self.digits($0) } ?? "the end" }
        return sentence + " (character \(same + 1): \(names[0]), not \(names[1]))"
    }

    /// At most `most` characters, so that the place is among them with some of those before it.
    private static func around(_ place: Int, in text: [Unicode.Scalar]) -> String {
        let (before, most) = (24, 56)
        if text.count <= most { return shown(text[...]) }
        let start = max(0, min(place - before, text.count - most))
        let end = min(text.count, start + most)
        return (start > 0 ? "…" : "") + shown(text[start..<end]) + (end < text.count ? "…" : "")
    }

    private static func shown(_ text: ArraySlice<Unicode.Scalar>) -> String {
        var string = String.UnicodeScalarView()
        string.append(contentsOf: text)
        return String(string).quoted
    }

    private static func digits(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

/// Two byte strings that differ.
struct ByteExcerpt {
    let expected: [UInt8]
    let found: [UInt8]

    /// `differ from byte 5 on: 0A0B… is expected, and 0C0D… is there`, and their lengths where those differ. Bytes are counted
    /// from 0.
    var sentence: String {
        let same = zip(expected, found).prefix { $0 == $1 }.count
        let sentence =
            "differ from byte \(same) on: \(Self.from(same, in: expected)) is expected, and "
            + "\(Self.from(same, in: found)) is there"
        guard expected.count != found.count else { return sentence }
        return sentence + " (\(expected.count) bytes, not \(found.count))"
    }

    private static func from(_ place: Int, in bytes: [UInt8]) -> String {
        guard place < bytes.count else { return "the end" }
        return bytes[place..<min(bytes.count, place + 8)].hex + (bytes.count > place + 8 ? "…" : "")
    }
}
