/// Characters of a text that nobody sees, or that look like a blank and are none.
enum InvisibleSigns {
    /// What to say of a text in which there are some: the first one with its place, and how many more.
    static func message(on text: [Unicode.Scalar]) -> String? {
        var first: Int?
        var more = 0
        for index in text.indices where isOdd(text, at: index) {
            if first == nil { first = index } else { more += 1 }
        }
        guard let first else { return nil }
        let scalar = text[first]
        let name = scalar.properties.name ?? "control character"
        let what = isBlank(scalar) ? "looks like a blank" : "cannot be seen"
        return "\(scalar.codePoint) (\(name.lowercased())) at character \(first + 1) \(what)"
            + (more > 0 ? ", and \(more) more like it" : "") + "; take it out if it is not meant"
    }

    private static func isOdd(_ text: [Unicode.Scalar], at index: Int) -> Bool {
        let scalar = text[index]
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E: return false
        case 0x00...0x9F: return true
        // The joiners are part of emoji and of the scripts from Hebrew on; the tags are part of flags.
        case 0x200C, 0x200D: return !isJoining(text, at: index)
        case 0xE0020...0xE007F: return false
        default: break
        }
        if isBlank(scalar) { return true }
        // Marks that go with a letter or an emoji, such as variation selectors, are seen in it.
        return scalar.properties.isDefaultIgnorableCodePoint && scalar.properties.generalCategory != .nonspacingMark
    }

    /// Blanks that hold words together, and the separators of lines and paragraphs.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA0, 0x2007, 0x202F, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isJoining(_ text: [Unicode.Scalar], at index: Int) -> Bool {
        guard index > 0, index + 1 < text.count else { return false }
        return [text[index - 1], text[index + 1]].allSatisfy {
            $0.value >= 0x0590 && !(0x2000...0x206F).contains($0.value)
        }
    }
}
