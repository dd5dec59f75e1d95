public import Jobs

/// `report.csv` and `failures.csv`, line by line (contract, section 6), as `CSVWriter` writes.
public enum ReportCSV {
    /// The header: the job's own columns as they came, then ours.
    public static func header(columns: [String]) -> String {
        text { csv in
            for column in columns { csv.cell(column) }
            for column in ResultColumn.allCases { csv.cell(column.header) }
            csv.endLine()
        }
    }

    /// The line of one item, with its LF.
    public static func line(_ row: ReportRow) -> String { text { write(row, to: &$0) } }

    /// Writes the line of one item.
    static func write(_ row: ReportRow, to csv: inout CSVWriter) {
        for cell in row.cells { csv.cell(cell) }
        for column in ResultColumn.allCases { csv.cell(row.value(of: column)) }
        csv.endLine()
    }

    /// The cell as it stands in a file, without a guard.
    package static func quoted(_ cell: String) -> String { text(CSVWriter(guardsCells: false)) { $0.cell(cell) } }

    private static func text(_ writer: CSVWriter = CSVWriter(), _ body: (inout CSVWriter) -> Void) -> String {
        var writer = writer
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
