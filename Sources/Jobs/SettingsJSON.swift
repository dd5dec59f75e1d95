import Tags

extension Settings {
    /// The settings as they are kept in the journal and in report.json: the keys of a settings file in a fixed order,
    /// those that are not set left out.
    ///
    /// What came by `--url`, `--text`, `--lang` and `--require-genuine` stands under the names of these options, which
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
        add("encoding", encoding.map { .string($0) })
        add("delimiter", delimiter.map { .string($0) })
        add("comment", comment.map { .string($0) })
        add("records", records.map { .array($0.map(\.json)) })
        add("--url", url.map { .string($0) })
        add("--text", text.map { .string($0) })
        add("--lang", .string(language))
        add("overwrite", .string(overwrite.rawValue))
        add("attempts", .int(Int64(attempts)))
        add("spoilage", spoilage?.json)
        // Only where they are asked for: a job that does not has the digest that it had before they were known.
        add("lock", lock ? .bool(true) : nil)
        add("format_blank", formatBlank ? .bool(true) : nil)
        add("--require-genuine", requiresGenuine ? .bool(true) : nil)
        add("protect", protection?.json)
        add("mirror", mirror.map { .string($0.settingName) })
        add("chips", chips.map { .array($0.map { .string($0.rawValue) }) })
        add(
            "duplicates",
            .object([
                .init("sku", .string(duplicateSKU.rawValue)), .init("content", .string(duplicateContent.rawValue)),
            ]))
        return .object(members)
    }
}

extension ProtectionSetting {
    var json: JSONValue {
        .object([.init("password_file", .string(passwordFile)), .init("read", .bool(protectsReading))])
    }
}

extension RecordTemplate {
    var json: JSONValue {
        var members: [JSONValue.Member] = [.init("type", .string(kind.name))]
        let isGivenByValue = fields.isEmpty && self.members == nil && kind.fields.value != nil
        if !value.isEmpty || isGivenByValue { members.append(.init("value", .string(value))) }
        if let language { members.append(.init("lang", .string(language))) }
        members += fields.map { .init($0.name, .string($0.value)) }
        if let object = self.members { members.append(.init("members", .object(object))) }
        return .object(members)
    }
}
