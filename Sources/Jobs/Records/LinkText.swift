import NDEF
import Tags

/// What the URIs that are put together out of fields have in common.
extension String {
    /// The text in UTF-8 with every byte percent-encoded that is not unreserved (RFC 3986, 2.1 and 2.3): as it may stand
    /// anywhere in a URI, and as the values of an `sms` URI (RFC 5724, 2.2) and of a GS1 Digital Link must.
    var percentEncoded: String {
        var text = ""
        for byte in utf8 {
            if ASCIISet.unreserved.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + [byte].hex
            }
        }
        return text
    }

    /// The text with every end of a line, be it LF, CR LF or CR, written as `end`.
    func withLineEnds(_ end: String) -> String {
        map { ["\n", "\r\n", "\r"].contains($0) ? end : String($0) }.joined()
    }

    /// The control character, other than a tabulator or the end of a line, that stands in the text; nil where none does.
    var firstControl: Unicode.Scalar? {
        unicodeScalars.first { $0.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains($0) }
    }
}

extension Unicode.Scalar {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }

    var isASCIILetter: Bool { ("A"..."Z").contains(self) || ("a"..."z").contains(self) }

    var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }

    /// For a message: the character itself, or its number where it cannot be seen.
    var shown: String {
        let quoted = String(self).quoted
        return self == " " || properties.isWhitespace ? "a blank" : String(quoted.dropFirst().dropLast())
    }
}

extension BuiltRecord {
    /// The record of a URI that was put together, unless something was refused.
    mutating func write(uri: String) {
        guard !hasErrors else { return }
        let checked = URIFields.build(RecordValues(value: uri))
        records = checked.records
        summary = checked.summary
        findings += checked.findings
    }

    /// Refuses a text that holds control characters.
    mutating func checkControls(_ text: String, _ field: String) {
        guard let control = text.firstControl else { return }
        refuse("control-character", field, "the control character \(control.named) stands in \(field); take it out")
    }

    /// Refuses a number of which a spreadsheet left but its form in scientific notation, or an error's sign.
    mutating func checkRuin(_ cell: String, _ field: String, _ what: String) {
        guard let ruin = SpreadsheetChange.ruin(of: cell) else { return }
        refuse(
            "number-ruined", field,
            "\(cell.trimmingBlanks.quoted) is what a spreadsheet left of \(what) (\(ruin.words)): format its column as "
                + "text, and enter it again")
    }
}

extension RecordValues {
    /// The record of a value that is a whole URI of one of these schemes; nil where it is none. It stays as it is: what is
    /// in it was percent-encoded by whoever made it.
    func wholeURI(_ schemes: [String]) -> BuiltRecord? {
        let uri = value.trimmingBlanks
        guard let colon = uri.firstIndex(of: ":"), schemes.contains(uri[..<colon].lowercased()) else { return nil }
        guard let field = fields.first else { return URIFields.build(self) }
        var built = BuiltRecord()
        built.refuse(
            "uri-whole", field.name,
            "the value \(uri.quoted) is a whole URI, and \(field.name) is given beside it: give either the whole URI "
                + "alone, or the value without \(uri[...colon])")
        return built
    }
}
