import Jobs
import Testing

@testable import JobFiles

/// Everything that a file gave, whichever way it came.
struct Reading: Equatable {
    var headers: [String] = []
    var records: [Table.Record] = []
    var issues: [JobIssue] = []
    var notes: [String] = []
    /// Code and sentence of what was thrown.
    var error: String?

    /// `pieces`: how many bytes the source gives at once; `portion`: how many are split at once.
    init(
        _ bytes: [UInt8], options: CSVOptions = CSVOptions(), pieces: Int = .max,
        portion: Int = FileLimits.portionBytes
    ) {
        var rest = bytes[...]
        let source = ByteSource { () throws(JobFileError) -> ArraySlice<UInt8>? in
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(pieces) }
            return rest.prefix(pieces)
        }
        do throws(JobFileError) {
            let stream = try CSVStream(source, options: options, portion: portion)
            headers = stream.headers
            notes = stream.notes
            defer { issues = stream.issues }
            try stream.read { record in
                records.append(record.record)
                return true
            }
        } catch {
            self.error = "\(error.code.rawValue): \(error)"
        }
    }

    init(_ text: String, options: CSVOptions = CSVOptions()) { self.init(Array(text.utf8), options: options) }

    var cells: [[String]] { records.map(\.cells) }
    var faults: [String?] { records.map(\.fault) }
}

@Suite struct CSVStreamTests {
    static let sample = CSVFileTests.sample + Array("D;\"a\";#x\r\n# note\r\n;\n\u{FEFF}E;\"f\ng\rh\r\ni\";🏷\r".utf8)
    static let options = CSVOptions(comment: "#")

    @Test func theSampleIsRead() {
        let reading = Reading(Self.sample, options: Self.options)
        #expect(reading.headers == ["sku", "text", "url"])
        #expect(
            reading.cells == [
                ["A", "x;\r\n\"y\"", "https://a.example/ä"], ["B", "5\" z", ""], ["C", " \"q\"", ""],
                ["D", "a", "#x"], ["E", "f\ng\rh\r\ni", "🏷"],
            ])
        #expect(reading.records.map(\.line) == [2, 5, 6, 7, 10])
        #expect(reading.issues.map(\.line) == [9])
        #expect(reading.notes == ["the delimiter is ';'"])
        #expect(reading.error == nil)
    }

    /// In whatever pieces the bytes come, and however many are split at once, the result is one.
    @Test func piecesChangeNothing() {
        let whole = Reading(Self.sample, options: Self.options)
        for pieces in [1, 2, 3, 7, 64] {
            for portion in [4, 5, 6, 7, 11, 64, FileLimits.portionBytes] {
                #expect(Reading(Self.sample, options: Self.options, pieces: pieces, portion: portion) == whole)
            }
        }
    }

    @Test func everyPrefixInPieces() {
        for count in 0...Self.sample.count { check(Array(Self.sample.prefix(count))) }
    }

    @Test func everyByteChangedInPieces() {
        for index in Self.sample.indices {
            for byte: UInt8 in [0, 0x09, 0x0A, 0x0D, 0x22, 0x23, 0x2C, 0x3B, 0x41, 0x7C, 0x80, 0xC3, 0xEF, 0xFF] {
                var bytes = Self.sample
                bytes[index] = byte
                check(bytes)
            }
        }
    }

    @Test func randomBytesInPieces() {
        var seed = Seed(state: 20_261_201)
        let letters: [[UInt8]] = ["\"", "\"", "\n", "\r", ",", ";", "a", " ", "\0", "ä", "\u{FEFF}", "#"].map {
            Array($0.utf8)
        }
        for _ in 0..<400 {
            let count = Int.random(in: 0...60, using: &seed)
            check((0..<count).flatMap { _ in letters[Int.random(in: 0..<letters.count, using: &seed)] })
        }
    }

    private func check(_ bytes: [UInt8]) {
        let whole = Reading(bytes, options: Self.options)
        #expect(Reading(bytes, options: Self.options, pieces: 1, portion: 4) == whole)
        #expect(Reading(bytes, options: Self.options, pieces: 7, portion: 7) == whole)
    }

    /// Where no quote stands, libcsv is not asked; what it would have said is the same.
    @Test func linesWithoutQuotesAreSplitAsLibcsvSplitsThem() throws {
        var seed = Seed(state: 20_261_202)
        let letters: [[UInt8]] = [",", ",", "a", " ", "\t", "\0", "ä"].map { Array($0.utf8) }
        for _ in 0..<400 {
            let count = Int.random(in: 1...20, using: &seed)
            let line = (0..<count).flatMap { _ in letters[Int.random(in: 0..<letters.count, using: &seed)] }
            var split: [RawRecord] = []
            var parsed: [RawRecord] = []
            var reader = try RecordReader(delimiter: 0x2C)
            try (line + [0x0A]).withUnsafeBytes { text in
                let taken = try reader.read(text, isEnd: true, isFull: false) { record in
                    split.append(record)
                    return true
                }
                #expect(taken == text.count)
            }
            var libcsv = try RecordReader(delimiter: 0x2C)
            try line.withUnsafeBytes { text in
                try libcsv.finish(text) { record in
                    parsed.append(record)
                    return true
                }
            }
            #expect(split == parsed)
            #expect(split.count == 1)
        }
    }

    /// Lines and cells that are longer than the buffer, and a file of many buffers.
    @Test func whatIsLongerThanTheBuffer() {
        let long = String(repeating: "xä", count: FileLimits.bufferBytes)
        let text = "sku,text\nA,\(long)\nB,\"\(long)\"\nC,\"a\nb\"\n"
        let reading = Reading(text)
        #expect(reading.records.map(\.line) == [2, 3, 4])
        let fault = "cell 2 has 786432 bytes: too long for any tag"
        #expect(reading.faults == [fault, fault, nil])
        // As they came, since the report of a bad row has them too.
        #expect(reading.cells == [["A", long], ["B", long], ["C", "a\nb"]])
        #expect(Reading(Array(text.utf8), pieces: 1000, portion: 777) == reading)
    }

    /// What cannot be kept as it came refuses the file, with the line on which the cell begins; nothing of it is cut.
    @Test func aCellThatCannotBeKeptRefusesTheFile() {
        let most = String(repeating: "x", count: FileLimits.keptCellBytes)
        for (open, close) in [("", ""), ("\"", "\"")] {
            for end in ["\n", ""] {
                let kept = Reading("sku,text\nA,\(open)\(most)\(close)\(end)")
                #expect(kept.error == nil)
                #expect(kept.cells == [["A", most]])
                let longer = Reading("sku,text\nA,\(open)\(most)x\(close)\(end)")
                #expect(longer.records.isEmpty)
                #expect(longer.error?.hasPrefix("file-too-large: ") == true)
                #expect(longer.error?.contains("line 2") == true, "\(longer.error ?? "")")
                #expect(longer.error?.contains("cell 2 has 1048577 bytes") == true)
            }
        }
        // A quote that is never closed is still told as one.
        #expect(
            Reading("sku,text\nA,\"\(most)\(most)").error?.hasPrefix("\(JobFileError.Code.unbalancedQuote.rawValue): ")
                == true)
    }

    @Test func manyRowsInConstantMemory() throws {
        var made = 0
        let line = Array("\"A\",https://a.example/12345678901234567890\r\n".utf8)
        let piece = Array((0..<1000).map { _ in line }.joined())
        let source = ByteSource { () throws(JobFileError) -> ArraySlice<UInt8>? in
            made += 1
            return made == 1 ? Array("sku,url\r\n".utf8)[...] : made <= 51 ? piece[...] : nil
        }
        let stream = try CSVStream(source)
        #expect(stream.headers == ["sku", "url"])
        // No more of the source is held than the buffer takes.
        #expect(made <= 3 + FileLimits.bufferBytes / piece.count)
        var last = 0
        var lines = 0
        try stream.read { record in
            last = record.row
            lines = record.line
            return true
        }
        #expect(last == 50_000)
        #expect(lines == 50_001)
    }

    @Test func stopsAndGoesOn() throws {
        let stream = try CSVStream(ByteSource(Array("sku\n\nA\nB\nC\n".utf8)))
        #expect(stream.headerLine == 1)
        var skus: [String] = []
        for wanted in [1, 3, 3] {
            try stream.read { record in
                skus.append(record.cells.strings[0] + "\(record.row)/\(record.line)")
                return skus.count < wanted
            }
        }
        #expect(skus == ["A1/3", "B2/4", "C3/5"])
    }

    @Test func errorsOfTheSourcePassThrough() throws {
        var isFirst = true
        let source = ByteSource { () throws(JobFileError) -> ArraySlice<UInt8>? in
            guard isFirst else { throw JobFileError(.unreadable, context: "the disk is gone") }
            isFirst = false
            return Array(("sku,text\n" + String(repeating: "A,x\n", count: 70_000)).utf8)[...]
        }
        let stream = try CSVStream(source)
        var count = 0
        #expect(throws: JobFileError(.unreadable, context: "")) {
            try stream.read { _ in
                count += 1
                return true
            }
        }
        #expect(count > 60_000)
    }

    /// What is wrong at a place is told when the records before it were handed over, and ends the file.
    @Test(arguments: [
        (
            "sku,text\nA,x\nB,\"y\"z\nC,x\n",
            "csv-quote-stray: line 3, byte 6: text follows the quote that closes a cell; inside a quoted cell a quote is written twice"
        ),
        (
            "sku,text\nA,x\nB,\"y\nC,x\n",
            "csv-quote-open: line 3: the quote that opens a cell on this line is never closed"
        ),
    ])
    func recordsBeforeAnError(_ text: String, _ error: String) throws {
        #expect(Reading(text).error == error)
        #expect(Reading(text).cells == [["A", "x"]])
        let stream = try CSVStream(ByteSource(Array(text.utf8)))
        #expect(throws: JobFileError.self) { try stream.read { _ in true } }
        try stream.read { _ in
            Issue.record("a record behind the error")
            return true
        }
    }

    @Test(
        arguments: [
            (
                "sku,text\nA,x\nsku,text\nB,y\n",
                [nil, "the header stands here again: a second file begins on this line; take the line out", nil]
            ),
            (
                "sku,text\nA,x\n\u{FEFF}sku,text\nB,y\n",
                [nil, "the header stands here again: a second file begins on this line; take the line out", nil]
            ),
            (
                "sku,text\nA,x\n\u{FEFF}text,sku\nB,y\n",
                [
                    nil,
                    "a byte order mark stands before the line: a second file seems to begin here; take out the mark, and the line where it is a header",
                    nil,
                ]
            ),
            ("sku,text\nA,x\n\u{FEFF}\nB,y\n", [nil, nil]),
            ("sku,text\nA,\"x\n\u{FEFF}\"\n", [nil]),
            ("\u{FEFF}\u{FEFF}sku,text\nA,x\n", [nil]),
            // One column, one word: it may be meant.
            ("text\nHello\ntext\n", [nil, nil]),
        ] as [(String, [String?])])
    func secondFile(_ text: String, _ faults: [String?]) {
        let reading = Reading(text)
        #expect(reading.faults == faults)
        #expect(reading.error == nil)
        #expect(reading.headers.last == "text")
    }

    @Test func tooManyRows() throws {
        let lines = String(repeating: "A\n", count: 102)
        var last = 0
        let stream = try CSVStream(ByteSource(Array(lines.utf8)))
        #expect(stream.rowsMaximum == 1_000_000)
        stream.rowsMaximum = 100
        do throws(JobFileError) {
            // The first line is the header.
            try stream.read { record in
                last = record.row
                return true
            }
            Issue.record("accepted")
        } catch {
            #expect(error.code == .tooManyRecords)
            #expect(error.description == "the file has more than 100 rows; split the job")
        }
        #expect(last == 100)
    }
}
