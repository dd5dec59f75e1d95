public import Jobs

/// Tells a run's report from a job, and reads it back as what is still to be made (contract, section 6).
public enum ReportFile {
    /// Whether a table is the report of a run: it has the columns `result_run` and `result_status`. Throws
    /// `verifyReport` for verify's own report.
    public static func isReport(_ table: Table) throws(JobFileError) -> Bool {
        let names = Set(table.headers.map { HeaderName($0) })
        if names.contains(HeaderName("result_source")) {
            throw JobFileError(
                .verifyReport,
                context: "this is a report of verify: nothing in it can be made again; use the job or a "
                    + "run's report")
        }
        return names.contains(HeaderName("result_run")) && names.contains(HeaderName("result_status"))
    }

    /// The items of a report that did not succeed. Lines `written` or `unchanged` are counted and passed over.
    ///
    /// Throws `badReport` with the line for a column that is missing, a row or copy that is no number from 1 on, a status
    /// that is none, an item that stands twice or a line with more or fewer cells than the header; `severalRuns` where
    /// the lines are of more than one run; `verifyReport` as `isReport`.
    public static func rerunSource(_ table: Table) throws(JobFileError) -> RerunSource {
        guard try isReport(table) else {
            throw JobFileError(
                .badReport, line: 1, context: "result_run or result_status is missing: this is no report")
        }
        let columns = try ReportColumns(headers: table.headers)
        var source = RerunSource(
            run: nil, columns: columns.own.map { CellGuard.unguarded(table.headers[$0]) }, records: [], succeeded: 0,
            issues: table.issues)
        var seen: Set<ItemKey> = []
        for record in table.records {
            let line = try ReportLine(record, columns: columns, width: table.headers.count)
            guard source.run == nil || source.run == line.run else {
                throw JobFileError(
                    .severalRuns, line: record.line,
                    context:
                        "this line is of the run \(line.run.quoted), those before of \((source.run ?? "").quoted); "
                        + "rerun them one after another")
            }
            source.run = line.run
            guard seen.insert(line.item.key).inserted else {
                throw JobFileError(
                    .badReport, line: record.line, context: "the item of this line (\(line.item.key)) stands here twice"
                )
            }
            if line.item.status.isSuccess { source.succeeded += 1 } else { source.records.append(line.item) }
        }
        return source
    }
}

/// Where the columns of a report stand.
private struct ReportColumns {
    let own: [Int]
    let run: Int
    let row: Int
    let copy: Int
    let status: Int
    let line: Int?
    let detail: Int?
    let uid: Int?

    init(headers: [String]) throws(JobFileError) {
        let names = headers.map { HeaderName($0) }
        func find(_ name: String) throws(JobFileError) -> Int? {
            let found = names.indices.filter { names[$0].folded == name }
            guard found.count < 2 else {
                throw JobFileError(.badReport, line: 1, context: "the column \(name) stands twice in the report")
            }
            return found.first
        }
        func need(_ name: String) throws(JobFileError) -> Int {
            guard let index = try find(name) else {
                throw JobFileError(.badReport, line: 1, context: "the column \(name) is missing from the report")
            }
            return index
        }
        own = names.indices.filter { !names[$0].isResult }
        run = try need("result_run")
        row = try need("result_row")
        copy = try need("result_copy")
        status = try need("result_status")
        line = try find("result_line")
        detail = try find("result_detail")
        uid = try find("result_uid")
    }
}

/// One line of a report.
private struct ReportLine {
    let run: String
    let item: RerunSource.Record

    init(_ record: Table.Record, columns: ReportColumns, width: Int) throws(JobFileError) {
        func refuse(_ message: String) -> JobFileError {
            JobFileError(.badReport, line: record.line, context: message)
        }
        func number(_ index: Int, _ name: String) throws(JobFileError) -> Int {
            guard let value = Int(decimal: record.cells[index].trimmingBlanks), value >= 1 else {
                throw refuse("\(name) must be a number from 1 on, not \(record.cells[index].quoted)")
            }
            return value
        }
        guard record.cells.count == width else {
            throw refuse("the line has \(record.cells.count) cells where the header has \(width)")
        }
        run = CellGuard.unguarded(record.cells[columns.run])
        guard !run.isEmpty else { throw refuse("result_run is empty: the line names no run") }
        let statusCell = record.cells[columns.status]
        guard let status = ItemStatus(rawValue: HeaderName(statusCell).folded) else {
            let known = ItemStatus.allCases.map(\.rawValue).joined(separator: ", ")
            throw refuse("result_status must be one of \(known), not \(statusCell.quoted)")
        }
        let key = ItemKey(
            row: try number(columns.row, "result_row"), copy: try number(columns.copy, "result_copy"))
        item = RerunSource.Record(
            key: key,
            line: try columns.line.map { (index: Int) throws(JobFileError) in
                try number(index, "result_line")
            } ?? record.line,
            reportLine: record.line, cells: columns.own.map { CellGuard.unguarded(record.cells[$0]) },
            status: status, detail: columns.detail.map { record.cells[$0] } ?? "",
            uidCell: columns.uid.map { record.cells[$0] } ?? "", fault: record.fault)
    }
}
