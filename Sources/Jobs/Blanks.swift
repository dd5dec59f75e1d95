extension String {
    /// The string without the blanks around it: every character with the Unicode property White_Space (the no-break
    /// space U+00A0 among them), U+200B and U+FEFF, which spreadsheets and copying leave behind unseen.
    package var trimmingBlanks: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isBlank }),
            let last = scalars.lastIndex(where: { !$0.isBlank })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Whether there is nothing in the string but blanks.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.isBlank) }

    /// Whether a NUL stands in the string.
    var hasNUL: Bool { utf8.contains(0) }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool {
        // ASCII first: it is nearly all there is, and looking up a property takes longer.
        if value < 0x80 { return value == 0x20 || (0x09...0x0D).contains(value) }
        return properties.isWhitespace || self == "\u{FEFF}" || self == "\u{200B}"
    }
}
