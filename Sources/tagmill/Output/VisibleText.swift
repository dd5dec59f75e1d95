/// Makes text from files, tags and drivers safe to show on a terminal, and measures it.
enum VisibleText {
    /// The text with everything escaped that a terminal would obey or that would hide or reorder other text: control
    /// characters (C0, DEL, C1), line and paragraph separators, marks of direction, the byte order mark, tag characters.
    static func escaped(_ text: String, keepingNewlines: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: { isUnsafe($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\n" && keepingNewlines {
                result += "\n"
            } else if isUnsafe(scalar) {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\0": "\\0"
        default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }

    /// How many columns the text takes: two for wide letters and emoji, none for marks that combine.
    static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

    static func columns(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        return columns(first)
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        // East Asian Wide and Fullwidth blocks (Unicode UAX #11).
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// The text cut to at most `columns` columns, with `...` at the cut; cut in the middle, the end is kept too, because
    /// reader names differ at their end.
    static func cut(_ text: String, to columns: Int, inTheMiddle: Bool = false) -> String {
        guard Self.columns(text) > columns else { return text }
        guard columns > 3 else { return prefix(text, columns) }
        guard inTheMiddle else { return prefix(text, columns - 3) + "..." }
        let tail = (columns - 3) / 2
        return prefix(text, columns - 3 - tail) + "..." + String(prefix(String(text.reversed()), tail).reversed())
    }

    /// As much of the beginning as takes at most `columns` columns.
    static func prefix(_ text: String, _ columns: Int) -> String {
        var left = columns
        var result = ""
        for character in text {
            left -= Self.columns(character)
            if left < 0 { break }
            result.append(character)
        }
        return result
    }

    /// The text cut or filled with blanks to exactly `columns` columns.
    static func fit(_ text: String, to columns: Int, inTheMiddle: Bool = false) -> String {
        let cut = cut(text, to: columns, inTheMiddle: inTheMiddle)
        return cut + String(repeating: " ", count: max(0, columns - Self.columns(cut)))
    }
}
