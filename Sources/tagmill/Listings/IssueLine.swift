import Jobs
import Reports

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

/// Says the issues of a job as they are found: every error, with `--quiet` too, and of the warnings of one code the first ones;
/// all of them with `--verbose`.
struct IssuePrinter {
    /// Warnings of one code that are told one by one.
    static let mostWarnings = 20

    let console: Console
    let path: String
    private var warnings: [String: Int] = [:]

    init(console: Console, path: String) {
        self.console = console
        self.path = path
    }

    mutating func print(_ issues: [JobIssue]) {
        for issue in issues {
            if issue.severity == .error {
                console.line(IssueLine.text(issue, path: path), style: .bad)
            } else if console.level != .quiet {
                let count = warnings[issue.code, default: 0] + 1
                warnings[issue.code] = count
                guard count <= Self.mostWarnings || console.level == .verbose else { continue }
                console.line(IssueLine.text(issue, path: path), style: .warning)
            }
        }
    }

    /// Sums up the warnings that were not told.
    func finish() {
        guard console.level == .normal else { return }
        for (code, count) in warnings.sorted(by: { $0.key < $1.key }) where count > Self.mostWarnings {
            let left = PlanWords.grouped(count - Self.mostWarnings)
            console.line(
                "\(path): warning: \(code): \(PlanWords.counted(count, "row")), \(left) more than are told here; --verbose "
                    + "tells them all", style: .warning)
        }
    }
}

extension Console {
    /// Says the issues of a job in the order of the file.
    func issues(_ issues: [JobIssue], path: String) {
        var printer = IssuePrinter(console: self, path: path)
        printer.print(issues)
        printer.finish()
    }
}
