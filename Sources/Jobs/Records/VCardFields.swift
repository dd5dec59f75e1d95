import NDEF

/// A visiting card: a vCard that stands there as it is, or out of its fields.
///
/// | field | property | | field | property |
/// |---|---|---|---|---|
/// | `version` | VERSION: 3.0, or 4.0 | | `phone` | TEL |
/// | `name` | FN, as it is shown | | `mobile` | TEL of type cell |
/// | `family` | N, first part | | `fax` | TEL of type fax |
/// | `given` | N, second part | | `email` | EMAIL |
/// | `additional` | N, third part | | `website` | URL |
/// | `prefix` | N, fourth part | | `street`, `city`, `region`, `zip`, `country` | ADR |
/// | `suffix` | N, fifth part | | `birthday` | BDAY |
/// | `nickname` | NICKNAME | | `note` | NOTE |
/// | `org`, `department` | ORG | | `title`, `role` | TITLE, ROLE |
enum VCardFields {
    static let fields = RecordFields(
        value: .init(name: "value"),
        [
            "version", "name", "family", "given", "additional", "prefix", "suffix", "nickname", "org", "department",
            "title", "role", "phone", "mobile", "fax", "email", "website", "street", "city", "region", "zip",
            "country", "birthday", "note",
        ])

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        let card: String
        if values.value.isBlank {
            card = self.card(values, &built)
        } else {
            card = values.value
            if let field = values.fields.first?.name {
                built.refuse(
                    "vcard-twice", field, "the vCard is given as value and by \(field) too: give it in one way")
            }
            check(card, &built)
        }
        if built.summary.isEmpty { built.summary = "vCard" }
        built.records = [
            Record(typeNameFormat: .media, type: Array(VCard.mediaType.utf8), payload: Array(card.utf8))
        ]
        return built
    }

    // MARK: A card as it is

    /// What every version asks of a card (RFC 6350, 3.3; RFC 2426, 4; versit vCard 2.1, 2.1.1).
    private static func check(_ card: String, _ built: inout BuiltRecord) {
        let bytes = Array(card.utf8)
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }
        guard lines.first?.uppercased() == "BEGIN:VCARD", lines.last?.uppercased() == "END:VCARD" else {
            return built.refuse(
                "vcard-invalid", "value",
                "a vCard begins with the line BEGIN:VCARD and ends with END:VCARD; to make one out of columns, leave value "
                    + "empty and fill in name and the like")
        }
        let version = lines.first { $0.uppercased().hasPrefix("VERSION:") }?.dropFirst(8)
        guard let version, ["2.1", "3.0", "4.0"].contains(version) else {
            let found = version.map { ", not \(String($0).quoted)" } ?? ""
            return built.refuse(
                "vcard-version", "value", "a vCard has a line VERSION:3.0, or 4.0 or 2.1 in place of it\(found)")
        }
        if let name = lines.first(where: { $0.uppercased().hasPrefix("FN:") }) {
            built.summary = VCard.unescaped(String(name.dropFirst(3)))
        }
        if hasBareLineEnd(bytes) {
            built.warn(
                "vcard-line-ends", "value",
                "lines of the vCard do not end with CR LF, as RFC 6350 has it; they are kept as they are, and most phones take "
                    + "them")
        }
    }

    /// A LF without its CR, or a CR without its LF.
    private static func hasBareLineEnd(_ bytes: [UInt8]) -> Bool {
        bytes.indices.contains { index in
            switch bytes[index] {
            case 0x0A: index == 0 || bytes[index - 1] != 0x0D
            case 0x0D: index + 1 == bytes.count || bytes[index + 1] != 0x0A
            default: false
            }
        }
    }

    // MARK: A card of fields

    private static func card(_ values: RecordValues, _ built: inout BuiltRecord) -> String {
        for (name, text) in values.fields {
            // RFC 6350, 3.3; a line break is written as \n, and a tab may stand.
            if let control = text.firstControl {
                built.refuse(
                    "vcard-character", name,
                    "\(name) has the control character \(control.named); a vCard cannot have it")
            }
        }
        let version = values.word("version") ?? VCard.Version.three.rawValue
        guard let version = VCard.Version(rawValue: version) else {
            built.refuse("vcard-version", "version", "version must be 3.0 or 4.0, not \(version.quoted)")
            return ""
        }
        var card = VCard(version: version)
        let parts = ["family", "given", "additional", "prefix", "suffix"].map { values[$0] ?? "" }
        let joined = [3, 1, 2, 0, 4].map { parts[$0] }.filter { !$0.isEmpty }.joined(separator: " ")
        let shown = values["name"] ?? (joined.isEmpty ? values["org"] : joined)
        if shown == nil {
            built.refuse("vcard-name", "name", "a vCard has a name: give name, given and family, or org")
        }
        card.add("FN", shown)
        if !joined.isEmpty {
            card.add("N", parts: parts)
        } else if version == .three {
            // Must be there (RFC 2426, 3.1.2). Which part of a name is the family's is not guessed.
            card.add("N", parts: [values["name"] ?? "", "", "", "", ""])
        }
        card.add("NICKNAME", values["nickname"])
        let organization = [values["org"] ?? "", values["department"] ?? ""]
        if organization.contains(where: { !$0.isEmpty }) {
            card.add("ORG", parts: organization[1].isEmpty ? [organization[0]] : organization)
        }
        card.add("TITLE", values["title"])
        card.add("ROLE", values["role"])
        card.add("TEL", values["phone"])
        card.add("TEL;TYPE=cell", values["mobile"])
        card.add("TEL;TYPE=fax", values["fax"])
        card.add("EMAIL", values["email"])
        if let website = values["website"] {
            card.add("URL", verbatim: built.checkedURI(website, field: "website"))
        }
        let address = ["street", "city", "region", "zip", "country"].map { values[$0] ?? "" }
        if address.contains(where: { !$0.isEmpty }) { card.add("ADR", parts: ["", ""] + address) }
        if let birthday = values.word("birthday") { addBirthday(birthday, to: &card, &built) }
        card.add("NOTE", values["note"])
        built.summary = shown ?? ""
        return card.text
    }

    private static func addBirthday(_ text: String, to card: inout VCard, _ built: inout BuiltRecord) {
        let bytes = Array(text.utf8)
        let hasHyphens = bytes.count == 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
        let digits = hasHyphens ? String(decoding: bytes[..<4] + bytes[5..<7] + bytes[8...], as: UTF8.self) : text
        guard digits.utf8.count == 8, let number = Int(decimal: digits),
            number % 100 >= 1, number % 100 <= RunDate.days(inMonth: number / 100 % 100, of: number / 10_000)
        else {
            return built.refuse(
                "vcard-birthday", "birthday", "birthday must be a day like 1984-02-29, not \(text.quoted)")
        }
        card.add(birthday: digits)
    }
}
