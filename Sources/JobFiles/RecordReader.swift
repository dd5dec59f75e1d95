import CCSV
import Glibc
import Jobs

/// The records of a table one after another, with their lines: libcsv where there are quotes.
///
/// Owns the C parser and what it gathers, and frees them. libcsv tells no positions, so it is fed one physical line after
/// another: a record begins on the line that is fed while none is open, and a quote that was never closed opened on the
/// line on which the last cell ended. A line without a quote, where none is open, needs no parser, and most have none.
struct RecordReader: ~Copyable {
    private let parser: UnsafeMutablePointer<csv_parser>
    private let gathered: UnsafeMutablePointer<GatheredRecord>
    private let delimiter: UInt8
    private let comment: UInt8?
    /// The physical line at hand, from 1, and how many bytes of it were taken.
    private(set) var line: Int
    private(set) var lineBytes = 0
    /// Whether a record was begun and has not ended.
    private var isOpen = false
    /// Whether the line at hand is a comment of which only a part was there.
    private var isComment = false
    /// Whether `body` wanted no more.
    private(set) var isStopped = false

    /// Strict, so that what follows a closing quote is told. Throws `outOfMemory`.
    init(delimiter: UInt8, comment: UInt8? = nil, line: Int = 1) throws(JobFileError) {
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
        self.comment = comment
        self.line = line
        gathered = .allocate(capacity: 1)
        gathered.initialize(to: GatheredRecord())
    }

    deinit {
        csv_free(parser)
        parser.deallocate()
        gathered.deinitialize(count: 1)
        gathered.deallocate()
    }

    /// Reads the whole lines of `text` until `body` returns false, and gives how many bytes it took.
    ///
    /// A CR at the end is a line's end only with `isEnd`, where no LF can follow. With `isFull` no more of the text can
    /// be had before some is taken, and a line that is longer is read in parts.
    mutating func read(
        _ text: UnsafeRawBufferPointer, isEnd: Bool, isFull: Bool, body: (inout RawRecord) -> Bool
    ) throws(JobFileError) -> Int {
        findNUL(in: text)
        var start = 0
        var (lf, cr, quote) = (-1, -1, -1)
        while start < text.count, !isStopped {
            if lf < start { lf = Self.find(0x0A, in: text, from: start) }
            if cr < start { cr = Self.find(0x0D, in: text, from: start) }
            if quote < start { quote = Self.find(0x22, in: text, from: start) }
            let mark = min(lf, cr)
            guard mark < text.count, mark == lf || mark + 1 < text.count || isEnd else {
                guard start == 0, isFull else { break }
                try takePart(UnsafeRawBufferPointer(rebasing: text[..<mark]), body)
                lineBytes += mark
                return mark
            }
            let isPair = mark == cr && mark + 1 < text.count && lf == mark + 1
            let end = mark + (isPair ? 2 : 1)
            if quote < mark || isOpen {
                try takePart(UnsafeRawBufferPointer(rebasing: text[start..<end]), body)
            } else if mark > start {
                takeLine(UnsafeRawBufferPointer(rebasing: text[start..<mark]), body)
            }
            start = end
            line += 1
            lineBytes = 0
            isComment = false
        }
        return start
    }

    /// Lets `read` begin again after it was stopped.
    mutating func goOn() { isStopped = false }

    /// Reads the last line, which no line's end closes, and ends the table. Throws `unbalancedQuote` and `tooLarge`.
    mutating func finish(
        _ text: UnsafeRawBufferPointer, body: (inout RawRecord) -> Bool
    ) throws(JobFileError) {
        findNUL(in: text)
        if !text.isEmpty { try takePart(text, body) }
        guard csv_fini(parser, Self.cellEnded, Self.recordEnded, gathered) == 0 else {
            throw JobFileError(
                .unbalancedQuote, line: gathered.pointee.cellLine,
                context: "the quote that opens a cell on this line is never closed")
        }
        if let tooLarge = gathered.pointee.tooLarge { throw tooLarge }
        give(body)
    }

    /// Takes a line without quotes and without its end: its cells are what stands between the delimiters.
    private mutating func takeLine(_ text: UnsafeRawBufferPointer, _ body: (inout RawRecord) -> Bool) {
        guard let text = begun(text) else { return }
        var start = 0
        while true {
            let end = Self.find(delimiter, in: text, from: start)
            gathered.pointee.end(cell: UnsafeRawBufferPointer(rebasing: text[start..<end]))
            guard end < text.count else { break }
            start = end + 1
        }
        gathered.pointee.endRecord()
        give(body)
    }

    /// Takes a line with its end, or a part of one.
    private mutating func takePart(
        _ text: UnsafeRawBufferPointer, _ body: (inout RawRecord) -> Bool
    ) throws(JobFileError) {
        guard let own = isOpen ? text : begun(text) else { return }
        gathered.pointee.line = line
        try feed(own, behind: lineBytes + text.count - own.count)
        if let tooLarge = gathered.pointee.tooLarge { throw tooLarge }
        isOpen = !give(body)
    }

    /// What is the record's own of the line, or the part of one, with which it may begin; nil where none does.
    private mutating func begun(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard !isComment else { return nil }
        gathered.pointee.begin(line: line)
        var text = text
        if text[0] == PlainText.mark[0], text.starts(with: PlainText.mark) {
            text = UnsafeRawBufferPointer(rebasing: text[PlainText.mark.count...])
            guard let first = text.first, first != 0x0A, first != 0x0D else { return nil }
            gathered.pointee.doubt(
                "a byte order mark stands before the line: a second file seems to begin here; take out the mark, "
                    + "and the line where it is a header")
        }
        if let comment, text.first == comment {
            isComment = true
            return nil
        }
        return text
    }

    /// Hands over the record that has ended. False where none has.
    @discardableResult
    private mutating func give(_ body: (inout RawRecord) -> Bool) -> Bool {
        guard gathered.pointee.hasEnded else { return false }
        if !body(&gathered.pointee.record) { isStopped = true }
        gathered.pointee.clear()
        return true
    }

    /// Feeds a line or a part of one, of which `behind` bytes are before it.
    private mutating func feed(_ text: UnsafeRawBufferPointer, behind: Int) throws(JobFileError) {
        var rest = text
        while true {
            let taken = csv_parse(parser, rest.baseAddress, rest.count, Self.cellEnded, Self.recordEnded, gathered)
            if taken == rest.count { break }
            rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
            guard csv_error(parser) == CSV_EPARSE else { throw outOfMemory }
            guard rest[0] == UInt8(ascii: "\"") else {
                throw JobFileError(
                    .strayQuote, line: line, column: behind + text.count - rest.count + 1,
                    context: "text follows the quote that closes a cell; inside a quoted cell a quote is written twice")
            }
            try takeQuote(rest)
            rest = UnsafeRawBufferPointer(rebasing: rest[1...])
        }
        limitCell()
    }

    /// A quote within an unquoted cell is taken as it is (5" pipe), but not where only blanks stand before it.
    private func takeQuote(_ rest: UnsafeRawBufferPointer) throws(JobFileError) {
        if gathered.pointee.takesFirstQuote() {
            let before = UnsafeRawBufferPointer(start: parser.pointee.entry_buf, count: parser.pointee.entry_pos)
            if before.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                gathered.pointee.doubt(
                    "a blank stands before the opening quote of cell \(gathered.pointee.count + 1); take it out")
            }
        }
        csv_set_opts(parser, 0)
        let taken = csv_parse(parser, rest.baseAddress, 1, Self.cellEnded, Self.recordEnded, gathered)
        csv_set_opts(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI))
        guard taken == 1 else { throw outOfMemory }
    }

    /// Keeps libcsv from gathering a cell without end: what is beyond the limit is counted. The last byte stays, because
    /// it may be a closing quote, which libcsv takes back.
    private func limitCell() {
        let beyond = parser.pointee.entry_pos - (FileLimits.keptCellBytes + 1)
        guard beyond > 0 else { return }
        gathered.pointee.dropped += beyond
        parser.pointee.entry_pos -= beyond
    }

    private var outOfMemory: JobFileError {
        JobFileError(.outOfMemory, line: line, context: "libcsv ran out of memory")
    }

    private func findNUL(in text: UnsafeRawBufferPointer) {
        if Self.find(0, in: text, from: 0) < text.count { gathered.pointee.mayHoldNUL = true }
    }

    /// Where a byte stands next, or the end.
    private static func find(_ byte: UInt8, in text: UnsafeRawBufferPointer, from start: Int) -> Int {
        guard let base = text.baseAddress, let found = memchr(base + start, CInt(byte), text.count - start) else {
            return text.count
        }
        return UnsafeRawPointer(found) - base
    }

    // The callbacks get the record that `parse` passes; it lives as long as the reader does.
    private static let cellEnded: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
        bytes, count, context in
        context?.assumingMemoryBound(to: GatheredRecord.self).pointee
            .end(cell: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }

    private static let recordEnded: @convention(c) (CInt, UnsafeMutableRawPointer?) -> Void = { _, context in
        context?.assumingMemoryBound(to: GatheredRecord.self).pointee.endRecord()
    }
}
