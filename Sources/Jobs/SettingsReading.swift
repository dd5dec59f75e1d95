extension Settings {
    /// The keys that a settings file may have in this version.
    static let builtKeys = [
        "name", "columns", "encoding", "delimiter", "comment", "records", "overwrite", "attempts", "spoilage", "chips",
        "duplicates", "lock", "format_blank", "protect", "mirror",
    ]

    /// Reads settings out of JSON: of a settings file, or as `json` keeps them. A key with the value null is as if it
    /// were not there.
    ///
    /// Throws for an unknown key (naming the nearest known one), a value of the wrong type or out of range, and a key that
    /// stands twice.
    public init(json: JSONValue) throws(SettingsError) {
        guard case .object(let members) = json else {
            throw SettingsError(.notAnObject, key: "", context: "settings must be one object: { … }")
        }
        self.init()
        var seen: Set<String> = []
        for member in members {
            guard seen.insert(member.name).inserted else {
                throw SettingsError(.badValue, key: member.name, context: "the key \(member.name.quoted) stands twice")
            }
            try read(SettingsValue(key: member.name, json: member.value))
        }
    }

    private mutating func read(_ value: SettingsValue) throws(SettingsError) {
        let isKnown = Self.builtKeys.contains(value.key) || Self.storedKeys.contains(value.key)
        guard isKnown else { throw Self.unknown(value) }
        guard value.json != .null else { return }
        switch value.key {
        case "name": name = try value.name()
        case "columns": columns = try value.columns()
        case "encoding": encoding = try value.encoding()
        case "delimiter": delimiter = try value.delimiter()
        case "comment": comment = try value.comment()
        case "records": records = try value.records()
        case "--url": url = try value.string()
        case "--text": text = try value.string()
        case "--lang": language = try value.language()
        case "overwrite": overwrite = try value.choice()
        case "attempts": attempts = try value.integer(in: JobLimits.attempts)
        case "spoilage": spoilage = try value.spoilage()
        case "chips": chips = try value.chips()
        case "duplicates": try readDuplicates(value)
        case "lock": lock = try value.bool()
        case "format_blank": formatBlank = try value.bool()
        case "--require-genuine": requiresGenuine = try value.bool()
        case "protect": protection = try value.protection()
        case "mirror": mirror = try value.mirror()
        default: break  // every key of the two lists stands above
        }
    }

    /// How `json` keeps what came by flags.
    private static let storedKeys = ["--url", "--text", "--lang", "--require-genuine"]

    private static func unknown(_ value: SettingsValue) -> SettingsError {
        let option = "--" + String(value.key.map { $0 == "_" ? "-" : $0 })
        if storedKeys.contains(option) {
            let records = option == "--require-genuine" ? "" : "records, or "
            return SettingsError(
                .unknownKey, key: value.key,
                context: "\(value.key) is no settings key; use \(records)the option \(option)")
        }
        return value.unknownKey(among: builtKeys)
    }

    private mutating func readDuplicates(_ value: SettingsValue) throws(SettingsError) {
        for member in try value.members() {
            switch member.name {
            case "sku": duplicateSKU = try value.inside(member).choice()
            case "content": duplicateContent = try value.inside(member).choice()
            default: throw value.inside(member).unknownKey(among: ["sku", "content"])
            }
        }
    }
}
