public import Jobs

/// Tells a run's report from a job, and reads it back as what is still to be made (contract, section 6).
public enum ReportFile {
    /// Whether a table is the report of a run: it has the columns `result_run` and `result_status`. Throws
    /// `verifyReport` for verify's own report.
    public static func isReport(_ table: Table) throws(JobFileError) -> Bool {
        let names = Set(table.headers.map { HeaderName($0) })
        if names.contains(HeaderName("result_source")) {
            throw JobFileError.ofVerify
        }
        return names.contains(HeaderName("result_run")) && names.contains(HeaderName("result_status"))
    }

    /// The items of a report, those that are made apart from the others.
    ///
    /// What a spreadsheet does to a report by itself is taken as far as it leaves no doubt: any delimiter, columns moved or
    /// added, empty columns and cells at the end, numbers with a fraction of zeros.
    ///
    /// Throws `badReport` with the line for a column that is missing, a row or copy that is no number from 1 on, a status
    /// that is none, an item that stands twice, a line with fewer cells than are needed or more than the header has;
    /// `severalRuns` where the lines are of more than one run; `verifyReport` as `isReport`.
    public static func rerunSource(_ table: Table) throws(JobFileError) -> RerunSource {
        guard try isReport(table) else {
            throw JobFileError(
                .badReport, line: 1, context: "result_run or result_status is missing: this is no report")
        }
        let columns = try ReportColumns(table)
        var source = RerunSource(
            run: nil, columns: columns.own.map { CellGuard.unguarded(table.headers[$0]) }, records: [],
            issues: table.issues)
        var lines: [ItemKey: Int] = [:]
        for record in table.records {
            let line = try ReportLine(record, columns: columns)
            guard source.run == nil || source.run == line.run else {
                throw JobFileError(
                    .severalRuns, line: record.line,
                    context:
                        "this line is of the run \(line.run.quoted), those before of \((source.run ?? "").quoted); "
                        + "rerun them one after another")
            }
            source.run = line.run
            if let first = lines.updateValue(record.line, forKey: line.item.key) {
                throw JobFileError(
                    .badReport, line: record.line,
                    context: "this line and line \(first) are both \(line.item.key); take one of them out")
            }
            if line.item.status.isSuccess { source.made.append(line.item) } else { source.records.append(line.item) }
        }
        return source
    }
}
