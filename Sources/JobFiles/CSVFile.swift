public import Jobs

/// Reads a table out of the bytes of a CSV file, as `CSVStream` does.
///
/// A file of more than `FileLimits.tableBytes`, or more records or columns than its limits, is refused.
public enum CSVFile {
    /// Reads a file. `knownHeaders` are headers that the job's settings name; they help to find the delimiter.
    ///
    /// A file with a header and no records is a table without records. Throws a `JobFileError` with line and byte.
    public static func read(_ bytes: [UInt8], knownHeaders: [String] = []) throws(JobFileError) -> Table {
        try read(bytes, options: CSVOptions(knownHeaders: knownHeaders))
    }

    /// The same with all that is told of the file.
    public static func read(_ bytes: [UInt8], options: CSVOptions) throws(JobFileError) -> Table {
        guard bytes.count <= FileLimits.tableBytes else {
            throw JobFileError(
                .tooLarge,
                context: "the file has \(bytes.count) bytes; at most \(FileLimits.tableBytes) are read: split the job")
        }
        return try table(of: try CSVStream(ByteSource(bytes), options: options))
    }

    static func table(of stream: CSVStream) throws(JobFileError) -> Table {
        var records: [Table.Record] = []
        try stream.read { record in
            records.append(record.record)
            return true
        }
        var table = Table(
            headers: stream.headers, records: records, issues: stream.issues, delimiter: stream.delimiter)
        table.notes = stream.notes
        return table
    }
}
