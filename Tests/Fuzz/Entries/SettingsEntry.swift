import JobFiles
import Jobs

extension FuzzEntry {
    /// A settings file (JSON5), and any other JSON.
    ///
    /// Held: a value that is read is the same once it was written, short or indented; so are settings.
    static let settings = FuzzEntry("settings", longestInput: 4096) { input throws(BrokenProperty) in
        for dialect in [JSONDialect.json, .json5] {
            guard let value = try? JSONValue(parsing: input, as: dialect) else { continue }
            for text in [value.compact, value.indented] {
                let again = try? JSONValue(parsing: text)
                try hold(again == value, "written as JSON it is another value")
            }
        }
        guard let json = try? SettingsFile.parse(input), let settings = try? Settings(json: json) else { return }
        let kept = try? JSONValue(parsing: settings.json.compact)
        try hold(kept == settings.json, "settings that cannot be kept")
        let again = try? Settings(json: settings.json)
        try hold(again == settings, "kept and read they are other settings")
    }

    /// A file of tag passwords.
    ///
    /// Held: what is refused shows no eight hex digits in a row out of the file, which might be a password.
    static let passwords = FuzzEntry("passwords", longestInput: 2048) { input throws(BrokenProperty) in
        let refusal: JobFileError
        do throws(JobFileError) {
            _ = try PasswordFile.read(input)
            return
        } catch {
            refusal = error
        }
        try holdSecrecy(of: refusal, input)
    }

    /// A UID that stands twice is named, and may have as many digits as a password.
    private static func holdSecrecy(of error: JobFileError, _ input: [UInt8]) throws(BrokenProperty) {
        guard !error.context.contains("uid") else { return }
        for word in error.description.utf8.split(whereSeparator: { !Character(Unicode.Scalar($0)).isHexDigit }) {
            try hold(word.count < 8 || !input.contains(Array(word)), "what is refused shows \(word.count) hex digits")
        }
    }
}
