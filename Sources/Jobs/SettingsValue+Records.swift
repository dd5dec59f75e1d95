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
        guard let type = members.first(where: { $0.name == "type" }) else { throw bad("a record with type and value") }
        let kind = try inside(type).recordKind()
        let known = kind.fields
        var record = RecordTemplate(kind: kind, value: "")
        var hasValue = false
        for member in members where member.name != "type" {
            let value = inside(member)
            switch member.name {
            case "value" where known.value != nil:
                record.value = try value.string()
                hasValue = true
            case "lang" where kind != .uri: record.language = member.value == .null ? nil : try value.string()
            case let name where known.others.contains { $0.name == name }:
                record.fields.append(.init(name, try value.string()))
            default: throw value.unknownKey(among: ["type", "value", "lang"] + known.others.map(\.name))
            }
        }
        guard hasValue || !known.others.isEmpty else { throw bad("a record with type and value") }
        return record
    }

    private func recordKind() throws(SettingsError) -> RecordKind {
        let name = try string()
        guard let kind = RecordKind(name: name) else {
            let nearest = nearestName(to: name, among: RecordKind.knownNames).map { "; is \($0) meant?" } ?? ""
            throw bad("one of \(RecordKind.knownNames.joined(separator: ", ")), not \(name.quoted)\(nearest)")
        }
        return kind
    }
}
