package import NDEF

/// What became of the values of a record: its bytes, or why there are none.
package struct BuiltRecord {
    /// Something found on the way.
    package struct Finding: Hashable {
        package var severity: JobIssue.Severity
        /// Stable for scripts, in the manner of `wifi-key`.
        package var code: String
        /// The field at fault: `value`, or one of the kind's others; nil where none alone is.
        package var field: String?
        /// One sentence that says what to do next; it never shows a password or a key.
        package var message: String
    }

    /// One record as a rule; several where bytes were given as they are. Empty where an error was found.
    package var records: [Record] = []
    /// What the operator is shown of it.
    package var summary = ""
    package var findings: [Finding] = []

    /// Whether something was found for which there is no record.
    package var hasErrors: Bool { findings.contains { $0.severity == .error } }

    mutating func refuse(_ code: String, _ field: String? = nil, _ message: String) {
        findings.append(Finding(severity: .error, code: code, field: field, message: message))
    }

    mutating func warn(_ code: String, _ field: String? = nil, _ message: String) {
        findings.append(Finding(severity: .warning, code: code, field: field, message: message))
    }

    /// Checks the URI of a field, and gives it as it is to be written.
    mutating func checkedURI(_ text: String, field: String) -> String {
        let check = URICheck(text)
        findings += (check.findings + check.advice).map {
            Finding(severity: $0.severity, code: $0.code, field: field, message: $0.message)
        }
        return check.uri
    }
}

extension RecordKind {
    /// The fields of the kind.
    package var fields: RecordFields {
        switch self {
        case .uri: URIFields.fields
        case .text: TextFields.fields
        case .smartPoster: SmartPosterFields.fields
        case .vcard: VCardFields.fields
        case .wifi: WiFiFields.fields
        case .tel: TelephoneFields.fields
        case .sms: ShortMessageFields.fields
        case .mailto: EmailFields.fields
        case .geo: PlaceFields.fields
        case .androidPackage: AndroidPackageFields.fields
        case .json: JSONFields.fields
        case .gs1: GS1Fields.fields
        case .ndef: RawFields.fields
        case .mime, .external: ContentFields.fields
        }
    }

    /// Makes the record of its values.
    package func build(_ values: RecordValues) -> BuiltRecord {
        switch self {
        case .uri: URIFields.build(values)
        case .text: TextFields.build(values)
        case .smartPoster: SmartPosterFields.build(values)
        case .vcard: VCardFields.build(values)
        case .wifi: WiFiFields.build(values)
        case .tel: TelephoneFields.build(values)
        case .sms: ShortMessageFields.build(values)
        case .mailto: EmailFields.build(values)
        case .geo: PlaceFields.build(values)
        case .androidPackage: AndroidPackageFields.build(values)
        case .json: JSONFields.build(values)
        case .gs1: GS1Fields.build(values)
        case .ndef: RawFields.build(values)
        case .mime(let type): ContentFields.build(values, mediaType: type)
        case .external(let type): ContentFields.build(values, externalType: type)
        }
    }
}
