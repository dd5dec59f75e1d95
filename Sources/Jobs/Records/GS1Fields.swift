/// A GS1 Digital Link: a web address of an article and what is known of it (GS1 Digital Link: URI Syntax).
///
/// The GTIN, then variant, batch and serial number in that order as its path; the expiry date as its query.
enum GS1Fields {
    static let fields = RecordFields(
        value: .init(name: "value"), ["gtin", "batch", "serial", "variant", "expiry", "domain"])

    /// The resolver of GS1 itself.
    static let domain = "https://id.gs1.org"

    /// The application identifiers that qualify a GTIN, in the order of the path.
    private static let qualifiers = [("variant", "22"), ("batch", "10"), ("serial", "21")]

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        let gtin = gtin(values, into: &built)
        var uri = start(values["domain"]?.trimmingBlanks ?? domain, into: &built) + "/01/" + (gtin?.digits ?? "")
        for (name, identifier) in qualifiers {
            guard let value = values[name]?.trimmingBlanks else { continue }
            check(value, name, into: &built)
            uri += "/\(identifier)/\(value.percentEncoded)"
        }
        if let expiry = values["expiry"]?.trimmingBlanks {
            if let date = date(expiry) {
                uri += "?17=" + date
            } else {
                built.refuse(
                    "gs1-date", "expiry",
                    "expiry must be a day such as 2027-05-31, or 270531 (270500 for the whole month), not \(expiry.quoted)"
                )
            }
        }
        let before = built.findings.count
        built.write(uri: uri)
        for index in built.findings.indices.dropFirst(before) { built.findings[index].field = "domain" }
        return built
    }

    /// By the field of its name or by the value; the same, where both are given.
    private static func gtin(_ values: RecordValues, into built: inout BuiltRecord) -> GTIN? {
        let value = values.value.isBlank ? nil : values.value
        guard let written = value ?? values["gtin"] else {
            built.refuse("gtin-missing", "gtin", "a GTIN is missing; give it as gtin or as the value")
            return nil
        }
        let found = GTIN(written, field: value == nil ? "gtin" : "value", into: &built)
        if value != nil, let found, let other = values["gtin"], GTIN(other, field: "gtin", into: &built) != found {
            built.refuse("gtin-twice", "gtin", "gtin and the value are two GTINs; leave one of them empty")
        }
        return found
    }

    /// The web address before the identifiers. Names of hosts may stand without their scheme.
    private static func start(_ domain: String, into built: inout BuiltRecord) -> String {
        if let sign = domain.first(where: { "?#".contains($0) }) {
            built.refuse(
                "gs1-domain", "domain",
                "the identifiers are put behind the domain, which must have no \(sign): \(domain.quoted)")
        }
        let address = domain.hasSuffix("/") && !domain.hasSuffix("://") ? String(domain.dropLast()) : domain
        guard address.contains(":") else { return "https://" + address }
        let scheme = address.prefix { $0 != ":" }.lowercased()
        if address.contains("://"), scheme != "https", scheme != "http" {
            built.refuse(
                "gs1-domain", "domain", "the domain \(domain.quoted) is no web address; write https://… in full")
        }
        return address
    }

    /// Up to 20 characters of the set 82 (General Specifications, 7.11).
    private static func check(_ value: String, _ name: String, into built: inout BuiltRecord) {
        let signs = "!\"%&'()*+,-./:;<=>?_"
        if let other = value.unicodeScalars.first(where: {
            !$0.isASCIILetterOrDigit && !signs.unicodeScalars.contains($0)
        }) {
            built.refuse(
                "gs1-characters", name,
                "\(other.shown) stands in \(name) \(value.quoted); GS1 has letters of A to Z and a to z, digits, and \(signs)"
            )
        } else if value.utf8.count > 20 {
            built.refuse(
                "gs1-length", name, "\(name) \(value.quoted) has \(value.utf8.count) characters; GS1 allows 20")
        }
    }

    /// `270531` out of itself or out of `2027-05-31`; nil where it is no day. Day 00 stands for the last of the month
    /// (General Specifications, 3.4.7).
    private static func date(_ text: String) -> String? {
        let isISO = text.utf8.count == 10 && text.hasPrefix("20")
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if isISO, parts.map(\.utf8.count) != [4, 2, 2] { return nil }
        let digits = isISO ? String(parts.joined().dropFirst(2)) : text
        guard digits.utf8.count == 6, let number = Int(decimal: digits) else { return nil }
        let days = RunDate.days(inMonth: number / 100 % 100, of: 2000 + number / 10_000)
        let first = isISO ? 1 : 0
        return days > 0 && first <= number % 100 && number % 100 <= days ? digits : nil
    }
}
