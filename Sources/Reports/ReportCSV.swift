public import Jobs

/// `report.csv` and `failures.csv`, line by line (contract, section 6): UTF-8 without BOM, comma, LF.
public enum ReportCSV {
    /// The header: the job's own columns as they came, then ours.
    public static func header(columns: [String]) -> String {
        line(columns + ResultColumn.allCases.map { $0.header })
    }

    /// The line of one item, with its LF.
    public static func line(_ row: ReportRow) -> String {
        line(row.cells + ResultColumn.allCases.map { text(of: row[$0]) })
    }

    /// A line of these cells, guarded and quoted, with its LF.
    static func line(_ cells: [String]) -> String {
        cells.map { quoted(CellGuard.guarded($0)) }.joined(separator: ",") + "\n"
    }

    private static func text(of value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .int(let number): String(number)
        case .null: ""
        case .bool, .number, .array, .object: value.compact
        }
    }

    /// The cell as RFC 4180 has it: in quotes where it holds a comma, a quote, CR or LF, and also where a blank at either
    /// end, or a byte order mark in front, would be taken off by a reader.
    package static func quoted(_ cell: String) -> String {
        let bytes = cell.utf8
        guard let first = bytes.first, let last = bytes.last else { return cell }
        let needsQuotes =
            isBlank(first) || isBlank(last) || cell.unicodeScalars.first == "\u{FEFF}"
            || bytes.contains { byte in
                byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\r")
                    || byte == UInt8(ascii: "\n")
            }
        guard needsQuotes else { return cell }
        var text = "\""
        for scalar in cell.unicodeScalars {
            if scalar == "\"" { text += "\"" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
