public import Jobs

/// Reads the records of a CSV file (RFC 4180) one after another, through libcsv and in constant memory.
///
/// - The delimiter is comma, semicolon, tab or `|`: told by the options, else by a first line `sep=;`, which is passed
///   over, else found out.
/// - Lines end with LF, CR LF or CR, and those within quotes belong to the cell. The header is the first line that is
///   not blank. Blank lines are passed over; so are records whose cells are all empty, with a warning, and the lines that
///   begin with the options' `comment` where a record could begin.
/// - A quote inside an unquoted cell is part of it; text behind a closing quote, and a quote that is never closed, refuse
///   the file, because where the next record begins would be guessed.
/// - A NUL, a cell too long for any tag, a quote after leading blanks, a byte order mark before a line and a header that
///   comes again are faults of their record alone, whose cells are as they came. A cell of more than
///   `FileLimits.keptCellBytes` refuses the file: it could not be given as it came.
///
/// Not for two threads at once.
public final class CSVStream {
    public let headers: [String]
    /// The physical line of the header, from 1.
    public let headerLine: Int
    /// What parts the cells.
    public let delimiter: Character
    /// What was found out about the file and should be told, a sentence each.
    public let notes: [String]
    /// Issues of the file as a whole, complete when everything was read.
    public var issues: [JobIssue] { emptyRows.issue.map { [$0] } ?? [] }

    private var input: TextInput
    private var reader: RecordReader
    /// The most bytes that the reader gets at once.
    private let portion: Int
    private let header: CellBytes
    /// The most data records that are read.
    var rowsMaximum = FileLimits.records
    private var rows = 0
    private var emptyRows = EmptyRows()
    private var isEnded = false

    /// Reads up to the header, with its line. Throws a `JobFileError` with line and byte, and what the source throws.
    public convenience init(_ source: ByteSource, options: CSVOptions = CSVOptions()) throws(JobFileError) {
        try self.init(source, options: options, portion: FileLimits.portionBytes)
    }

    /// `portion`: the bytes of text that are split at once, from 4 to `FileLimits.portionBytes`; it changes nothing of the
    /// result.
    init(_ source: ByteSource, options: CSVOptions, portion: Int) throws(JobFileError) {
        let comment = try options.commentByte
        var input = try TextInput(source, encoding: options.encoding)
        try input.fill()
        while input.text.starts(with: PlainText.mark) { input.take(PlainText.mark.count) }
        var notes = input.note.map { [$0] } ?? []
        let told = try options.delimiterChoice
        let separator = try SeparatorLine(input.text, isNeeded: told == nil)
        if let separator { input.take(separator.length) }
        let delimiter: Delimiter
        if let told {
            delimiter = told
            if let separator, separator.delimiter != told {
                notes.append("the line sep= is passed over: the delimiter is given as \(told)")
            }
        } else if let byHint = separator?.delimiter {
            delimiter = byHint
            notes.append("the delimiter is \(byHint), by the line sep=")
        } else {
            let known = Set(options.knownHeaders.map { HeaderName($0) })
            delimiter = try .found(in: input.text, isWhole: input.isEnd, comment: comment, known: known)
            if delimiter != .comma { notes.append("the delimiter is \(delimiter)") }
        }
        guard comment != delimiter.rawValue else { throw CSVOptions.badComment(String(delimiter.character)) }
        var reader = try RecordReader(
            delimiter: delimiter.rawValue, comment: comment, line: separator == nil ? 1 : 2)
        let first = try Self.header(&input, &reader, portion)
        header = first.cells
        headers = first.cells.strings
        headerLine = first.line
        if comment == nil, let hint = Self.commentHint(first, options) { notes.append(hint) }
        self.delimiter = delimiter.character
        self.notes = notes
        self.input = input
        self.reader = reader
        self.portion = portion
    }

    /// Reads the records, or those that are left, until `body` returns false. One record is used again and again: what is
    /// kept of it must be copied. Throws as `init` does; `tooManyRecords` for more than `FileLimits.records`.
    public func read(_ body: (inout RawRecord) -> Bool) throws(JobFileError) {
        guard !isEnded else { return }
        let rowsMaximum = rowsMaximum
        var rows = rows
        var emptyRows = emptyRows
        let (header, headerBytes) = (header, header.bytes.count)
        defer { (self.rows, self.emptyRows) = (rows, emptyRows) }
        // What was thrown once ends the file.
        isEnded = true
        isEnded = try Self.read(&input, &reader, portion) { record in
            if record.fault == nil, Self.isEmpty(record.cells) {
                if record.cells.count > 1 { emptyRows.add(line: record.line) }
                return true
            }
            rows += 1
            guard rows <= rowsMaximum else { return false }
            record.row = rows
            if record.cells.bytes.count == headerBytes, header.count > 1, record.cells == header {
                record.fault = "the header stands here again: a second file begins on this line; take the line out"
            }
            return body(&record)
        }
        guard rows <= rowsMaximum else {
            throw JobFileError(
                .tooManyRecords, context: "the file has more than \(rowsMaximum) rows; split the job")
        }
    }

    /// Whether the file came to its end; false where `body` wanted no more.
    private static func read(
        _ input: inout TextInput, _ reader: inout RecordReader, _ portion: Int, body: (inout RawRecord) -> Bool
    ) throws(JobFileError) -> Bool {
        reader.goOn()
        while true {
            let text = UnsafeRawBufferPointer(rebasing: input.text.prefix(portion))
            let isRest = text.count == input.text.count
            let taken = try reader.read(
                text, isEnd: isRest && input.isEnd, isFull: text.count == portion, body: body)
            input.take(taken)
            if reader.isStopped { return false }
            guard isRest else { continue }
            if !input.isEnd {
                try input.fill()
            } else if taken == 0 {
                let rest = input.text
                try input.end(line: reader.line, bytes: reader.lineBytes + rest.count)
                input.take(rest.count)
                try reader.finish(rest, body: body)
                return true
            }
        }
    }

    private static func header(
        _ input: inout TextInput, _ reader: inout RecordReader, _ portion: Int
    ) throws(JobFileError) -> RawRecord {
        var found: RawRecord?
        _ = try read(&input, &reader, portion) { record in
            if record.fault == nil, isEmpty(record.cells) { return true }
            found = record
            return false
        }
        guard let found else {
            throw JobFileError(.empty, context: "the file is empty; a CSV file begins with a line of headers")
        }
        if let fault = found.fault {
            throw JobFileError(.badHeader, line: found.line, context: "in the header, \(fault)")
        }
        return found
    }

    /// What to do where a comment seems to stand in the place of the header.
    private static func commentHint(_ header: RawRecord, _ options: CSVOptions) -> String? {
        guard header.cells.bytes.first == UInt8(ascii: "#") else { return nil }
        let names = header.cells.strings.map { HeaderName($0) }
        let known = Set(options.knownHeaders.map { HeaderName($0) })
        guard !names.contains(where: { JobColumn($0) != nil || $0.isResult || known.contains($0) }) else { return nil }
        return "line \(header.line) is taken as the header; if it is a comment, pass such lines over with --comment '#'"
    }

    /// Whether there is nothing in the cells but blanks.
    private static func isEmpty(_ cells: CellBytes) -> Bool {
        guard !cells.bytes.contains(where: { (0x21...0x7E).contains($0) }) else { return false }
        return String(decoding: cells.bytes, as: UTF8.self).isBlank
    }
}

/// Records of which every cell is empty.
private struct EmptyRows {
    private var count = 0
    private var first = 0

    mutating func add(line: Int) {
        if count == 0 { first = line }
        count += 1
    }

    var issue: JobIssue? {
        guard count > 0 else { return nil }
        let message =
            count == 1
            ? "the row on line \(first) is empty and is passed over"
            : "\(count) rows are empty and are passed over, the first on line \(first)"
        return JobIssue(severity: .warning, code: "row-empty", line: first, message: message)
    }
}
