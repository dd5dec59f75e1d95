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
    /// What is to be told too where nothing says what is written: of a list of UIDs alone, which is a job as it is.
    public let hint: String?
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
        let begin = try SourceBegin(source, encoding: options.encoding)
        if let dialect = choice.wholeFile(begin.text) {
            let whole = try begin.whole(encoding: options.encoding)
            let table =
                dialect == .batch
                ? try BatchFile.table(whole.text, language: language) : try TagWriterJSON.table(whole.text)
            (headers, delimiter, self.dialect) = (table.headers, nil, dialect)
            (notes, hint, settings) = ((whole.note.map { [$0] } ?? []) + [dialect.sentence()], nil, [])
            (held, stream, wholeIssues) = (table.records[...], nil, table.issues)
            return
        }
        var options = options
        var delimiterNote: String?
        if options.delimiter == nil, let found = choice.delimiter(begin.text) {
            options.delimiter = found.character
            if found != .comma { delimiterNote = "the delimiter is \(found)" }
        }
        let stream = try CSVStream(begin.source, options: options)
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
        let hint = mapping.flatMap { $0.isUnchanged ? $0.sentence : nil }
        notes = stream.notes + [delimiterNote, hint == nil ? mapping?.sentence : nil].compactMap { $0 }
        self.hint = hint
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
        var table = Table(headers: headers, records: records, issues: issues, delimiter: delimiter)
        table.notes = notes
        return table
    }
}

/// The begin of a source, which is looked at before it is known how the source is to be read.
private struct SourceBegin {
    /// The source from its begin.
    let source: ByteSource
    /// The begin as text: at most as many bytes as are in memory at once.
    let text: ArraySlice<UInt8>

    /// Throws as `TextInput` does.
    init(_ source: ByteSource, encoding: String?) throws(JobFileError) {
        var pieces: [ArraySlice<UInt8>] = []
        var count = 0
        while count < FileLimits.bufferBytes, let piece = try source.piece() {
            pieces.append(piece)
            count += piece.count
        }
        let begin = Array(pieces.joined().prefix(FileLimits.bufferBytes))
        var input = try TextInput(ByteSource(begin), encoding: encoding)
        // A character that is cut off at the end of the begin is no fault.
        try input.fill()
        text = Array(input.text)[...]
        var first = pieces[...]
        self.source = ByteSource { () throws(JobFileError) -> ArraySlice<UInt8>? in
            if let piece = first.popFirst() { return piece }
            return try source.piece()
        }
    }

    /// All text, and what was found out about its encoding. Throws `tooLarge` for more than `FileLimits.tableBytes`, and as
    /// `TextInput` does, with the place of what is no text.
    func whole(encoding: String?) throws(JobFileError) -> (text: [UInt8], note: String?) {
        var input = try TextInput(source, encoding: encoding)
        var text: [UInt8] = []
        repeat {
            try input.fill()
            let count = input.text.count
            text += input.text
            input.take(count)
            guard text.count <= FileLimits.tableBytes else {
                throw JobFileError(
                    .tooLarge,
                    context:
                        "the file has more than \(FileLimits.tableBytes) bytes, which only a CSV file may have: split the job"
                )
            }
        } while !input.isEnd
        let place = TextPlace(of: text.count, in: text[...])
        try input.end(line: place.line, bytes: place.column - 1)
        return (text, input.note)
    }
}
