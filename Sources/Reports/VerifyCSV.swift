import Jobs
import Tags

/// `report.csv` of verify, line by line: the golden file's columns, then ours; written as ReportCSV writes.
enum VerifyCSV {
    private static let columns = ["status", "reason", "detail", "uid", "chip", "source", "message_hex"]

    static func header(columns: [String]) -> String {
        ReportCSV.line(columns + Self.columns.map { ResultColumn.prefix + $0 })
    }

    /// The line of one item, with its LF. A tag that met no expectation has none of the golden file's cells.
    static func line(_ item: VerifyItem, columns: [String]) -> String {
        var cells = Array((item.expectation?.cells ?? []).prefix(columns.count))
        cells += Array(repeating: "", count: columns.count - cells.count)
        let tag = item.tag
        return ReportCSV.line(
            cells + [
                item.status.rawValue, item.resultReason?.rawValue ?? "", item.resultDetail ?? "",
                tag?.uid?.description ?? "", tag?.chip?.description ?? "", tag?.source ?? "", tag?.message?.hex ?? "",
            ])
    }
}
