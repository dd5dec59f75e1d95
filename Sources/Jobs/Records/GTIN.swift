/// A Global Trade Item Number (GS1 General Specifications, 2.1 and 7.9.1).
struct GTIN: Hashable {
    /// 14 digits; a GTIN of 8, 12 or 13 has zeros in front (GS1 Digital Link: URI Syntax, "gtin-value").
    let digits: String

    /// Reads a number of 8, 12, 13 or 14 digits, with blanks and hyphens or without. Nil, with the reason in `built`, where
    /// it is none, or its check digit is wrong.
    init?(_ raw: String, field: String, into built: inout BuiltRecord) {
        let written = raw.trimmingBlanks
        built.checkRuin(written, field, "a GTIN")
        guard !built.hasErrors else { return nil }
        let scalars = written.unicodeScalars.filter { $0 != "-" && !$0.properties.isWhitespace }
        guard scalars.allSatisfy(\.isASCIIDigit), !scalars.isEmpty else {
            built.refuse("gtin-invalid", field, "\(written.quoted) is no GTIN; one has digits alone, 8, 12, 13 or 14")
            return nil
        }
        let number = String(String.UnicodeScalarView(scalars))
        guard [8, 12, 13, 14].contains(scalars.count) else {
            built.refuse("gtin-invalid", field, Self.countMessage(number))
            return nil
        }
        let padded = Self.padded(number, to: 14)
        let (given, right) = (padded.suffix(1), Self.checkDigit(of: padded.dropLast()))
        guard given == right else {
            built.refuse(
                "gtin-check", field,
                "the last digit of the GTIN \(number) is \(given) and must be \(right), by the others: look for a wrong digit"
            )
            return nil
        }
        digits = padded
    }

    /// The sum of the digits, weighted 3 and 1 in turn from the right, and the check digit is a multiple of ten (General
    /// Specifications, 7.9.1).
    static func checkDigit(of digits: some StringProtocol) -> String {
        let sum = digits.utf8.reversed().enumerated().reduce(0) { sum, element in
            sum + Int(element.element - UInt8(ascii: "0")) * (element.offset.isMultiple(of: 2) ? 3 : 1)
        }
        return String((10 - sum % 10) % 10)
    }

    private static func padded(_ number: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - number.utf8.count)) + number
    }

    private static func countMessage(_ number: String) -> String {
        let message = "the GTIN \(number.quoted) has \(number.utf8.count) digits; one has 8, 12, 13 or 14"
        // Spreadsheets take the zeros off a number.
        let whole = padded(number, to: number.utf8.count < 8 ? 8 : 12)
        guard (6...11).contains(number.utf8.count), checkDigit(of: whole.dropLast()) == whole.suffix(1) else {
            return message
        }
        return message + ": did it lose the zeros of \(whole)?"
    }
}
