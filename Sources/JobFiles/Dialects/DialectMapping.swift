import Jobs

/// Turns the rows of a foreign table into rows of a job, one after another and in constant memory.
///
/// A row that cannot be taken keeps its cells and gets a `fault`; none is left out. Row and line stay those of the file.
struct DialectMapping: Sendable {
    private enum Rows: Sendable {
        case tagWriter(TagWriterRows)
        case foreign(ForeignColumns)
    }

    let dialect: Dialect
    /// The headers of the job.
    let headers: [String]
    /// What is told to the user.
    let sentence: String
    /// Settings that the dialect implies, for `Dialect.settings`.
    let settings: [JSONValue.Member]
    /// Whether the rows are a job's as they are: the sentence says only what is left to be said by templates.
    let isUnchanged: Bool
    /// How many cells a record of the file has; nameless ones at the end of the header are not counted.
    private let cellCount: Int
    private var rows: Rows

    /// Throws `badDialect` where the table is not in the dialect; `Dialect.recognized` tells which one it is in.
    ///
    /// - Parameters:
    ///   - sample: the table's first records (`Dialect.sampleRecords`): by them are told the mirror that a TagWriter export asks
    ///     for, and a column of UIDs.
    ///   - known: headers that the job's settings name in `columns`.
    init(
        _ dialect: Dialect, headers: [String], sample: [Table.Record], known: [String] = []
    ) throws(JobFileError) {
        guard !headers.contains(where: { HeaderName($0).isResult }) else {
            throw JobFileError(.badDialect, context: "this is a report, which is in no dialect; leave --dialect out")
        }
        self.dialect = dialect
        cellCount = headers.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
        switch dialect {
        case .tagwriter:
            let mapped = try TagWriterRows(headers: headers, sample: sample)
            self.headers = mapped.headers
            sentence = dialect.sentence(mapped.words)
            settings = mapped.settings
            isUnchanged = false
            rows = .tagWriter(mapped)
        case .uidList, .sheet:
            let mapped = try ForeignColumns(dialect, headers: headers, sample: sample, known: known)
            self.headers = mapped.headers
            sentence = dialect.sentence(mapped.words)
            settings = []
            isUnchanged = mapped.isUnchanged
            rows = .foreign(mapped)
        case .tagwriterJSON, .batch:
            throw JobFileError(.badDialect, context: "\(dialect.rawValue) is read as a whole, not row by row")
        }
    }

    /// Issues of the file as a whole, complete once all rows were mapped.
    var issues: [JobIssue] {
        if case .tagWriter(let rows) = rows { return rows.issues }
        return []
    }

    /// The row as the job has it.
    mutating func map(_ record: Table.Record) -> Table.Record {
        var mapped = record
        let shapeFault = record.fault ?? shapeFault(record.cells)
        let cells: (cells: [String], fault: String?)
        switch rows {
        case .tagWriter(var writer):
            cells = writer.map(record, isSound: shapeFault == nil)
            rows = .tagWriter(writer)
        case .foreign(let columns): cells = columns.map(record.cells)
        }
        mapped.cells = cells.cells
        mapped.fault = shapeFault ?? cells.fault
        return mapped
    }

    /// The same of a record that is there as bytes.
    mutating func map(_ record: RawRecord) -> RawRecord {
        let mapped = map(record.record)
        return RawRecord(row: mapped.row, line: mapped.line, cells: CellBytes(mapped.cells), fault: mapped.fault)
    }

    /// The mapped row has another number of cells: what is told must be the file's. Rows of a TagWriter export may be short.
    private func shapeFault(_ cells: [String]) -> String? {
        var counts: String { "the row has \(cells.count) cells where the header has \(cellCount)" }
        if cells.count < cellCount { return dialect == .tagwriter ? nil : counts }
        guard cells.dropFirst(cellCount).contains(where: { !$0.isBlank }) else { return nil }
        return counts + "; a cell with a delimiter in it must stand in double quotes"
    }
}
