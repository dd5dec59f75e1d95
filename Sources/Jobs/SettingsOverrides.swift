/// What the command line says of a job; it wins over the settings file (contract, section 4).
public struct SettingsOverrides: Hashable, Sendable {
    /// `--url T`
    public var url: String?
    /// `--text T`
    public var text: String?
    /// `--lang LANG`
    public var language: String?
    public var overwrite: OverwritePolicy?
    /// `--attempts N`, 1 to 100.
    public var attempts: Int?
    public var spoilage: SpoilageLimit?
    /// `--lock`; there is no option that says otherwise than the settings.
    public var lock = false
    /// `--format-blank`
    public var formatBlank = false
    /// `--require-genuine`
    public var requiresGenuine = false
    /// `--encoding NAME`
    public var encoding: String?
    /// `--delimiter D`: a character, or its name.
    public var delimiter: String?
    /// `--comment C`
    public var comment: String?

    public init(
        url: String? = nil, text: String? = nil, language: String? = nil, overwrite: OverwritePolicy? = nil,
        attempts: Int? = nil, spoilage: SpoilageLimit? = nil
    ) {
        self.url = url
        self.text = text
        self.language = language
        self.overwrite = overwrite
        self.attempts = attempts
        self.spoilage = spoilage
    }
}

extension Settings {
    /// The settings with the command line's word over them.
    ///
    /// Where the settings list `records`, `--url` takes the place of the value of the first URI record (or comes before
    /// all as a new one) and `--text` that of the first Text record (or comes after all); `--lang` takes the place of every
    /// `lang` that names no column. Throws `badValue` when the attempts or the language are not allowed.
    public func overridden(by overrides: SettingsOverrides) throws(SettingsError) -> Settings {
        var settings = self
        if let attempts = overrides.attempts {
            guard JobLimits.attempts.contains(attempts) else {
                throw SettingsError(.badValue, key: "--attempts", context: "--attempts takes 1 to 100, not \(attempts)")
            }
            settings.attempts = attempts
        }
        if let language = overrides.language {
            guard LanguageCode.isValid(language) else {
                throw SettingsError(
                    .badValue, key: "--lang",
                    context: "--lang takes a language code like en or de-AT, not \(language.quoted)")
            }
            settings.language = language
            settings.dropFixedLanguages()
        }
        try settings.takeForm(of: overrides)
        settings.overwrite = overrides.overwrite ?? overwrite
        settings.spoilage = overrides.spoilage ?? spoilage
        settings.lock = overrides.lock || lock
        settings.formatBlank = overrides.formatBlank || formatBlank
        settings.requiresGenuine = overrides.requiresGenuine || requiresGenuine
        if let url = overrides.url {
            if settings.records == nil { settings.url = url } else { settings.replaceFirst(.uri, by: url) }
        }
        if let text = overrides.text {
            if settings.records == nil { settings.text = text } else { settings.replaceFirst(.text, by: text) }
        }
        return settings
    }

    /// How the job file is to be read.
    private mutating func takeForm(of overrides: SettingsOverrides) throws(SettingsError) {
        if let name = overrides.encoding {
            encoding = try SettingsValue(key: "--encoding", json: .string(name)).encoding()
        }
        if let name = overrides.delimiter {
            delimiter = try SettingsValue(key: "--delimiter", json: .string(name)).delimiter()
        }
        if let sign = overrides.comment { comment = try SettingsValue(key: "--comment", json: .string(sign)).comment() }
    }

    /// A `lang` with a place in it takes a row's own cell, which wins over a flag.
    private mutating func dropFixedLanguages() {
        records = records?.map { record in
            var record = record
            if record.language?.contains("{") == false { record.language = nil }
            return record
        }
    }

    private mutating func replaceFirst(_ kind: RecordKind, by value: String) {
        var list = records ?? []
        if let index = list.firstIndex(where: { $0.kind == kind }) {
            list[index].value = value
        } else {
            list.insert(RecordTemplate(kind: kind, value: value), at: kind == .uri ? 0 : list.count)
        }
        records = list
    }
}
