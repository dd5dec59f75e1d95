/// What a spreadsheet does to a cell by itself when a file is opened and saved.
///
/// The rules look at text alone: a change that none of them explains was made by a person.
public enum SpreadsheetChange: Hashable, Sendable {
    /// Blanks around the cell, or the form of its line ends.
    case blanks
    /// Apostrophes in front, and the sign plus.
    case apostrophe
    /// `007` became `7`.
    case leadingZeros
    /// `412345678901` became `4.12346E+11`; `0412E456789012` too.
    case scientific
    /// Digits behind the fifteenth became zeros.
    case lostDigits
    /// `1.50` became `1.5`, `1000` became `1,000.00`.
    case numberFormat
    /// `1-2` became `02.01.`, or a time was written otherwise.
    case date
    /// `true` became `WAHR`.
    case truth
    /// `#####`, `#NAME?`, `INF`: nothing is left of the cell.
    case error
    /// UTF-8 read as Windows-1252, or letters that the encoding lacks.
    case encoding

    /// The change in a few words, for a message.
    public var words: String {
        switch self {
        case .blanks: "blanks changed"
        case .apostrophe: "a sign in front changed"
        case .leadingZeros: "leading zeros lost"
        case .scientific: "the digits became a number in scientific notation"
        case .lostDigits: "the last digits lost"
        case .numberFormat: "a number written otherwise"
        case .date: "written as a date or time"
        case .truth: "written as a truth value"
        case .error: "only the sign of an error is left"
        case .encoding: "letters lost to another encoding"
        }
    }

    /// Whether the same change may also set a bad cell right: `2.0` to `2` as a quantity, blanks, `WAHR` to `true`.
    public var mayCorrect: Bool {
        switch self {
        case .blanks, .numberFormat, .truth: true
        default: false
        }
    }

    /// What a spreadsheet did where it alone explains how `old` became `new`. Nil where the cells are the same, and where
    /// a person must have changed it.
    public init?(from old: String, to new: String) {
        let (was, now) = (Self.plain(old), Self.plain(new))
        if old == new { return nil }
        if was == now {
            self = .blanks
        } else if Self.withoutSigns(was) == Self.withoutSigns(now) {
            self = .apostrophe
        } else if let change = Self.ruin(of: now), change == .error || NumberReadings.looksNumeric(was) {
            self = change
        } else if let change = NumberReadings.change(from: was, to: now) {
            self = change
        } else if DateReading.isSame(was, now) {
            self = .date
        } else if Self.truth(was) != nil, Self.truth(was) == Self.truth(now) {
            self = .truth
        } else if Windows1252.explains(was, now) {
            self = .encoding
        } else {
            return nil
        }
    }

    /// What has ruined a key (a SKU, a UID) past telling what it was: an error's sign or scientific notation. Nil where the
    /// cell may be what it was.
    public static func ruin(of cell: String) -> SpreadsheetChange? {
        let cell = cell.trimmingBlanks
        if cell.utf8.count > 1, cell.utf8.allSatisfy({ $0 == UInt8(ascii: "#") }) { return .error }
        if ["#NAME?", "#VALUE!", "#WERT!", "#REF!", "#BEZUG!", "#DIV/0!", "#NUM!", "#ZAHL!", "#N/A", "#NV"].contains(
            cell)
            || (cell.hasPrefix("Err:") && Int(decimal: String(cell.dropFirst(4))) != nil)
        {
            return .error
        }
        if ["INF", "-INF", "+INF", "1.#INF", "NAN"].contains(cell.uppercased()) { return .scientific }
        return NumberReadings.isScientific(cell) ? .scientific : nil
    }

    /// Whether the digits look cut off by a spreadsheet, which keeps fifteen of a number.
    public static func hasLostDigits(_ cell: String) -> Bool {
        let digits = cell.trimmingBlanks.utf8
        return digits.count > 15 && digits.allSatisfy { (0x30...0x39).contains($0) }
            && digits.dropFirst(15).allSatisfy { $0 == 0x30 }
    }

    /// Without blanks at the ends, and with LF as the line's end.
    private static func plain(_ cell: String) -> String {
        guard cell.utf8.contains(0x0D) else { return cell.trimmingBlanks }
        var text = String.UnicodeScalarView()
        var afterCR = false
        for scalar in cell.unicodeScalars {
            if scalar == "\r" { text.append("\n") } else if !(afterCR && scalar == "\n") { text.append(scalar) }
            afterCR = scalar == "\r"
        }
        return String(text).trimmingBlanks
    }

    private static func withoutSigns(_ cell: String) -> String {
        var rest = cell.unicodeScalars[...]
        while rest.first == "'" { rest = rest.dropFirst() }
        if rest.first == "+" { rest = rest.dropFirst() }
        return String(rest)
    }

    private static func truth(_ cell: String) -> Bool? {
        switch cell.uppercased() {
        case "TRUE", "WAHR", "VRAI", "VERDADERO", "VERO", "WAAR", "1": true
        case "FALSE", "FALSCH", "FAUX", "FALSO", "ONWAAR", "0": false
        default: nil
        }
    }
}
