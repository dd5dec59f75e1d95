import NDEF

/// A URI record out of an address.
enum URIFields {
    static let fields = RecordFields(value: .init(name: "value", isURI: true))

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        let uri = built.checkedURI(values.value, field: "value")
        built.records = [URIRecord(uri).record]
        built.summary = uri
        return built
    }
}
