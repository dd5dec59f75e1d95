enum GS1Fields {
    static let fields = RecordFields(value: nil)

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        built.refuse("record-not-built", nil, "not built")
        return built
    }
}
