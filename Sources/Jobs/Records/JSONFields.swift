enum JSONFields {
    static let fields = RecordFields(value: .init(name: "value"))

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        built.refuse("record-not-built", nil, "not built")
        return built
    }
}
