/// A URI of a telephone number: `tel:+12025550143` (RFC 3966).
enum TelephoneFields {
    static let fields = RecordFields(value: .init(name: "value"))

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        if let number = TelephoneNumber(values.value, into: &built) { built.write(uri: "tel:" + number.text) }
        return built
    }
}

/// A telephone number as it stands in a URI, out of how people write it.
struct TelephoneNumber {
    /// `+` where the country code follows, the digits, and parameters such as `;ext=12`. What parts groups of digits is
    /// left out: it means nothing (RFC 3966, 4), a blank may not stand there (5.1.1), and a tag has few bytes.
    let text: String

    /// E.164, 6.2.1.
    private static let mostDigits = 15
    private static let example = "+1 202 555 0143"

    /// Reads a number, with or without `tel:` in front. Nil, with the reason in `built`, where it is none.
    init?(_ raw: String, into built: inout BuiltRecord) {
        var found = BuiltRecord()
        defer { built.findings += found.findings }
        let trimmed = raw.trimmingBlanks
        let parts = (trimmed.prefix(4).lowercased() == "tel:" ? String(trimmed.dropFirst(4)) : trimmed)
            .split(separator: ";", omittingEmptySubsequences: false).map { String($0).trimmingBlanks }
        let (number, parameters) = (parts[0], parts.dropFirst())
        found.checkRuin(number, "value", "a telephone number")
        if !found.hasErrors { Self.check(number, into: &found) }
        for parameter in parameters where !found.hasErrors {
            Self.check(parameter: parameter, of: number, into: &found)
        }
        guard !found.hasErrors else { return nil }
        let digits = number.filter { $0 == "+" || ("0"..."9").contains($0) }
        if digits.first != "+", !parameters.contains(where: { $0.lowercased().hasPrefix("phone-context=") }) {
            let advice = digits.hasPrefix("00") ? "+\(digits.dropFirst(2))" : "+ and the country code in front"
            found.warn(
                "phone-local", "value",
                "the telephone number \(number.quoted) has no country code, and is dialled in its own country alone: "
                    + "write \(advice)")
        }
        text = ([digits] + parameters).joined(separator: ";")
    }

    /// Digits alone, with `+` in front or without, parted by blanks, hyphens, dots, slashes and brackets.
    private static func check(_ number: String, into found: inout BuiltRecord) {
        for (index, scalar) in number.unicodeScalars.enumerated() where !isPart(scalar, at: index) {
            let advice =
                scalar == "*" || scalar == "#"
                ? "phones do not dial * and # out of a link: write the number alone"
                : "write digits, and an extension so: \(example);ext=12"
            return found.refuse(
                "phone-invalid", "value",
                "at character \(index + 1) of the telephone number \(number.quoted) stands \(scalar.shown); \(advice)")
        }
        let digits = number.unicodeScalars.filter(\.isASCIIDigit)
        if let problem = problem(number, digits) { found.refuse("phone-invalid", "value", problem) }
    }

    private static func problem(_ number: String, _ digits: String.UnicodeScalarView) -> String? {
        if digits.isEmpty { return "a telephone number is missing; write one such as \(example)" }
        if digits.count > mostDigits {
            return
                "the telephone number \(number.quoted) has \(digits.count) digits; one has at most \(mostDigits) (E.164)"
        }
        guard number.hasPrefix("+") else { return nil }
        if digits.first == "0" {
            return "the telephone number \(number.quoted) has a 0 behind its +, and no country code begins so"
        }
        return number.contains("(0)")
            ? "leave (0) out of the telephone number \(number.quoted): it is not dialled behind a country code" : nil
    }

    private static func isPart(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
        switch scalar {
        case "0"..."9", "-", ".", "(", ")", "/", "\u{2010}"..."\u{2015}": true
        case "+": index == 0
        default: scalar.properties.generalCategory == .spaceSeparator
        }
    }

    /// `name` or `name=value`; `ext` has digits (RFC 3966, 3).
    private static func check(parameter: String, of number: String, into found: inout BuiltRecord) {
        let halves = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let isName = halves[0].unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || $0 == "-" } && !halves[0].isEmpty
        let isExtension = halves[0].lowercased() == "ext"
        let isValue = halves.dropFirst().allSatisfy { value in
            !value.isEmpty
                && value.unicodeScalars.allSatisfy { scalar in
                    isExtension
                        ? scalar.isASCIIDigit
                        : scalar.isASCIILetterOrDigit || "-_.!~*'()[]/:&+$%".unicodeScalars.contains(scalar)
                }
        }
        if isName, isValue, !isExtension || halves.count == 2 { return }
        found.refuse(
            "phone-invalid", "value",
            "\(parameter.quoted) behind the telephone number \(number.quoted) is no parameter; write an extension so: "
                + ";ext=12")
    }
}
