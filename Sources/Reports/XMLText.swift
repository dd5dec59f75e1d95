/// Text as it stands in an XML 1.0 document in UTF-8.
enum XMLText {
    /// As an attribute's value, quotes and all. TAB, LF and CR are references, which a reader does not turn into blanks
    /// (XML 1.0, section 3.3.3).
    static func attribute(_ text: String) -> String { "\"\(escaped(text, keepingLines: false))\"" }

    /// Between two tags. CR is a reference, which a reader does not turn into LF (XML 1.0, section 2.11).
    static func content(_ text: String) -> String { escaped(text, keepingLines: true) }

    private static func escaped(_ text: String, keepingLines: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\r": result += "&#13;"
            case "\n" where !keepingLines: result += "&#10;"
            case "\t" where !keepingLines: result += "&#9;"
            case _ where isForbidden(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// What no document may hold, as a reference neither (XML 1.0, section 2.2): it is written so that a person sees it.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0x00...0x1F, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
