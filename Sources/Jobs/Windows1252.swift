/// UTF-8 that was read as Windows-1252.
enum Windows1252 {
    /// The bytes 0x80 to 0x9F; the others are those of Latin-1. Those that Windows-1252 leaves out are read as controls.
    private static let high: [Unicode.Scalar] = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// Whether `new` is `old` after such a reading, or with signs in the place of letters that the encoding lacks.
    static func explains(_ old: String, _ new: String) -> Bool {
        guard old.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        var misread = String.UnicodeScalarView()
        for byte in old.utf8 {
            misread.append((0x80..<0xA0).contains(byte) ? high[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        if new.unicodeScalars.elementsEqual(misread) { return true }
        let (was, now) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
        return was.count == now.count
            && zip(was, now).allSatisfy { $0 == $1 || ($0.value >= 0x80 && ($1 == "?" || $1 == "\u{FFFD}")) }
    }

    /// The first letter that stands in a text as its bytes, each read for itself: where it begins, how many scalars it
    /// takes, and which it was.
    ///
    /// Such a sequence is possible in a sound text too (`CAFÉ®`), so only what is common is found: letters of Latin-1 and
    /// Latin Extended-A, punctuation and signs such as the euro, the byte order mark, U+FFFD, and what lies beyond U+FFFF.
    static func firstMisread(in text: [Unicode.Scalar]) -> (index: Int, count: Int, scalar: Unicode.Scalar)? {
        for index in text.indices {
            guard let first = byte(of: text[index]) else { continue }
            let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
            guard first >= 0xC2, first <= 0xF4, index + count <= text.count else { continue }
            let bytes = text[index..<index + count].compactMap(byte)
            guard bytes.count == count, bytes[1...].allSatisfy({ (0x80...0xBF).contains($0) }),
                let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first, isCommon(scalar)
            else { continue }
            // „JÄ“: a letter that a closing quote or a dash follows.
            if (0xC3...0xC5).contains(first), isPunctuation(text[index + 1]) { continue }
            return (index, count, scalar)
        }
        return nil
    }

    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if let index = high.firstIndex(of: scalar) { return UInt8(index) + 0x80 }
        return scalar.value >= 0xA0 && scalar.value <= 0xFF ? UInt8(scalar.value) : nil
    }

    private static func isCommon(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA0...0x17F, 0x2000...0x2BFF, 0xFE0F, 0xFEFF, 0xFFFD, 0x1_0000...: true
        default: false
        }
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        (0x2010...0x201F).contains(scalar.value) || scalar == "…" || scalar == "™"
    }
}
