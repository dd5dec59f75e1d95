public import Jobs

/// Reads the records of a job file one after another, whatever dialect it is in.
///
/// A plain job, and the dialects that are CSV, go through `CSVStream` in constant memory; the others are held in memory, at
/// most `FileLimits.tableBytes` of them. Not for two threads at once.
public final class JobStream {
    /// The headers of the job.
    public let headers: [String]
    /// What parts the cells; nil where the file is no CSV.
    public let delimiter: Character?
    /// Nil: a plain job.
    public let dialect: Dialect?
    /// What was found out about the file and should be told, a sentence each; the dialect is the last.
    public let notes: [String]
    /// Settings that the dialect implies, for `Dialect.settings`.
    public let settings: [JSONValue.Member]
    /// Issues of the file as a whole, complete when everything was read.
    public var issues: [JobIssue] { wholeIssues + (stream?.issues ?? []) + (mapping?.issues ?? []) }

    /// Records that were read ahead: the first of a CSV file, all of another.
    private var held: ArraySlice<Table.Record>
    private let stream: CSVStream?
    private let wholeIssues: [JobIssue]
    private var mapping: DialectMapping?

    /// Reads up to the header and what tells the dialect. Throws as `CSVStream` does; `badDialect` where the file is not in the
    /// dialect that was named; `badJSON` and `badHeader` for JSON that cannot be taken.
    ///
    /// - Parameter language: the job's, for texts among several records of one line of a batch.
    public init(
        _ source: ByteSource, options: CSVOptions = CSVOptions(), dialect choice: DialectChoice = .recognized,
        language: String = "en"
    ) throws(JobFileError) {
        var pieces = try SourceBegin(source)
        if let dialect = choice.wholeFile(pieces.begin) {
            let bytes = try pieces.all()
            let table =
                dialect == .batch ? try BatchFile.table(bytes, language: language) : try TagWriterJSON.table(bytes)
            (headers, delimiter, self.dialect) = (table.headers, nil, dialect)
            (notes, settings) = ([dialect.sentence()], [])
            (held, stream, wholeIssues) = (table.records[...], nil, table.issues)
            return
        }
        var options = options
        options.delimiter = options.delimiter ?? choice.delimiter(pieces.begin)
        let stream = try CSVStream(pieces.again(), options: options)
        var sample: [Table.Record] = []
        if choice != .none {
            try stream.read { record in
                sample.append(record.record)
                return sample.count < Dialect.sampleRecords
            }
        }
        let mapping = try choice.mapping(headers: stream.headers, sample: sample, known: options.knownHeaders)
        headers = mapping?.headers ?? stream.headers
        delimiter = stream.delimiter
        dialect = mapping?.dialect
        notes = stream.notes + (mapping.map { [$0.sentence] } ?? [])
        settings = mapping?.settings ?? []
        (held, self.stream, wholeIssues) = (sample[...], stream, [])
        self.mapping = mapping
    }

    /// Reads the records, or those that are left, until `body` returns false. One record is used again and again: what is kept
    /// of it must be copied. Throws as `CSVStream.read` does.
    public func read(_ body: (inout RawRecord) -> Bool) throws(JobFileError) {
        while let first = held.popFirst() {
            let record = mapping?.map(first) ?? first
            var raw = RawRecord(
                row: record.row, line: record.line, cells: CellBytes(record.cells), fault: record.fault)
            guard body(&raw) else { return }
        }
        guard mapping != nil else {
            try stream?.read(body)
            return
        }
        try stream?.read { record in
            if let mapped = mapping?.map(record) { record = mapped }
            return body(&record)
        }
    }

    /// The records that are left as a table held in memory. Throws as `read` does.
    public func table() throws(JobFileError) -> Table {
        var records: [Table.Record] = []
        try read { record in
            records.append(record.record)
            return true
        }
        return Table(headers: headers, records: records, issues: issues, delimiter: delimiter)
    }
}

/// The begin of a source, which is looked at before it is known how the source is to be read.
private struct SourceBegin {
    private let source: ByteSource
    private var pieces: [ArraySlice<UInt8>] = []
    /// At most as many bytes as are in memory at once.
    private(set) var begin: ArraySlice<UInt8> = []

    init(_ source: ByteSource) throws(JobFileError) {
        self.source = source
        var bytes: [UInt8] = []
        while bytes.count < FileLimits.bufferBytes, let piece = try source.piece() {
            pieces.append(piece)
            bytes += piece.prefix(FileLimits.bufferBytes - bytes.count)
        }
        begin = bytes[...]
    }

    /// The source from its begin.
    func again() -> ByteSource {
        let source = source
        var first = pieces[...]
        return ByteSource { () throws(JobFileError) -> ArraySlice<UInt8>? in
            if let piece = first.popFirst() { return piece }
            return try source.piece()
        }
    }

    /// Everything. Throws `tooLarge` for more than `FileLimits.tableBytes`.
    mutating func all() throws(JobFileError) -> [UInt8] {
        var bytes = Array(pieces.joined())
        pieces = []
        while bytes.count <= FileLimits.tableBytes, let piece = try source.piece() { bytes += piece }
        guard bytes.count <= FileLimits.tableBytes else {
            throw JobFileError(
                .tooLarge,
                context:
                    "the file has more than \(FileLimits.tableBytes) bytes, which only a CSV file may have: split the job"
            )
        }
        return bytes
    }
}
