public import Jobs

/// Reads the bytes of a settings file: one JSON5 object, in UTF-8.
public enum SettingsFile {
    /// The object, its members in the order of the file, for `Settings(json:)`. Throws a `JobFileError` with line and
    /// byte for what is no UTF-8, no JSON5 or no object.
    public static func parse(_ bytes: [UInt8]) throws(JobFileError) -> JSONValue {
        guard bytes.count <= FileLimits.settingsBytes else {
            throw JobFileError(
                .tooLarge,
                context: "the settings have \(bytes.count) bytes; at most \(FileLimits.settingsBytes) are read")
        }
        let text = String(decoding: try PlainText.checked(bytes), as: UTF8.self)
        let value = try JSON5.parse(text)
        guard case .object = value else {
            throw JobFileError(.badJSON, line: 1, context: "settings must be one object: { … }")
        }
        return value
    }
}
