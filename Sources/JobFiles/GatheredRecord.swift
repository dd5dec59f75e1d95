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
        cellLine = line
        var cell = cell
        if cell.count > FileLimits.cellBytes {
            doubt("cell \(count) has \(cell.count + dropped) bytes: too long for any tag")
            cell = UnsafeRawBufferPointer(
                rebasing: cell.prefix(Self.wholeCharacters(of: cell, atMost: FileLimits.cellBytes)))
        }
        if mayHoldNUL, cell.contains(0) { doubt("a NUL byte stands in cell \(count); take it out") }
        dropped = 0
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

    /// How many of the first bytes end with a whole character of UTF-8.
    private static func wholeCharacters(of cell: UnsafeRawBufferPointer, atMost limit: Int) -> Int {
        var count = limit
        while count > 0, cell[count] & 0xC0 == 0x80 { count -= 1 }
        return count
    }
}
