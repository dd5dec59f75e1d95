import JobFiles
import Jobs

/// The golden file of `verify`: a table in the manner of a job, or a run's report, as CSV or JSON.
struct GoldenFile {
    let path: String
    let golden: GoldenSet
}

extension CommandContext {
    /// Reads and checks a golden file. Everything that is wrong with it is said before it is refused.
    func goldenFile(at path: String) throws(CommandError) -> GoldenFile {
        let bytes = try InputFile.bytes(at: path, atMost: FileLimits.tableBytes)
        let name = Self.name(of: path)
        if ReportJSON.isReport(bytes) {
            try refuseJobOptions(path)
            return try checked(path) { () throws(JobFileError) in try GoldenReport.golden(json: bytes, name: name) }
        }
        let file = try jobFile(at: path, bytes)
        if file.isReport, let table = file.table {
            try refuseJobOptions(path)
            return try checked(path) { () throws(JobFileError) in try GoldenReport.golden(table, name: name) }
        }
        let content = try ContentOptions(arguments)
        let settings = try settings(of: file, content.settings, content.overrides)
        return try checked(path) { () throws(JobFileError) in
            let (table, notes) = try table(of: file, settings)
            for note in notes { console.note("\(path): \(note)") }
            return GoldenSet.resolve(table: table, settings: settings, name: file.name, date: SystemClock().today())
        }
    }

    private func checked(
        _ path: String, _ read: () throws(JobFileError) -> (golden: GoldenSet, issues: [JobIssue])
    ) throws(CommandError) -> GoldenFile {
        var golden = GoldenSet(name: "", columns: [], expectations: [])
        var issues: [JobIssue] = []
        do throws(JobFileError) {
            (golden, issues) = try read()
        } catch {
            let byte = error.column.map { "byte \($0): " } ?? ""
            issues = [
                JobIssue(severity: .error, code: error.code.rawValue, line: error.line, message: byte + error.context)
            ]
        }
        console.issues(issues, path: path)
        let errors = issues.count { $0.severity == .error }
        guard errors == 0 else { throw .refusedGolden(path: path, errors: errors) }
        return GoldenFile(path: path, golden: golden)
    }

    /// What a job would write says nothing of a report, which has the messages of its tags.
    private func refuseJobOptions(_ path: String) throws(CommandError) {
        for option in ["settings", "url", "text", "lang", "dialect"] where arguments.has(option) {
            throw .contradiction(
                "\(path) is the report of a run, which says what its tags hold: '--\(option)' is for jobs")
        }
    }

    /// The file's name without its folder and ending.
    private static func name(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [".csv", ".json"] where name.lowercased().hasSuffix(ending) && name.utf8.count > ending.utf8.count
        {
            return String(name.dropLast(ending.count))
        }
        return name
    }
}
