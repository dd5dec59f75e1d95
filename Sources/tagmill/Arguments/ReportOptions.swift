import Reports

/// The options of `report`.
struct ReportOptions: Hashable, Sendable {
    var formats: Set<ReportFormat> = ReportFormat.ofEveryRun
    /// Where the run's folder is made; nil: where the run made it.
    var outputFolder: String?
    /// A file that is compared with what was rendered; then nothing is.
    var check: String?

    init(_ arguments: Arguments) throws(CommandError) {
        if let names = arguments.value("format") { formats = try Self.formats(names) }
        outputFolder = arguments.value("out")
        check = arguments.value("check")
        guard check != nil else { return }
        for option in ["format", "out"] where arguments.has(option) {
            throw .contradiction("'--check' renders nothing: it cannot stand together with '--\(option)'")
        }
    }

    private static func formats(_ names: String) throws(CommandError) -> Set<ReportFormat> {
        var formats: Set<ReportFormat> = []
        for name in names.split(separator: ",", omittingEmptySubsequences: false) {
            guard let format = ReportFormat(rawValue: name.lowercased()) else {
                let known = ReportFormat.allCases.map(\.rawValue).joined(separator: ",")
                throw .badValue(option: "--format", value: String(name), expected: "one or more of \(known)")
            }
            formats.insert(format)
        }
        return formats
    }
}
