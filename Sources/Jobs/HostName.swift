/// The name of a host as it stands in a URI.
enum HostName {
    /// RFC 1035, 2.3.4; RFC 1123, 2.1.
    private static let labelLimit = 63
    private static let nameLimit = 253

    private static let letters = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    /// The name in ASCII: labels beyond it as `xn--…` (RFC 5891, 4). Nil where a label cannot be so written.
    ///
    /// Letters are made small and composed, and the full stops of East Asian scripts are dots, as browsers do (Unicode
    /// Technical Standard 46, section 4). What that standard replaces beside these, such as full-width letters, the standard library
    /// cannot: such a name has no form here.
    static func ascii(_ name: String) -> String? {
        if name.isASCII { return name }
        var labels: [String] = []
        for label in name.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isDot) {
            guard let ascii = asciiLabel(String(label)) else { return nil }
            labels.append(ascii)
        }
        return labels.joined(separator: ".")
    }

    /// Why no resolver looks the name up, as the end of a sentence about it; nil where nothing is wrong. An underscore is
    /// taken: domains have them, against RFC 1123.
    static func fault(_ name: String) -> String? {
        guard let ascii = ascii(name) else { return "has characters that no name has" }
        var labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
        // A dot at the end is the root's (RFC 1034, 3.1).
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        if labels.contains(where: \.isEmpty) { return "has a dot too many" }
        if !labels.allSatisfy({ $0.utf8.allSatisfy(letters.contains) }) { return "has characters that no name has" }
        if labels.contains(where: { $0.first == "-" || $0.last == "-" }) {
            return "has a hyphen before or behind a dot"
        }
        if ascii.utf8.count > nameLimit + 1 || labels.contains(where: { $0.utf8.count > labelLimit }) {
            return "is longer than a name may be (\(labelLimit) characters between dots, \(nameLimit) in all)"
        }
        return nil
    }

    /// What is to be said of a name that browsers look up and that has no form in ASCII here (UTS 46, section 4), as the end of a
    /// sentence about it; nil of any other.
    static func oddity(_ name: String) -> String? {
        guard ascii(name) == nil else { return nil }
        var hasOtherForms = false
        var hasJoiners = false
        for scalar in name.lowercased().unicodeScalars where !isDot(scalar) && !isPartOfName(scalar) {
            if scalar == "\u{200C}" || scalar == "\u{200D}" {
                hasJoiners = true
            } else if isReplaced(scalar) {
                hasOtherForms = true
            } else {
                return nil
            }
        }
        if hasOtherForms {
            return "has letters in another form, such as full-width ones, which not every program takes; write the "
                + "plain letters"
        }
        return hasJoiners
            ? "has a joiner, which nobody sees and not every program takes; write the name without it" : nil
    }

    /// Letters and digits in another form than their plain one.
    private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII, scalar.properties.changesWhenNFKCCaseFolded else { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .otherNumber,
            .letterNumber:
            return true
        default: return false
        }
    }

    /// Dots by UTS 46, section 2.3.
    private static func isDot(_ scalar: Unicode.Scalar) -> Bool { [".", "。", "．", "｡"].contains(scalar) }

    private static func asciiLabel(_ label: String) -> String? {
        // Each character takes one of the 63 at least; a longer label is not looked at.
        guard label.unicodeScalars.count <= labelLimit else { return label.isASCII ? label : nil }
        if label.isASCII { return label }
        let scalars = composed(label.lowercased())
        guard scalars.allSatisfy(isPartOfName), scalars.first.map(isMark) == false, scalars.last != "-" else {
            return nil
        }
        if scalars.allSatisfy(\.isASCII) { return String(String.UnicodeScalarView(scalars)) }
        let ascii = "xn--" + Punycode.encoded(scalars)
        return ascii.utf8.count <= labelLimit ? ascii : nil
    }

    /// Letters, marks and digits that no mapping changes (RFC 5892, 2.1, 2.2 and 2.6), and the symbols that browsers take.
    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return letters.contains(UInt8(scalar.value)) }
        if ["ß", "ς", "\u{B7}", "\u{375}", "\u{5F3}", "\u{5F4}", "\u{30FB}"].contains(scalar) { return true }
        guard !scalar.properties.changesWhenNFKCCaseFolded else { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber,
            .otherSymbol:
            return true
        default: return false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    /// Letters and the marks that follow them in one scalar where there is one.
    private static func composed(_ label: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        for character in label {
            if let composite = composites[character] {
                scalars.append(composite)
            } else {
                scalars.append(contentsOf: character.unicodeScalars)
            }
        }
        return scalars
    }

    /// The letters of Latin, Greek and Cyrillic, kana and Hangul by what they are equal to: the standard library compares
    /// characters by canonical equivalence (the Unicode Standard, 3.7), though it gives no form of them.
    private static let composites: [Character: Unicode.Scalar] = {
        let ranges: [ClosedRange<UInt32>] = [0xC0...0x52F, 0x1E00...0x1FFF, 0x3041...0x30FF, 0xAC00...0xD7A3]
        var composites: [Character: Unicode.Scalar] = [:]
        for scalar in ranges.joined().compactMap(Unicode.Scalar.init) where composites[Character(scalar)] == nil {
            composites[Character(scalar)] = scalar
        }
        return composites
    }()
}
