import CCSV

/// libcsv over the bytes of a table: gives its records one after another, with their lines.
///
/// Owns the C parser and frees it. libcsv tells no positions, so it is fed one physical line after another: a record
/// begins on the line that is fed while none is open, and a quote that was never closed opened on the line on which the
/// last cell ended.
struct RecordReader: ~Copyable {
    /// A record as the file has it.
    struct RawRecord {
        /// The physical line on which it begins, from 1.
        var line: Int
        var cells: [String]
        /// How many cells there are; more than `cells` holds where there are too many.
        var count: Int
        /// What makes it doubtful, in a sentence.
        var fault: String?
    }

    private let parser: UnsafeMutablePointer<csv_parser>
    private let collector = Collector()
    private let delimiter: UInt8

    /// Strict, so that what follows a closing quote is told. Throws `outOfMemory`.
    init(delimiter: UInt8) throws(JobFileError) {
        let parser = UnsafeMutablePointer<csv_parser>.allocate(capacity: 1)
        guard csv_init(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI)) == 0 else {
            parser.deallocate()
            throw JobFileError(.outOfMemory, context: "libcsv could not begin")
        }
        csv_set_delim(parser, delimiter)
        // Blanks belong to the cell: libcsv would take them off, and a tab may be the delimiter.
        csv_set_space_func(parser) { _ in 0 }
        csv_set_blk_size(parser, 4096)
        self.parser = parser
        self.delimiter = delimiter
    }

    deinit {
        csv_free(parser)
        parser.deallocate()
    }

    /// Reads records until `body` returns false or the bytes end. `line` is the number of the first line. With `isCut`
    /// the bytes are the begin of a table, and a record that is not whole is left out.
    mutating func read(
        _ bytes: ArraySlice<UInt8>, line first: Int, isCut: Bool = false, body: (RawRecord) -> Bool
    ) throws(JobFileError) {
        var line = first
        var start = bytes.startIndex
        var isOpen = false
        while start < bytes.endIndex {
            let end = Self.lineEnd(in: bytes, from: start)
            if !isOpen { collector.begin(line: line) }
            collector.line = line
            try feed(bytes[start..<end])
            if let record = collector.takeRecord() {
                isOpen = false
                guard body(record) else { return }
            } else if bytes[start] != 0x0A && bytes[start] != 0x0D {
                // A blank line begins no record; any other that ends none has left a quote open.
                isOpen = true
            }
            start = end
            line += 1
        }
        guard !isCut else { return }
        let opened = collector.cellLine
        let status = withUnsafeMutablePointer(to: &parser.pointee) { parser in
            csv_fini(parser, Self.cellEnded, Self.recordEnded, Unmanaged.passUnretained(collector).toOpaque())
        }
        guard status == 0 else {
            throw JobFileError(
                .unbalancedQuote, line: opened, context: "the quote that opens a cell on this line is never closed")
        }
        if let record = collector.takeRecord() { _ = body(record) }
    }

    /// Feeds one line, its end included.
    private func feed(_ bytes: ArraySlice<UInt8>) throws(JobFileError) {
        var rest = bytes
        while !rest.isEmpty {
            let taken = parse(rest)
            rest = rest.dropFirst(taken)
            guard let refused = rest.first else { return }
            guard csv_error(parser) == CSV_EPARSE else {
                throw JobFileError(.outOfMemory, line: collector.line, context: "libcsv ran out of memory")
            }
            guard refused == UInt8(ascii: "\"") else {
                throw JobFileError(
                    .strayQuote, line: collector.line, column: rest.startIndex - bytes.startIndex + 1,
                    context: "text follows the quote that closes a cell; inside a quoted cell a quote is written twice")
            }
            // A quote within an unquoted cell is taken as it is (5" pipe), but not where only blanks stand before it.
            if opensAfterBlanks(bytes[..<rest.startIndex]) {
                collector.doubt("a blank stands before the opening quote of cell \(collector.count + 1); take it out")
            }
            csv_set_opts(parser, 0)
            let lenient = parse(rest.prefix(1))
            csv_set_opts(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI))
            guard lenient == 1 else {
                throw JobFileError(.outOfMemory, line: collector.line, context: "libcsv ran out of memory")
            }
            rest = rest.dropFirst()
        }
    }

    private func parse(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { buffer in
            csv_parse(
                parser, buffer.baseAddress, buffer.count, Self.cellEnded, Self.recordEnded,
                Unmanaged.passUnretained(collector).toOpaque())
        }
    }

    private func opensAfterBlanks(_ before: ArraySlice<UInt8>) -> Bool {
        var rest = before
        while let last = rest.last, last == 0x20 || last == 0x09, last != delimiter { rest = rest.dropLast() }
        return rest.count < before.count && (rest.isEmpty || rest.last == delimiter)
    }

    /// The offset behind the line's end: LF, CR LF or CR.
    private static func lineEnd(in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { buffer in
            var index = start - bytes.startIndex
            while index < buffer.count {
                let byte = buffer[index]
                index += 1
                if byte == 0x0A { break }
                if byte == 0x0D {
                    if index < buffer.count, buffer[index] == 0x0A { index += 1 }
                    break
                }
            }
            return bytes.startIndex + index
        }
    }

    // The callbacks get the collector that `parse` and `read` pass; it lives as long as the reader does.
    private static let cellEnded: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
        bytes, count, context in
        guard let context else { return }
        Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
            .end(cell: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }

    private static let recordEnded: @convention(c) (CInt, UnsafeMutableRawPointer?) -> Void = { _, context in
        guard let context else { return }
        Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue().endRecord()
    }
}

/// Gathers the cells of the record at hand.
private final class Collector {
    /// The line that is being fed.
    var line = 1
    /// The line on which the cell at hand begins.
    private(set) var cellLine = 1
    private(set) var count = 0
    private var cells: [String] = []
    private var fault: String?
    private var firstLine = 1
    private var record: RecordReader.RawRecord?

    func begin(line: Int) {
        firstLine = line
        cellLine = line
    }

    func doubt(_ sentence: String) { fault = fault ?? sentence }

    func end(cell: UnsafeRawBufferPointer) {
        count += 1
        cellLine = line
        if cell.count > FileLimits.cellBytes { doubt("cell \(count) has \(cell.count) bytes: too long for any tag") }
        if cells.count < FileLimits.columns { cells.append(String(decoding: cell, as: UTF8.self)) }
    }

    func endRecord() {
        if count > FileLimits.columns { doubt("the row has \(count) cells; at most \(FileLimits.columns) are read") }
        record = RecordReader.RawRecord(line: firstLine, cells: cells, count: count, fault: fault)
        cells = []
        count = 0
        fault = nil
    }

    func takeRecord() -> RecordReader.RawRecord? {
        defer { record = nil }
        return record
    }
}
