import Jobs
import Reports

/// Where the messages of a rerun say that a row stands, and where a bad one is corrected.
struct RerunLines {
    /// The file whose lines the rows have, or words for it.
    let path: String
    /// What to do about bad rows, where they are not corrected at these lines; nil where they are.
    let cure: String?

    /// - Parameters:
    ///   - run: from which the rows come.
    ///   - family: its runs; nil where there is no journal.
    init(_ input: RerunInput, of run: String, _ family: RunFamily?, _ arguments: Arguments) {
        guard !input.isOfLines else {
            (path, cure) = (input.path, nil)
            return
        }
        // A report.json and the journal have the lines of the job, whatever file a rerun between was made from.
        path = family?.jobPath ?? "the job of run \(family?.first ?? run)"
        cure = Self.cure(input, arguments)
    }

    private static func cure(_ input: RerunInput, _ arguments: Arguments) -> String {
        guard case .run(let record) = input.kind else {
            return "the lines are those of the job; bad rows are corrected in \(FilePath.shellWord(input.path))"
        }
        let failures = "\(record.folder)/\(RunReports.failuresCSV)"
        let made = InputFile.exists(failures) ? "" : " (made by: \(arguments.nextCommand("report", record.id)))"
        return "the rows are those of the journal; bad ones are corrected in \(FilePath.shellWord(failures))\(made), "
            + "and that file is made by: \(arguments.nextCommand("rerun", failures))"
    }
}
