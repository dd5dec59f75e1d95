import Jobs
import Reports

/// What is to be done about the items that a run left, in words and commands that work as they are printed.
struct NextSteps {
    let run: String
    /// The run's.
    let folder: String
    let totals: [ItemStatus: Int]
    let arguments: Arguments

    private var failures: String { "\(folder)/\(RunReports.failuresCSV)" }

    private func count(_ status: ItemStatus) -> Int { totals[status, default: 0] }

    /// Whether a rerun of failures.csv is what makes something.
    var hasFailures: Bool { count(.failed) + count(.invalid) > 0 }

    /// Makes what is in failures.csv, once its bad rows are corrected.
    var rerunFailures: String { arguments.nextCommand("rerun", failures) }

    /// Where bad rows are corrected; nil where there are none.
    var badRows: String? {
        let count = count(.invalid)
        guard count > 0 else { return nil }
        return "\(count == 1 ? "1 row is bad: correct it" : "\(count) rows are bad: correct them") in "
            + "\(FilePath.shellWord(failures)) before that file is run again"
    }

    /// Makes what is left with `--format-blank`, which a run that goes on cannot take; nil where nothing is left that a tag could
    /// take. Bad rows, which the journal has as they were, are left for failures.csv.
    var formatBlank: String? {
        if count(.pending) > 0 {
            let only = count(.invalid) > 0 ? ["--only", "failed,in-doubt,pending"] : []
            return arguments.nextCommand(["rerun", run, "--format-blank"] + only)
        }
        return count(.failed) > 0 ? arguments.nextCommand("rerun", failures, "--format-blank") : nil
    }
}
