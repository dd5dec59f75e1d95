/// Letters that are written as a letter and a mark where there is one character for both.
///
/// Normal form C (UAX #15) is what keyboards and spreadsheets make; macOS's file names and some PDFs give the other. The
/// standard library tells no normal form, but takes two strings as equal when they are canonically equivalent. So every
/// composed letter of the scripts below is looked up by what it is made of.
enum ComposedLetters {
    /// What to say of a text in which there is such a letter: the first one with its place.
    static func message(on text: [Unicode.Scalar]) -> String? {
        for index in text.indices.dropFirst() {
            guard let (base, composed) = composed(text, at: index) else { continue }
            let parts = [text[base], text[index]].map(\.codePoint).joined(separator: " ")
            return "\(String(composed).quoted) at character \(base + 1) is written as \(parts) and not as "
                + "\(composed.codePoint): it looks the same, and is found by no search for the other"
        }
        return nil
    }

    /// Where the letter stands to which the mark at `index` belongs, and the character for both.
    private static func composed(_ text: [Unicode.Scalar], at index: Int) -> (base: Int, composed: Unicode.Scalar)? {
        let mark = text[index]
        guard mark.value >= 0x300 else { return nil }
        if let syllable = hangul(text[index - 1], mark) { return (index - 1, syllable) }
        let order = mark.properties.canonicalCombiningClass
        guard order != .notReordered else { return nil }
        // A mark of the same place between the two keeps them apart (UAX #15, "blocked").
        var base = index - 1
        while base > 0, index - base < 8 {
            let between = text[base].properties.canonicalCombiningClass
            if between == .notReordered { break }
            guard between < order else { return nil }
            base -= 1
        }
        return letters[String(String.UnicodeScalarView([text[base], mark]))].map { (base, $0) }
    }

    /// Latin, Greek, Cyrillic and the kana; no letter of these is left out of normal form C.
    private static let letters: [String: Unicode.Scalar] = {
        var letters: [String: Unicode.Scalar] = [:]
        for range in [0xC0...0x24F, 0x370...0x4FF, 0x1E00...0x1FFF, 0x3040...0x30FF] as [ClosedRange<UInt32>] {
            for value in range {
                guard let scalar = Unicode.Scalar(value) else { continue }
                // A sign that only repeats another one comes behind it.
                if letters[String(scalar)] == nil { letters[String(scalar)] = scalar }
            }
        }
        return letters
    }()

    /// Hangul syllables by arithmetic (The Unicode Standard, section 3.12).
    private static func hangul(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        if (0x1100...0x1112).contains(first.value), (0x1161...0x1175).contains(second.value) {
            return Unicode.Scalar(0xAC00 + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
        }
        if (0xAC00...0xD7A3).contains(first.value), (first.value - 0xAC00) % 28 == 0,
            (0x11A8...0x11C2).contains(second.value)
        {
            return Unicode.Scalar(first.value + second.value - 0x11A7)
        }
        return nil
    }
}
