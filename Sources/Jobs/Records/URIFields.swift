import NDEF

/// A URI record out of an address.
enum URIFields {
    static let fields = RecordFields(value: .init(name: "value", isURI: true))

    static func build(_ values: RecordValues) -> BuiltRecord {
        let check = URICheck(values.value)
        var built = BuiltRecord()
        built.findings = check.findings.map {
            .init(severity: $0.severity, code: $0.code, field: "value", message: $0.message)
        }
        built.records = [URIRecord(check.uri).record]
        built.summary = check.uri
        return built
    }
}
