import NDEF

/// What phones make of the tags of a job: each thing once, with how many rows it is said of.
struct PhoneTally {
    private var found: [(finding: BuiltRecord.Finding, first: Int, rows: Int)] = []

    /// Adds a good row by its message.
    mutating func add(_ message: [UInt8], row: Int) {
        guard !Self.isPlainlyOpened(message), let records = try? Message(decoding: message).records,
            let finding = PhoneAdvice.finding(records)
        else { return }
        add(finding.code, row: row) { finding }
    }

    /// Adds a good row whose one record is a text.
    mutating func addText(row: Int) { add("phone-no-uri", row: row) { PhoneAdvice.noURI } }

    private mutating func add(_ code: String, row: Int, _ finding: () -> BuiltRecord.Finding) {
        if let index = found.firstIndex(where: { $0.finding.code == code }) {
            found[index].rows += 1
        } else {
            found.append((finding(), row, 1))
        }
    }

    /// Whether the first record is a short URI record whose URI begins with http, https, tel or mailto by its abbreviation, 1 to 6
    /// (RTD URI 1.0, table 3): most messages are, and are not decoded for this.
    private static func isPlainlyOpened(_ message: [UInt8]) -> Bool {
        // SR without IL, well known; one byte of type, the payload's length, the type, the abbreviation (NDEF 1.0, 3.2).
        message.count > 4 && message[0] & 0x1F == 0x11 && message[1] == 1 && message[2] > 0
            && message[3] == UInt8(ascii: "U") && (1...6).contains(message[4])
    }

    /// In the order in which they were found.
    var issues: [JobIssue] {
        found.map { finding, first, rows in
            let place = rows == 1 ? "row \(first)" : "\(rows) rows, the first is row \(first)"
            return JobIssue(
                severity: finding.severity, code: finding.code, message: "\(finding.message) (\(place))")
        }
    }
}
