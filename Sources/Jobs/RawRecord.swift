/// A data record as a file's reader hands it over: its cells as bytes.
public struct RawRecord: Hashable, Sendable {
    /// From 1.
    public var row: Int
    /// The physical line on which it begins; the header is line 1.
    public var line: Int
    public var cells: CellBytes
    /// What made the file's reader doubt the record (a NUL byte, a stray quote); nil where nothing did.
    public var fault: String?

    public init(row: Int, line: Int, cells: CellBytes, fault: String? = nil) {
        self.row = row
        self.line = line
        self.cells = cells
        self.fault = fault
    }

    /// The same with strings.
    public var record: Table.Record { Table.Record(row: row, line: line, cells: cells.strings, fault: fault) }
}
