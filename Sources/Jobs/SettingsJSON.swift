import Tags

extension Settings {
    /// The settings as they are kept in the journal and in report.json: the keys of a settings file in a fixed order,
    /// those that are not set left out.
    ///
    /// What came by `--url`, `--text` and `--lang` stands under the keys `--url`, `--text` and `--lang`, which
    /// `init(json:)` takes too, so that `Settings(json: settings.json)` is the same settings again.
    public var json: JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(.init(name, value)) }
        }
        add("name", name.map { .string($0) })
        if !columns.isEmpty {
            let sorted = columns.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
            add("columns", .object(sorted.map { .init($0.key, .string($0.value)) }))
        }
        add("records", records.map { .array($0.map(\.json)) })
        add("--url", url.map { .string($0) })
        add("--text", text.map { .string($0) })
        add("--lang", .string(language))
        add("overwrite", .string(overwrite.rawValue))
        add("attempts", .int(Int64(attempts)))
        add("spoilage", spoilage?.json)
        add("chips", chips.map { .array($0.map { .string($0.rawValue) }) })
        add(
            "duplicates",
            .object([
                .init("sku", .string(duplicateSKU.rawValue)), .init("content", .string(duplicateContent.rawValue)),
            ]))
        return .object(members)
    }
}

extension RecordTemplate {
    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("type", .string(kind.rawValue)), .init("value", .string(value)),
        ]
        if let language { members.append(.init("lang", .string(language))) }
        return .object(members)
    }
}
