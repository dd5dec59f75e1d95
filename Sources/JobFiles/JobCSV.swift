public import Jobs

/// Writes a table as the CSV of a job: UTF-8 without byte order mark, comma, LF, quotes where they are needed (RFC 4180).
///
/// What `CSVFile` reads of it is the same table: cells are exact, so that unlike in a report nothing is put before a cell that a
/// spreadsheet would take for a formula. Row by row, in constant memory.
public enum JobCSV {
    /// Adds the line of headers.
    public static func append(headers: [String], to bytes: inout [UInt8]) {
        // A first line that begins so would be read as the hint of spreadsheets; the hint before it says what is true.
        if headers.first?.lowercased().hasPrefix("sep=") ?? false { bytes.append(contentsOf: "sep=,\n".utf8) }
        append(cells: headers.map(\.utf8), to: &bytes)
    }

    /// Adds a row. Throws `badDialect` with its line where the row has a fault: what it was meant to be is not known.
    public static func append(_ record: RawRecord, to bytes: inout [UInt8]) throws(JobFileError) {
        if let fault = record.fault {
            throw JobFileError(
                .badDialect, line: record.line, context: "row \(record.row) cannot be converted: \(fault)")
        }
        append(cells: (0..<record.cells.count).map { record.cells[$0] }, to: &bytes)
    }

    /// A whole table. Throws for the first row with a fault.
    public static func bytes(of table: Table) throws(JobFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        append(headers: table.headers, to: &bytes)
        for record in table.records {
            let raw = RawRecord(
                row: record.row, line: record.line, cells: CellBytes(record.cells), fault: record.fault)
            try append(raw, to: &bytes)
        }
        return bytes
    }

    /// The settings file beside it: what the dialect implies, as JSON. Nil where it implies nothing.
    public static func settings(_ implied: [JSONValue.Member]) -> [UInt8]? {
        implied.isEmpty ? nil : Array((JSONValue.object(implied).indented + "\n").utf8)
    }

    private static func append(cells: [some Collection<UInt8>], to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            // A line without a cell that can be seen is no record.
            append(cell: cell, isQuoted: cells.count == 1 && cell.allSatisfy { $0 <= 0x20 }, to: &bytes)
        }
        bytes.append(0x0A)
    }

    /// Every delimiter that could be found stands in quotes, and so does what could be taken for a byte order mark.
    private static func append(cell: some Collection<UInt8>, isQuoted: Bool, to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let special = [quote, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), 0x09, 0x0A, 0x0D]
        guard isQuoted || cell.contains(where: special.contains) || cell.starts(with: PlainText.mark) else {
            return bytes.append(contentsOf: cell)
        }
        bytes.append(quote)
        for byte in cell {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }
}
