public import Jobs

/// Reads a table out of the bytes of a CSV file (RFC 4180), through libcsv.
///
/// - The text is UTF-8, with or without a byte order mark.
/// - The delimiter is comma, semicolon, tab or `|`: told by a first line `sep=;`, which is passed over, else found out.
/// - Lines end with LF, CR LF or CR, and those within quotes belong to the cell. The header is the first line that is
///   not blank. Blank lines are passed over; so are records whose cells are all empty, with a warning.
/// - A quote inside an unquoted cell is part of it; text behind a closing quote, and a quote that is never closed, refuse
///   the file, because where the next record begins would be guessed.
/// - A NUL, a cell too long for any tag, and a quote after leading blanks are faults of their record alone.
/// - A file of more than `FileLimits.tableBytes`, or more records or columns than its limits, is refused.
public enum CSVFile {
    /// Reads a file. `knownHeaders` are headers that the job's settings name; they help to find the delimiter.
    ///
    /// A file with a header and no records is a table without records. Throws a `JobFileError` with line and byte.
    public static func read(_ bytes: [UInt8], knownHeaders: [String] = []) throws(JobFileError) -> Table {
        guard bytes.count <= FileLimits.tableBytes else {
            throw JobFileError(
                .tooLarge,
                context: "the file has \(bytes.count) bytes; at most \(FileLimits.tableBytes) are read: split the job")
        }
        var text = try PlainText.checked(bytes)
        var line = 1
        var told: Delimiter?
        if let separator = try separatorLine(text) {
            told = separator.delimiter
            text = text.dropFirst(separator.length)
            line = 2
        }
        guard text.contains(where: { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 && $0 != 0x09 }) else {
            throw JobFileError(.empty, context: "the file is empty; a CSV file begins with a line of headers")
        }
        let delimiter: Delimiter
        if let told {
            delimiter = told
        } else {
            delimiter = try Delimiter.found(in: text, known: Set(knownHeaders.map { HeaderName($0) }))
        }
        return try table(text, line: line, delimiter: delimiter)
    }

    /// The hint of spreadsheets, `sep=;` alone on the first line, and its length with the line's end.
    private static func separatorLine(
        _ text: ArraySlice<UInt8>
    ) throws(JobFileError) -> (delimiter: Delimiter, length: Int)? {
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        var content = line
        if content.count >= 2, content.first == UInt8(ascii: "\""), content.last == UInt8(ascii: "\"") {
            content = content.dropFirst().dropLast()
        }
        let start = content.prefix(4).map { $0 | 0x20 }
        guard start == Array("sep=".utf8).map({ $0 | 0x20 }) else { return nil }
        guard content.count == 5, let byte = content.last, let delimiter = Delimiter(rawValue: byte) else {
            throw JobFileError(
                .badSeparatorLine, line: 1, context: "the line sep= must name one of , ; | or a tab as the delimiter")
        }
        var length = line.count
        let rest = text.dropFirst(length)
        if rest.first == 0x0D { length += rest.dropFirst().first == 0x0A ? 2 : 1 } else if !rest.isEmpty { length += 1 }
        return (delimiter, length)
    }

    private static func table(
        _ text: ArraySlice<UInt8>, line: Int, delimiter: Delimiter
    ) throws(JobFileError) -> Table {
        var header: RecordReader.RawRecord?
        var records: [Table.Record] = []
        var emptyLines: [Int] = []
        var isTooLong = false
        var reader = try RecordReader(delimiter: delimiter.rawValue)
        try reader.read(text, line: line) { record in
            let isEmpty = record.cells.allSatisfy(\.isBlank) && record.fault == nil
            if header == nil {
                if !isEmpty { header = record }
            } else if isEmpty {
                if record.count > 1 { emptyLines.append(record.line) }
            } else {
                records.append(
                    Table.Record(
                        row: records.count + 1, line: record.line, cells: record.cells, fault: fault(of: record)))
                isTooLong = records.count > FileLimits.records
            }
            return !isTooLong
        }
        guard !isTooLong else {
            throw JobFileError(
                .tooManyRecords, context: "the file has more than \(FileLimits.records) rows; split the job")
        }
        guard let header else { throw JobFileError(.empty, context: "the file has no line of headers") }
        try check(header)
        return Table(
            headers: header.cells, records: records, issues: warning(emptyLines).map { [$0] } ?? [],
            delimiter: delimiter.character)
    }

    private static func fault(of record: RecordReader.RawRecord) -> String? {
        if let fault = record.fault { return fault }
        guard let index = record.cells.firstIndex(where: { $0.utf8.contains(0) }) else { return nil }
        return "a NUL byte stands in cell \(index + 1); take it out"
    }

    private static func check(_ header: RecordReader.RawRecord) throws(JobFileError) {
        guard header.count <= FileLimits.columns else {
            throw JobFileError(
                .badHeader, line: header.line,
                context: "the header has \(header.count) columns; at most \(FileLimits.columns) are read")
        }
        if let fault = fault(of: header) {
            throw JobFileError(.badHeader, line: header.line, context: "in the header, \(fault)")
        }
    }

    private static func warning(_ emptyLines: [Int]) -> JobIssue? {
        guard let first = emptyLines.first else { return nil }
        let message =
            emptyLines.count == 1
            ? "the row on line \(first) is empty and is passed over"
            : "\(emptyLines.count) rows are empty and are passed over, the first on line \(first)"
        return JobIssue(severity: .warning, code: "row-empty", line: first, message: message)
    }
}
