/// A URI of an e-mail: `mailto:ann@example.com?subject=Hello` (RFC 6068).
enum EmailFields {
    static let fields = RecordFields(value: .init(name: "value"), ["subject", "body", "cc"])

    static func build(_ values: RecordValues) -> BuiltRecord {
        if let whole = values.wholeURI(["mailto"]) { return whole }
        var built = BuiltRecord()
        let to = addresses(values.value, "value", into: &built)
        var query: [String] = []
        if let cc = values["cc"] { query.append("cc=" + addresses(cc, "cc", into: &built)) }
        if let subject = values["subject"] {
            built.checkControls(subject, "subject")
            let trimmed = subject.trimmingBlanks
            if trimmed.contains(where: \.isNewline) {
                built.refuse("subject-invalid", "subject", "the subject \(trimmed.quoted) has more than one line")
            }
            query.append("subject=" + trimmed.percentEncoded)
        }
        if let body = values["body"] {
            built.checkControls(body, "body")
            // RFC 6068, 5.
            query.append("body=" + body.withLineEnds("\r\n").percentEncoded)
        }
        built.write(uri: "mailto:" + to + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
        return built
    }

    private static func addresses(_ text: String, _ field: String, into built: inout BuiltRecord) -> String {
        var written: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let address = String(part).trimmingBlanks
            if let problem = problem(with: address) {
                built.refuse("address-invalid", field, problem)
                break
            }
            // RFC 6068, 2: in front of the @ a few signs may stand, and may all be encoded as well; behind it names are in ASCII.
            let halves = address.split(separator: "@").map(String.init)
            written.append(halves[0].percentEncoded + "@" + (HostName.ascii(halves[1]) ?? ""))
        }
        return written.joined(separator: ",")
    }

    /// Why an address cannot be written; nil where it can: a dot-atom, with letters of any script (RFC 5322, 3.4.1;
    /// RFC 6531, 3.3), and the name of a host.
    private static func problem(with address: String) -> String? {
        let example = "write one such as ann@example.com"
        if address.isEmpty { return "an e-mail address is missing; \(example)" }
        if address.contains("<") { return "\(address.quoted): give the address alone, without a name and < >" }
        let halves = address.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2 else {
            return halves.count == 1
                ? "the e-mail address \(address.quoted) has no @; \(example)"
                : "the e-mail address \(address.quoted) has more than one @; addresses are parted by commas"
        }
        for (index, scalar) in address.unicodeScalars.enumerated() where !mayStand(scalar) {
            return "at character \(index + 1) of the e-mail address \(address.quoted) stands \(scalar.shown); "
                + "\(example); several are parted by commas"
        }
        // RFC 5321, 4.5.3.1.
        guard halves[0].utf8.count <= 64, address.utf8.count <= 254 else {
            return "the e-mail address \(address.quoted) is too long: at most 64 bytes before the @, and 254 in all"
        }
        let atoms = halves[0].split(separator: ".", omittingEmptySubsequences: false)
        guard atoms.allSatisfy({ !$0.isEmpty }) else {
            return "the e-mail address \(address.quoted) has a dot in a wrong place"
        }
        return hostProblem(halves[1], address)
    }

    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.isASCIILetterOrDigit || "!#$%&'*+-/=?^_`{|}~.@".unicodeScalars.contains(scalar)
        }
        let category = scalar.properties.generalCategory
        return scalar.properties.isAlphabetic || [.nonspacingMark, .spacingMark, .decimalNumber].contains(category)
    }

    /// RFC 5321, 2.3.5: the name of a host, in full and without the root's dot.
    private static func hostProblem(_ host: Substring, _ address: String) -> String? {
        let fault = host.hasSuffix(".") ? "has a dot too many" : HostName.fault(String(host))
        return fault.map { "the domain of the e-mail address \(address.quoted) \($0)" }
    }
}
