/// A URI of a place: `geo:48.2082,16.3738` (RFC 5870). That iPhones do not open it is told of the whole job
/// (`URICheck.phoneAdvice`).
enum PlaceFields {
    static let fields = RecordFields(value: .init(name: "value"), ["latitude", "longitude", "altitude", "query"])

    private static let numbers = ["latitude", "longitude", "altitude"]
    private static let example = "48.2082,16.3738"

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        let (coordinates, rest) = coordinates(values, into: &built)
        guard !built.hasErrors else { return built }
        checkRanges(coordinates, into: &built)
        var uri = "geo:" + coordinates.joined(separator: ",") + rest
        if let query = values["query"] {
            built.checkControls(query, "query")
            if rest.contains("?") {
                built.refuse("geo-invalid", "query", "the value has a ? already, and query is given too")
            }
            // Android's own; RFC 5870 knows none.
            uri += "?q=" + query.trimmingBlanks.percentEncoded
        }
        built.write(uri: uri)
        return built
    }

    /// Two or three numbers as they are written, and what followed them in a value that is a whole URI.
    private static func coordinates(
        _ values: RecordValues, into built: inout BuiltRecord
    ) -> (numbers: [String], rest: Substring) {
        let value = values.value.trimmingBlanks
        let given = numbers.filter { values[$0] != nil }
        guard !value.isEmpty else { return (fromFields(values, into: &built), "") }
        if let first = given.first {
            built.refuse(
                "geo-twice", first, "a place is given by its value or by latitude and longitude: leave one empty")
            return ([], "")
        }
        let isWhole = value.prefix(4).lowercased() == "geo:"
        let place = isWhole ? value.dropFirst(4) : value[...]
        let text = place.prefix { !isWhole || ($0 != ";" && $0 != "?") }
        let rest = place[text.endIndex...]
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { number(String($0)) }
        let found = parts.compactMap { $0 }
        guard (2...3).contains(parts.count), found.count == parts.count, isRest(rest) else {
            let nearest = suggestion(value).map { "write \($0)" } ?? "write latitude,longitude such as \(example)"
            built.refuse("geo-invalid", "value", "\(value.quoted) is no place; \(nearest)")
            return ([], "")
        }
        if found.count == 2, !found.joined().contains(".") {
            built.warn(
                "geo-whole", "value",
                "\(value.quoted) is read as latitude \(found[0]) and longitude \(found[1]); a decimal is written with a point"
            )
        }
        return (found, rest)
    }

    /// Nothing, or parameters, whose names begin with a letter in all that are in use (RFC 5870, 3.3), or Android's query.
    private static func isRest(_ rest: Substring) -> Bool {
        rest.prefix { $0 != "?" }.split(separator: ";").allSatisfy { $0.unicodeScalars.first?.isASCIILetter == true }
    }

    private static func fromFields(_ values: RecordValues, into built: inout BuiltRecord) -> [String] {
        var found: [String] = []
        for name in numbers {
            guard let written = values[name] else {
                if name != "altitude" {
                    built.refuse("geo-invalid", name, "\(name) is missing; give latitude and longitude")
                }
                continue
            }
            if let number = number(written) {
                found.append(number)
            } else {
                let unit = name == "altitude" ? "metres" : "degrees"
                let nearest = number(written.replacing(",", with: ".")).map { "; write \($0)" } ?? ""
                built.refuse(
                    "geo-invalid", name, "\(name) must be a decimal number of \(unit), not \(written.quoted)\(nearest)")
            }
        }
        return found
    }

    /// `num` of RFC 5870, 3.3, without blanks and a plus sign; nil where it is none. The digits stay as they are.
    private static func number(_ text: String) -> String? {
        let trimmed = text.trimmingBlanks
        let number = trimmed.hasPrefix("+") ? String(trimmed.dropFirst()) : trimmed
        let halves = (number.hasPrefix("-") ? number.dropFirst() : number[...])
            .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isRight = halves.allSatisfy { !$0.isEmpty && $0.unicodeScalars.allSatisfy(\.isASCIIDigit) }
        return isRight && !halves.isEmpty ? number : nil
    }

    /// What was meant where decimals are written with a comma, or the numbers are parted by a blank or a semicolon.
    private static func suggestion(_ value: String) -> String? {
        let groups = value.split { $0.isWhitespace || $0 == ";" }.map { group in
            String(group.hasSuffix(",") ? group.dropLast() : group)
        }
        let commas = value.split(separator: ",")
        let candidates = [
            groups.map { $0.replacing(",", with: ".") },
            commas.count == 4 ? ["\(commas[0]).\(commas[1])", "\(commas[2]).\(commas[3])"] : [],
        ]
        return candidates.first { (2...3).contains($0.count) && $0.allSatisfy { number($0) != nil } }?
            .compactMap(number).joined(separator: ",")
    }

    /// WGS 84: RFC 5870, 3.4.2.
    private static func checkRanges(_ coordinates: [String], into built: inout BuiltRecord) {
        for (index, limit) in [90.0, 180].enumerated() {
            guard let degrees = Double(coordinates[index]), !(-limit...limit).contains(degrees) else { continue }
            let other = Double(coordinates[1 - index]).map { abs($0) } ?? 0
            let swapped =
                index == 0 && abs(degrees) <= 180 && other <= 90 ? "; are latitude and longitude swapped?" : ""
            built.refuse(
                "geo-range", nil,
                "the \(numbers[index]) \(coordinates[index].quoted) is not within -\(Int(limit)) and \(Int(limit))\(swapped)"
            )
        }
    }
}
