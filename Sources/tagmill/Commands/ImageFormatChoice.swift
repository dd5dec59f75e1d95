import TagImages

/// The format of an image that is to be written: by name, or by the ending of the file.
enum ImageFormatChoice {
    /// The formats that can be written, and the endings that mean them.
    private static let endings: [(ending: String, format: ImageFormat)] = [
        ("nfc", .flipper), ("json", .proxmarkJSON), ("bin", .raw), ("dump", .raw), ("mfd", .raw), ("ndef", .ndef),
    ]

    static let names = ["flipper", "pm3-json", "raw", "ndef"]

    /// The format for a file; `name` is what `--format` says.
    static func format(named name: String?, file: String) throws(CommandError) -> ImageFormat {
        if let name {
            guard names.contains(name), let format = ImageFormat(rawValue: name) else {
                throw .badValue(option: "--format", value: name, expected: "one of \(names.joined(separator: ", "))")
            }
            return format
        }
        let lowered = file.lowercased()
        if let known = endings.first(where: { lowered.hasSuffix("." + $0.ending) }) { return known.format }
        let known = endings.map { "." + $0.ending }.joined(separator: ", ")
        throw .contradiction(
            "the ending of '\(file)' says no format (known: \(known)); say it with --format "
                + names.joined(separator: ", "))
    }
}
