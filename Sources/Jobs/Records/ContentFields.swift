enum ContentFields {
    static let fields = RecordFields(value: .init(name: "value"), ["hex", "base64"])

    static func build(_ values: RecordValues, mediaType: String) -> BuiltRecord {
        var built = BuiltRecord()
        built.refuse("record-not-built", nil, "not built")
        return built
    }

    static func build(_ values: RecordValues, externalType: String) -> BuiltRecord {
        var built = BuiltRecord()
        built.refuse("record-not-built", nil, "not built")
        return built
    }
}
