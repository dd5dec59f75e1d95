import Jobs
import Tags

/// `report.csv` of verify, line by line: the golden file's columns, then ours; as `CSVWriter` writes.
enum VerifyCSV {
    private static let columns = ["status", "reason", "detail", "uid", "chip", "source", "message_hex"]

    static func writeHeader(columns: [String], to csv: inout CSVWriter) {
        for column in columns { csv.cell(column) }
        for column in Self.columns { csv.cell(ResultColumn.prefix + column) }
        csv.endLine()
    }

    /// Writes the line of one item. A tag that met no expectation has none of the golden file's cells.
    static func write(_ item: VerifyItem, columns: [String], to csv: inout CSVWriter) {
        let cells = item.expectation?.cells ?? []
        for index in columns.indices { csv.cell(index < cells.count ? cells[index] : "") }
        let tag = item.tag
        csv.cell(item.status.rawValue)
        csv.cell(item.resultReason?.rawValue ?? "")
        csv.cell(item.resultDetail ?? "")
        csv.cell(tag?.uid?.description ?? "")
        csv.cell(tag?.chip?.description ?? "")
        csv.cell(tag?.source ?? "")
        csv.cell(tag?.message?.hex ?? "")
        csv.endLine()
    }
}
