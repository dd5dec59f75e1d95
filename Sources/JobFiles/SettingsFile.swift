public import Jobs

/// Reads the bytes of a settings file: one JSON5 object, in UTF-8.
public enum SettingsFile {
    /// The object, its members in the order of the file, for `Settings(json:)`. Throws a `JobFileError`, with line and
    /// byte for what is no UTF-8 or no JSON5; `badJSON` for what is no object; `optionAsKey` for a key like `--url`.
    public static func parse(_ bytes: [UInt8]) throws(JobFileError) -> JSONValue {
        guard bytes.count <= FileLimits.settingsBytes else {
            throw JobFileError(
                .tooLarge,
                context: "the settings have \(bytes.count) bytes; at most \(FileLimits.settingsBytes) are read")
        }
        let value = try PlainText.json(bytes, as: .json5)
        guard case .object(let members) = value else {
            throw JobFileError(.badJSON, line: 1, context: "settings must be one object: { … }")
        }
        // What came by a flag is kept under its name (`Settings.json`); in a file it would be a key of no meaning.
        if let option = members.first(where: { $0.name.hasPrefix("--") }) {
            throw JobFileError(
                .optionAsKey, context: "\(option.name.quoted) is an option of the command line, no settings key")
        }
        return value
    }
}
