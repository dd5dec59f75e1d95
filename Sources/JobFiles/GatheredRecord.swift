import Jobs

/// Gathers the cells of the record at hand, in buffers that the next one uses again.
struct GatheredRecord {
    var record = RawRecord(row: 0, line: 1, cells: CellBytes())
    /// The line that is being fed.
    var line = 1
    /// The line on which the cell at hand begins.
    private(set) var cellLine = 1
    /// The cells that have ended; more than the record holds where there are too many.
    private(set) var count = 0
    /// Bytes of the cell at hand that were not gathered.
    var dropped = 0
    private(set) var hasEnded = false
    /// Why the file is refused: a cell that cannot be kept as it is.
    private(set) var tooLarge: JobFileError?
    /// Whether a NUL was seen anywhere.
    var mayHoldNUL = false
    /// The cell in which a quote was taken last that opens none.
    private var quotedCell: Int?

    mutating func begin(line: Int) {
        record.line = line
        cellLine = line
    }

    mutating func doubt(_ sentence: String) {
        if record.fault == nil { record.fault = sentence }
    }

    /// Whether no quote was taken in the cell at hand; from now on one was.
    mutating func takesFirstQuote() -> Bool {
        defer { quotedCell = count }
        return quotedCell != count
    }

    mutating func end(cell: UnsafeRawBufferPointer) {
        count += 1
        let bytes = cell.count + dropped
        if dropped > 0 || bytes > FileLimits.keptCellBytes
            || record.cells.bytes.count + bytes > FileLimits.recordBytes
        {
            tooLarge = JobFileError(
                .tooLarge, line: cellLine,
                context: "cell \(count) has \(bytes) bytes: a cell may have \(FileLimits.keptCellBytes), and a row "
                    + "\(FileLimits.recordBytes)")
            return
        }
        cellLine = line
        // It stays in the record as it is, for the report of the row.
        if bytes > FileLimits.cellBytes { doubt("cell \(count) has \(bytes) bytes: too long for any tag") }
        if mayHoldNUL, cell.contains(0) { doubt("a NUL byte stands in cell \(count); take it out") }
        if count <= FileLimits.columns { record.cells.append(cell) }
    }

    mutating func endRecord() {
        if count > FileLimits.columns { doubt("there are \(count) cells; at most \(FileLimits.columns) are read") }
        hasEnded = true
    }

    /// Makes room for the next record.
    mutating func clear() {
        record.cells.removeAll()
        if record.fault != nil { record.fault = nil }
        count = 0
        quotedCell = nil
        hasEnded = false
    }
}
