import Jobs

/// What a file may be at most; what is larger is a mistake, and is told instead of filling memory.
public enum FileLimits {
    /// Bytes of a job file or a report: room for a million rows of 64 bytes, the most tags that a job may ask for.
    public static let tableBytes = 64 << 20
    /// Bytes of a file that is read as a stream, in constant memory: a million rows of 4 KiB.
    public static let streamBytes = 4 << 30
    /// Data records of a table.
    public static let records = JobLimits.items
    /// Columns of a table; what spreadsheets export has far fewer.
    public static let columns = 1_024
    /// Bytes of a cell: an NDEF payload that any tag on sale could hold is shorter.
    public static let cellBytes = 65_535
    /// Bytes of a cell that are kept of a row that is bad for its length, so that its report has it as it came; a file with a
    /// longer one is refused.
    public static let keptCellBytes = 1 << 20
    /// Bytes of all cells of a record: those of the longest cells in every column.
    public static let recordBytes = columns * cellBytes
    /// Bytes of a settings file.
    public static let settingsBytes = 1 << 20
    /// Bytes of a report.json, which is held in memory as a whole; a larger run is made again out of the journal.
    public static let reportBytes = 64 << 20
    /// Bytes of a file that are in memory at once, and from which its delimiter is found.
    static let bufferBytes = 256 << 10
    /// Bytes that are split at once: all but those which a character that is not whole yet may leave unused.
    static let portionBytes = bufferBytes - 16
    /// Records from which the delimiter is found.
    static let sampleRecords = 200
}
