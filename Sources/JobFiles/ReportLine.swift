import Jobs
import Tags

/// Where the columns of a report stand.
struct ReportColumns {
    /// The job's own, without nameless ones that are empty throughout.
    let own: [Int]
    let run: Int
    let row: Int
    let copy: Int
    let status: Int
    let line: Int?
    let reason: Int?
    let detail: Int?
    let uid: Int?
    let sku: Int?
    let chip: Int?
    let lockState: Int?
    let messageHex: Int?
    /// How many cells the header has.
    let width: Int

    /// Throws `badReport` where a column that is needed is missing, or one name stands twice.
    init(_ table: Table) throws(JobFileError) {
        let names = table.headers.map { HeaderName($0) }
        func find(_ name: String) -> Int? { names.firstIndex { $0.folded == name } }
        func need(_ name: String) throws(JobFileError) -> Int {
            guard let index = find(name) else {
                throw JobFileError(.badReport, line: 1, context: "the column \(name) is missing from the report")
            }
            return index
        }
        let kept = names.indices.filter { index in
            !names[index].folded.isEmpty
                || table.records.contains { index < $0.cells.count && !$0.cells[index].isBlank }
        }
        var seen: Set<HeaderName> = []
        for index in kept where !seen.insert(names[index]).inserted {
            let which =
                names[index].folded.isEmpty
                ? "two columns of the report have cells and no name; name them or take them out"
                : "the column \(names[index].folded) stands twice in the report"
            throw JobFileError(.badReport, line: 1, context: which)
        }
        own = kept.filter { !names[$0].isResult }
        run = try need("result_run")
        row = try need("result_row")
        copy = try need("result_copy")
        status = try need("result_status")
        line = find("result_line")
        reason = find("result_reason")
        detail = find("result_detail")
        uid = find("result_uid")
        sku = find("result_sku")
        chip = find("result_chip")
        lockState = find("result_lock_state")
        messageHex = find("result_message_hex")
        width = names.count
    }

    /// Up to which cell a line must go: what is empty at its end may be missing, but for what says which item it is.
    var needed: Int { ([run, row, copy, status] + own).reduce(0) { max($0, $1 + 1) } }
}

/// One line of a report.
struct ReportLine {
    let run: String
    let item: RerunSource.Record

    /// Throws `badReport` with the line.
    init(_ record: Table.Record, columns: ReportColumns) throws(JobFileError) {
        let cells = record.cells
        func refuse(_ message: String) -> JobFileError {
            JobFileError(.badReport, line: record.line, context: message)
        }
        func number(_ index: Int, _ name: String) throws(JobFileError) -> Int {
            guard let value = Self.wholeNumber(cells[index]), value >= 1 else {
                throw refuse(
                    "\(name) must be a number from 1 on, as it stood in the report, not \(cells[index].quoted)")
            }
            return value
        }
        guard cells.count >= columns.needed, cells.dropFirst(columns.width).allSatisfy(\.isBlank) else {
            throw refuse("the line has \(cells.count) cells where the header has \(columns.width)")
        }
        func text(_ index: Int?) -> String { index.map { $0 < cells.count ? cells[$0] : "" } ?? "" }
        run = CellGuard.unguarded(cells[columns.run]).trimmingBlanks
        guard !run.isEmpty else { throw refuse("result_run is empty: the line names no run") }
        guard let status = ItemStatus(rawValue: HeaderName(cells[columns.status]).folded) else {
            let known = ItemStatus.allCases.map(\.rawValue).joined(separator: ", ")
            throw refuse("result_status must be one of \(known), not \(cells[columns.status].quoted)")
        }
        let key = ItemKey(
            row: try number(columns.row, "result_row"), copy: try number(columns.copy, "result_copy"))
        // The line in the job is told to people only: where it is lost, the report's own does.
        let line = Self.wholeNumber(text(columns.line)).flatMap { $0 >= 1 ? $0 : nil } ?? record.line
        item = RerunSource.Record(
            key: key, line: line, reportLine: record.line, cells: columns.own.map { CellGuard.unguarded(cells[$0]) },
            status: status, reason: Reason(rawValue: HeaderName(text(columns.reason)).folded),
            detail: text(columns.detail), uidCell: text(columns.uid), fault: record.fault)
    }

    /// `12`, `12.0` or `12,00`. Not `1.000`, which is one or one thousand by the language of the spreadsheet.
    private static func wholeNumber(_ cell: String) -> Int? {
        let parts = cell.trimmingBlanks.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard let whole = parts.first, parts.count <= 2 else { return nil }
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].utf8.count != 3, parts[1].allSatisfy({ $0 == "0" }) else { return nil }
        }
        return Int(decimal: String(whole))
    }
}
