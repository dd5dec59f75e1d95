/// A cell as the numbers that a spreadsheet of some language may take it for.
///
/// `1.000` is one thousand or one, by the language; both readings are kept.
struct NumberReadings {
    private struct Reading: Hashable {
        /// Without leading zeros.
        var whole: String
        /// Without zeros at the end.
        var fraction: String
    }

    private var readings: Set<Reading> = []

    private init(_ cell: String) {
        var text = cell.utf8[...]
        if text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") { text = text.dropFirst() }
        guard text.contains(where: Self.isDigit), text.allSatisfy({ Self.isDigit($0) || Self.isSeparator($0) }) else {
            return
        }
        let groups = text.split(omittingEmptySubsequences: false, whereSeparator: Self.isSeparator)
        let digits = groups.map { String(decoding: $0, as: UTF8.self) }
        guard digits.allSatisfy({ !$0.isEmpty }) else { return }
        if digits.count == 1 || digits.dropFirst().allSatisfy({ $0.utf8.count == 3 }) {
            add(whole: digits.joined(), fraction: "")
        }
        if digits.count > 1, digits.dropFirst().dropLast().allSatisfy({ $0.utf8.count == 3 }) {
            add(whole: digits.dropLast().joined(), fraction: digits[digits.count - 1])
        }
    }

    private mutating func add(whole: String, fraction: String) {
        var fraction = fraction
        while fraction.utf8.last == 0x30 { fraction.removeLast() }
        readings.insert(Reading(whole: String(whole.drop { $0 == "0" }), fraction: fraction))
    }

    /// What a spreadsheet did where both cells may be one number. Zeros in front that are new were typed: no spreadsheet
    /// puts them there.
    static func change(from old: String, to new: String) -> SpreadsheetChange? {
        if isCut(old, new) { return .lostDigits }
        if let digits = writtenOut(old) {
            return NumberReadings(digits).readings.isDisjoint(with: NumberReadings(new).readings) ? nil : .scientific
        }
        let (was, now) = (NumberReadings(old).readings, NumberReadings(new).readings)
        guard !was.isDisjoint(with: now), old.hasPrefix("-") == new.hasPrefix("-"), !hasLeadingZeros(new) else {
            return nil
        }
        return hasLeadingZeros(old) ? .leadingZeros : .numberFormat
    }

    /// Whether a spreadsheet may take the cell for a number: digits, with separators, or an E between them.
    static func looksNumeric(_ cell: String) -> Bool {
        let bytes = cell.utf8
        guard bytes.contains(where: isDigit) else { return false }
        return bytes.allSatisfy { byte in
            isDigit(byte) || isSeparator(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte | 0x20 == UInt8(ascii: "e")
        }
    }

    /// `4.12E+12`, as spreadsheets write it: one digit in front, the exponent's sign, two digits of it at least.
    static func isScientific(_ cell: String) -> Bool {
        var text = cell.utf8[...]
        if text.first == UInt8(ascii: "-") { text = text.dropFirst() }
        guard let first = text.popFirst(), isDigit(first), let mark = text.lastIndex(where: { $0 | 0x20 == 0x65 })
        else {
            return false
        }
        let mantissa = text[..<mark]
        var exponent = text[text.index(after: mark)...]
        guard let sign = exponent.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            exponent.count >= 2, exponent.allSatisfy(isDigit)
        else { return false }
        guard let point = mantissa.first else { return true }
        return (point == UInt8(ascii: ".") || point == UInt8(ascii: ",")) && mantissa.count > 1
            && mantissa.dropFirst().allSatisfy(isDigit)
    }

    /// `1E5` as the digits that a spreadsheet may make of it: `100000`. Nil where it takes the cell for no such number.
    private static func writtenOut(_ cell: String) -> String? {
        let parts = cell.utf8.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        guard parts.count == 2, let exponent = Int(String(decoding: parts[1], as: UTF8.self)),
            (0...30).contains(exponent),
            !parts[0].isEmpty, parts[0].allSatisfy(isDigit)
        else { return nil }
        return String(decoding: parts[0], as: UTF8.self) + String(repeating: "0", count: exponent)
    }

    private static func isCut(_ old: String, _ new: String) -> Bool {
        let (was, now) = (old.utf8, new.utf8)
        return was.count == now.count && was.allSatisfy(isDigit) && SpreadsheetChange.hasLostDigits(new)
            && was.prefix(15).elementsEqual(now.prefix(15))
    }

    private static func hasLeadingZeros(_ cell: String) -> Bool {
        let digits = cell.utf8.drop { !isDigit($0) }.prefix(while: isDigit)
        return digits.count > 1 && digits.first == 0x30
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
    }
}
