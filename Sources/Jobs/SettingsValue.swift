import Tags

/// One value of the settings on its way in, with the key under which it stands.
struct SettingsValue {
    /// With a path where it lies deeper.
    var key: String
    var json: JSONValue

    /// A member of this object, with its path.
    func inside(_ member: JSONValue.Member) -> SettingsValue {
        SettingsValue(key: "\(key).\(member.name)", json: member.value)
    }

    func unknownKey(among known: [String]) -> SettingsError {
        let name = key.split(separator: ".", omittingEmptySubsequences: false).last.map { String($0) } ?? key
        let nearest = nearName(to: name, among: known).map { "; is \($0) meant?" } ?? ""
        return SettingsError(.unknownKey, key: key, context: "the settings key \(key.quoted) is not known\(nearest)")
    }

    func unknown(_ cure: String) -> SettingsError {
        SettingsError(.unknownKey, key: key, context: "the settings key \(key.quoted) is not known: \(cure)")
    }

    func wrongType(_ wanted: String) -> SettingsError {
        SettingsError(.wrongType, key: key, context: "\(place) must be \(wanted)")
    }

    /// The key for a message; what came by an option stands under its name.
    private var place: String { key.hasPrefix("--") ? key : key + " in the settings" }

    func bad(_ wanted: String) -> SettingsError {
        SettingsError(.badValue, key: key, context: "\(place) must be \(wanted)")
    }

    func string() throws(SettingsError) -> String {
        guard case .string(let text) = json else { throw wrongType("a string") }
        return text
    }

    func bool() throws(SettingsError) -> Bool {
        guard case .bool(let flag) = json else { throw wrongType("true or false") }
        return flag
    }

    func integer(in range: ClosedRange<Int>) throws(SettingsError) -> Int {
        guard case .int(let number) = json else { throw wrongType("a whole number") }
        guard let count = Int(exactly: number), range.contains(count) else {
            throw bad("\(range.lowerBound) to \(range.upperBound)")
        }
        return count
    }

    func members() throws(SettingsError) -> [JSONValue.Member] {
        guard case .object(let members) = json else { throw wrongType("an object: { … }") }
        var seen: Set<String> = []
        for member in members where !seen.insert(member.name).inserted {
            let path = inside(member).key
            throw SettingsError(.badValue, key: path, context: "\(path.quoted) stands twice")
        }
        return members
    }

    /// One of the strings of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable>() throws(SettingsError) -> Choice
    where Choice.RawValue == String {
        guard let choice = Choice(rawValue: try string()) else {
            throw bad(Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    func name() throws(SettingsError) -> String {
        let name = try string()
        let hasControls = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard !name.isBlank, !hasControls else { throw bad("a name without control characters") }
        return name
    }

    func language() throws(SettingsError) -> String {
        let code = try string()
        guard LanguageCode.isValid(code) else { throw bad("a language code like en or de-AT") }
        return code
    }

    /// The name of an encoding, as iconv knows them; whether it knows this one is found when a file is read.
    func encoding() throws(SettingsError) -> String {
        let name = try string()
        let others = Array("-_.:+()/".utf8)
        guard (1...64).contains(name.utf8.count),
            name.utf8.allSatisfy({ Self.isLetterOrDigit($0) || others.contains($0) })
        else { throw bad("the name of an encoding like windows-1252") }
        return name
    }

    /// One of the four delimiters, as a character or by its name.
    func delimiter() throws(SettingsError) -> String {
        switch try string().lowercased() {
        case ",", "comma": return ","
        case ";", "semicolon": return ";"
        case "|", "bar", "pipe": return "|"
        case "\t", "tab": return "\t"
        default: throw bad("one of , ; | and tab")
        }
    }

    /// The character before a comment. That it is not the delimiter is found when a file is read.
    func comment() throws(SettingsError) -> String {
        let text = try string()
        guard let sign = text.utf8.first, text.utf8.count == 1, (0x21...0x7E).contains(sign),
            !Self.isLetterOrDigit(sign), sign != UInt8(ascii: "\"")
        else { throw bad("one character of ASCII like #, and no letter, digit, quote or blank") }
        return text
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        let scalar = Unicode.Scalar(byte)
        return scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }

    func spoilage() throws(SettingsError) -> SpoilageLimit {
        let wanted = "a count of tags, or a percentage like \"5%\""
        switch json {
        case .int(let number):
            guard let count = Int(exactly: number), count >= 0 else { throw bad(wanted) }
            return .tags(count)
        case .string(let text):
            guard let limit = SpoilageLimit(text) else { throw bad(wanted) }
            return limit
        default: throw wrongType(wanted)
        }
    }

    func chips() throws(SettingsError) -> [Chip] {
        guard case .array(let values) = json else { throw wrongType("a list of chips") }
        guard !values.isEmpty else { throw bad("a list of at least one chip") }
        var chips: [Chip] = []
        for (index, value) in values.enumerated() {
            let item = SettingsValue(key: "\(key)[\(index + 1)]", json: value)
            let name = try item.string()
            guard let chip = Chip(name: name), Chip.written.contains(chip) else {
                let supported = Chip.written.map(\.rawValue).joined(separator: ", ")
                throw item.bad("one of \(supported), not \(name.quoted)")
            }
            if !chips.contains(chip) { chips.append(chip) }
        }
        return chips
    }

    func mirror() throws(SettingsError) -> AsciiMirror.Content {
        let name = try string()
        guard let known = AsciiMirror.Content.settingNames.first(where: { $0.name == name }) else {
            throw bad("one of \(AsciiMirror.Content.settingNames.map(\.name).joined(separator: ", "))")
        }
        return known.content
    }

    func protection() throws(SettingsError) -> ProtectionSetting {
        var file: String?
        var protectsReading = false
        for member in try members() {
            let value = inside(member)
            switch member.name {
            case "password_file": file = try value.path()
            case "read": protectsReading = try value.bool()
            case "limit", "lock_configuration":
                let option = "--" + String(member.name.map { $0 == "_" ? "-" : $0 })
                throw SettingsError(
                    .unknownKey, key: value.key,
                    context:
                        "the settings key \(value.key.quoted) is not known; \(option) is of 'tagmill tag protect' alone"
                )
            default: throw value.unknownKey(among: ["password_file", "read"])
            }
        }
        guard let file else { throw bad("an object with password_file, the path of a file with the password") }
        return ProtectionSetting(passwordFile: file, protectsReading: protectsReading)
    }

    private func path() throws(SettingsError) -> String {
        let path = try string()
        guard !path.isEmpty, !path.hasNUL else { throw bad("the path of a file") }
        return path
    }

    /// Own header -> ours; ours in its lower-case form.
    func columns() throws(SettingsError) -> [String: String] {
        var columns: [String: String] = [:]
        for member in try members() {
            let item = inside(member)
            let ours = try item.string()
            let known = JobColumn.allCases.map(\.rawValue)
            guard let column = JobColumn(HeaderName(ours)) else {
                let nearest = nearestName(to: ours, among: known).map { "; is \($0) meant?" } ?? ""
                throw item.bad("one of \(known.joined(separator: ", ")), not \(ours.quoted)\(nearest)")
            }
            columns[member.name] = column.rawValue
        }
        return columns
    }
}
