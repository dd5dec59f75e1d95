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
        append(cells: headers, to: &bytes)
    }

    /// Adds a row. Throws `badDialect` with its line where the row has a fault: what it was meant to be is not known.
    public static func append(_ record: Table.Record, to bytes: inout [UInt8]) throws(JobFileError) {
        if let fault = record.fault {
            throw JobFileError(
                .badDialect, line: record.line, context: "row \(record.row) cannot be converted: \(fault)")
        }
        append(cells: record.cells, to: &bytes)
    }

    /// Adds a row that is there as bytes. Throws as that of a record with strings.
    public static func append(_ record: RawRecord, to bytes: inout [UInt8]) throws(JobFileError) {
        try append(record.record, to: &bytes)
    }

    /// A whole table. Throws for the first row with a fault.
    public static func bytes(of table: Table) throws(JobFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        append(headers: table.headers, to: &bytes)
        for record in table.records { try append(record, to: &bytes) }
        return bytes
    }

    /// The settings file beside it: what the dialect implies, as JSON. Nil where it implies nothing.
    public static func settings(_ implied: [JSONValue.Member]) -> [UInt8]? {
        implied.isEmpty ? nil : Array((JSONValue.object(implied).indented + "\n").utf8)
    }

    private static func append(cells: [String], to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(cell: cell, isAlone: cells.count == 1, to: &bytes)
        }
        bytes.append(0x0A)
    }

    /// Every delimiter that could be found stands in quotes, and so does what could be taken for a mark or a blank line.
    private static func append(cell: String, isAlone: Bool, to bytes: inout [UInt8]) {
        let special = ",;|\t\"\r\n".utf8
        let isPlain = !cell.utf8.contains(where: special.contains) && cell.unicodeScalars.first != "\u{FEFF}"
        guard !isPlain || isAlone && cell.isBlank else { return bytes.append(contentsOf: cell.utf8) }
        bytes.append(UInt8(ascii: "\""))
        for byte in cell.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
