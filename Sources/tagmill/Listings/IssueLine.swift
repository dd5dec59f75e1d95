import Jobs

/// What is wrong with a job, in the form that compilers use, so that editors find the place:
/// `tags.csv:5: error: row 4, column 'url': the sentence`.
enum IssueLine {
    static func text(_ issue: JobIssue, path: String) -> String {
        var place: [String] = []
        if let row = issue.row { place.append("row \(row)") }
        if let column = issue.column { place.append("column '\(column)'") }
        let line = issue.line.map { ":\($0)" } ?? ""
        let prefix = place.isEmpty ? "" : place.joined(separator: ", ") + ": "
        return VisibleText.escaped("\(path)\(line): \(issue.severity.rawValue): \(prefix)\(issue.message)")
    }
}

extension Console {
    /// Says every issue of a job, the errors with `--quiet` too, in the order of the file.
    func issues(_ issues: [JobIssue], path: String) {
        for issue in issues where issue.severity == .error || level != .quiet {
            line(IssueLine.text(issue, path: path), style: issue.severity == .error ? .bad : .warning)
        }
    }
}
