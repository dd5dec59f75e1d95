extension String {
    /// The string for a message: in double quotes, at most 60 characters of it, with everything that a terminal or a
    /// reader would not show (control and format characters, blanks other than the space) as `\u00a0`.
    public var quoted: String {
        // Nearly all there is, without looking up a property of each character.
        if utf8.count <= 60, utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return "\"\(self)\"" }
        var text = "\""
        var count = 0
        for scalar in unicodeScalars {
            guard count < 60 else {
                text += "…"
                break
            }
            count += 1
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                text += scalar.named
            case .spaceSeparator where scalar != " ": text += scalar.named
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension Unicode.Scalar {
    /// `\u00a0`: the scalar's number in at least four digits of lower-case hex.
    var named: String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
