/// The settings' `records`.
extension SettingsValue {
    func records() throws(SettingsError) -> [RecordTemplate] {
        guard case .array(let values) = json else { throw wrongType("a list of records") }
        guard (1...JobLimits.recordsPerMessage).contains(values.count) else {
            throw bad("a list of 1 to \(JobLimits.recordsPerMessage) records")
        }
        var records: [RecordTemplate] = []
        for (index, value) in values.enumerated() {
            records.append(try SettingsValue(key: "\(key)[\(index + 1)]", json: value).record())
        }
        return records
    }

    private func record() throws(SettingsError) -> RecordTemplate {
        let members = try members()
        guard let type = members.first(where: { $0.name == "type" }) else {
            let misspelt = members.first { nearName(to: $0.name, among: ["type"]) != nil }
            throw misspelt.map { inside($0).unknownKey(among: ["type"]) } ?? bad("a record with type and value")
        }
        let kind = try inside(type).recordKind()
        let known = kind.fields
        var record = RecordTemplate(kind: kind, value: "")
        var isGiven = false
        for member in members where member.name != "type" {
            let value = inside(member)
            let isKnown = kind.settingNames.contains(member.name) || known.has(member.name)
            if member.value == .null, isKnown { continue }
            switch member.name {
            case "lang" where kind.hasLanguage:
                record.language = try value.string()
                continue
            case "lang": throw value.unknown("a record of the type \(kind.name) has no language; leave it out")
            case "value" where known.value != nil: record.value = try value.string()
            case "members" where known.hasMembers: record.members = try value.objectMembers()
            case "file" where known.hasFile: record.fields.append(.init("file", try value.fileName()))
            case let name where known.has(name): record.fields.append(.init(name, try value.string()))
            case let name:
                let owners = RecordKind.names(ofKindsWith: name)
                throw owners.isEmpty
                    ? value.unknownKey(among: kind.settingNames)
                    : value.unknown("\(name) is a field of \(owners.joined(separator: " and "))")
            }
            isGiven = true
        }
        guard isGiven else {
            throw bad("a record with type and \((known.value ?? known.others.first)?.name ?? "fields")")
        }
        let ways = record.fields.count + (record.value.isEmpty ? 0 : 1)
        guard !known.hasFile || ways <= 1 else {
            throw bad("a record whose content stands in one of value, hex, base64 and file")
        }
        return record
    }

    private func objectMembers() throws(SettingsError) -> [JSONValue.Member] {
        let members = try members()
        guard !members.isEmpty else { throw bad("an object with at least one member") }
        return members
    }

    /// The name of a file beside the settings. It leads nowhere else and comes from the settings alone: a place of a template
    /// would let the job file name it.
    private func fileName() throws(SettingsError) -> String {
        let name = try string()
        let isPlain =
            !name.isBlank && name != "." && name != ".." && !name.hasNUL
            && !name.utf8.contains { [UInt8(ascii: "/"), UInt8(ascii: "{"), UInt8(ascii: "}")].contains($0) }
        guard isPlain else { throw bad("the name of a file beside the settings, without /, { and }") }
        return name
    }

    private func recordKind() throws(SettingsError) -> RecordKind {
        let name = try string()
        guard let kind = RecordKind(name: name) else {
            let nearest = nearName(to: name, among: RecordKind.knownNames).map { "; is \($0) meant?" } ?? ""
            throw bad("one of \(RecordKind.knownNames.joined(separator: ", ")), not \(name.quoted)\(nearest)")
        }
        switch kind {
        case .mime(let type): if let fault = ContentFields.fault(mediaType: type) { throw badType(fault) }
        case .external(let type): if let fault = ContentFields.fault(externalType: type) { throw badType(fault) }
        default: break
        }
        return kind
    }

    private func badType(_ fault: String) -> SettingsError {
        SettingsError(.badValue, key: key, context: "\(key) in the settings: \(fault)")
    }
}

extension RecordKind {
    /// Whether it has a text in a language.
    var hasLanguage: Bool { self == .text || self == .smartPoster }

    /// The names of the kinds whose records may have a field of that name beside `type`, `value` and `lang`.
    fileprivate static func names(ofKindsWith field: String) -> [String] {
        guard !["type", "value", "lang"].contains(field) else { return [] }
        var kinds: [RecordKind] = []
        for kind in knownNames.compactMap(RecordKind.init(name:))
        where !kinds.contains(kind) && kind.settingNames.contains(field) {
            kinds.append(kind)
        }
        return kinds.map(\.name)
    }

    /// The names that a record of the kind may have in the settings.
    package var settingNames: [String] {
        var names = ["type"]
        if fields.value != nil { names.append("value") }
        if hasLanguage { names.append("lang") }
        names += fields.others.map(\.name)
        if fields.hasMembers { names.append("members") }
        if fields.hasFile { names.append("file") }
        return names
    }
}
