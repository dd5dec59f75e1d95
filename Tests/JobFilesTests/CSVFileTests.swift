import Jobs
import Testing

@testable import JobFiles

@Suite struct CSVFileTests {
    private func read(_ text: String) throws(JobFileError) -> Table { try CSVFile.read(Array(text.utf8)) }

    @Test(arguments: [
        ("sku,text\nA,x\n", [["A", "x"]]),
        ("sku,text\r\nA,x\r\nB,y", [["A", "x"], ["B", "y"]]),
        ("sku,text\rA,x\rB,y\r", [["A", "x"], ["B", "y"]]),
        ("\u{FEFF}sku,text\nA,x\n", [["A", "x"]]),
        ("sku,text\nA,\"x, \"\"y\"\"\"\n", [["A", "x, \"y\""]]),
        ("sku,text\nA,  x \n", [["A", "  x "]]),
        ("sku,text\nA,5\" pipe\n", [["A", "5\" pipe"]]),
        ("sku,text\nA,“Best”\n", [["A", "“Best”"]]),
        ("sku,text\n,\n\nA,\"\"\n", [["A", ""]]),
        ("sku,text\nA\nB,y,z\n", [["A"], ["B", "y", "z"]]),
        ("sku,text\n", []),
        ("\n\nsku,text\nA,x\n", [["A", "x"]]),
    ])
    func cells(_ text: String, _ cells: [[String]]) throws {
        let table = try read(text)
        #expect(table.headers == ["sku", "text"])
        #expect(table.records.map(\.cells) == cells)
        #expect(table.records.map(\.row) == Array(1..<(cells.count + 1)))
        #expect(table.records.allSatisfy { $0.fault == nil })
        #expect(table.delimiter == ",")
    }

    @Test(arguments: [
        ("sku;text\nA;x\n", ";", ["sku", "text"]),
        ("sku\ttext\nA\tx\n", "\t", ["sku", "text"]),
        ("sku|text\nA|x\n", "|", ["sku", "text"]),
        ("sku,text\nA;1,x;2\nB;1,y;2\n", ",", ["sku", "text"]),
        // A comma within cells and headers of a semicolon file (in every row alike).
        ("sku;text;note (a, b)\nA;x, y;1\nB;z, w;2\n", ";", ["sku", "text", "note (a, b)"]),
        (
            "Type (Link, Text);Content (http://x);URI type (URI, URL)\nLink;a;URI\nText;b;URL\n", ";",
            ["Type (Link, Text)", "Content (http://x)", "URI type (URI, URL)"]
        ),
        ("\"a;b\",text\n1;2,x\n", ",", ["a;b", "text"]),
        ("text\nHello\n", ",", ["text"]),
        ("sep=;\r\nsku;text\r\nA;x\r\n", ";", ["sku", "text"]),
        ("\"sep=|\"\nsku|te,xt\n", "|", ["sku", "te,xt"]),
        // No such line, by one sign.
        ("sep\u{1D};text\nA;x\n", ";", ["sep\u{1D}", "text"]),
        ("SEP=\t\nsku\ttext\n", "\t", ["sku", "text"]),
        // One short row does not mislead.
        ("sku,text,name;x\nA,b\nB,c,d\n", ",", ["sku", "text", "name;x"]),
    ])
    func delimiters(_ text: String, _ delimiter: Character, _ headers: [String]) throws {
        let table = try read(text)
        #expect(table.delimiter == delimiter)
        #expect(table.headers == headers)
    }

    @Test func knownHeadersHelp() throws {
        let text = "Nr;A,B\n1;x,y\n2;z,w\n"
        #expect(try CSVFile.read(Array(text.utf8), knownHeaders: ["A,B"]).delimiter == ";")
        #expect(try CSVFile.read(Array(text.utf8), knownHeaders: ["Nr;A"]).delimiter == ",")
    }

    /// Lines are physical ones: quoted line ends of every kind count, blank lines and the line `sep=` too.
    @Test func lines() throws {
        let table = try read("sep=,\nsku,text\n\nA,\"1\r\n2\n3\r4\"\r\n\nB,x\n\"\nC\",y\nD,z")
        #expect(table.records.map(\.line) == [4, 9, 10, 12])
        #expect(table.records[0].cells == ["A", "1\r\n2\n3\r4"])
        #expect(table.records[2].cells == ["\nC", "y"])
    }

    @Test func emptyRowsAreTold() throws {
        let table = try read("sku,text\nA,x\n,\nB,y\n , \n")
        #expect(table.records.map(\.row) == [1, 2])
        #expect(table.records.map(\.line) == [2, 4])
        #expect(table.issues.map(\.code) == ["row-empty"])
        #expect(table.issues.map(\.severity) == [.warning])
        #expect(table.issues.map(\.line) == [3])
    }

    @Test func faultsOfOneRecord() throws {
        let long = String(repeating: "x", count: FileLimits.cellBytes + 1)
        let table = try read("sku,text\nA,a\0b\nB,\(long)\nC, \"x\"\nD,\" \"\"x\"\"\"\nE,fine\n")
        #expect(table.records.map { $0.fault != nil } == [true, true, true, false, false])
        #expect(table.records[1].fault?.contains("too long for any tag") == true)
        #expect(table.records[0].cells == ["A", "a\0b"])
        #expect(table.records[3].cells == ["D", " \"x\""])
        let job = Job.resolve(table: table, settings: Settings(), name: "x")
        #expect(job.items.map { $0.fault != nil } == [true, true, true, false, false])
    }

    @Test(arguments: [
        ([UInt8]("".utf8), JobFileError.Code.empty, Int?.none, Int?.none),
        ([UInt8](" \n\r\n".utf8), .empty, nil, nil),
        ([UInt8](",,\n,,\n".utf8), .empty, nil, nil),
        ([0xEF, 0xBB, 0xBF], .empty, nil, nil),
        ([UInt8]("sep=;\n".utf8), .empty, nil, nil),
        ([UInt8]("sep=x\nsku\n".utf8), .badSeparatorLine, 1, nil),
        ([UInt8]("sku,text\nA,\"x\nB,y\n".utf8), .unbalancedQuote, 2, nil),
        ([UInt8]("sku,text\nA,x\n\"B\n\n\",\"y\nC,z\n".utf8), .unbalancedQuote, 5, nil),
        ([UInt8]("sku,text\n\"".utf8), .unbalancedQuote, 2, nil),
        ([UInt8]("sku,text\nA,\"x\"y\n".utf8), .strayQuote, 2, 6),
        ([UInt8]("sku,text\nA,\"x\" \n".utf8), .strayQuote, 2, 6),
        ([UInt8]("sku,text\nA,\"\nx\"y\n".utf8), .strayQuote, 3, 3),
        ([UInt8]("sku,te\0xt\nA,x\n".utf8), .badHeader, 1, nil),
        ([UInt8]("sku,text\nA,Gr".utf8) + [0xF6, 0xDF, 0x65, 0x0A], .notUTF8, 2, 5),
        ([UInt8]("sku\r\nA\rB".utf8) + [0xC3], .notUTF8, 3, 2),
        ([UInt8]("sku\n".utf8) + [0xED, 0xA0, 0x80], .notUTF8, 2, 1),
        ([0xFF, 0xFE, 0x73, 0x00, 0x0A, 0x00, 0x41], .undecodable, 2, nil),
        ([0xFE, 0xFF, 0x00, 0x73, 0xDC, 0x00], .undecodable, 1, nil),
        ([0x73, 0, 0x6B, 0, 0x75, 0, 0x0A, 0], .wideCharacters, nil, nil),
        ([0, 0x73, 0, 0x6B, 0, 0x75, 0, 0x0A], .wideCharacters, nil, nil),
    ])
    func refused(_ bytes: [UInt8], _ code: JobFileError.Code, _ line: Int?, _ column: Int?) {
        do throws(JobFileError) {
            _ = try CSVFile.read(bytes)
            Issue.record("accepted")
        } catch {
            #expect(error.code == code)
            #expect(error.line == line)
            #expect(error.column == column)
        }
    }

    @Test func limits() {
        let wide = String(repeating: ",", count: FileLimits.columns)
        #expect(throws: JobFileError(.badHeader, context: "")) { try read("a\(wide)\n") }
        #expect(throws: JobFileError(.tooLarge, context: "")) {
            try CSVFile.read([UInt8](repeating: 0x61, count: FileLimits.tableBytes + 1))
        }
        do throws(JobFileError) {
            let table = try read("sku,text\nA,b\(wide)\n")
            #expect(table.records[0].fault != nil)
            #expect(table.records[0].cells.count == FileLimits.columns)
        } catch {
            Issue.record("\(error)")
        }
    }

    static let sample = Array(
        "\u{FEFF}sku;text;url\r\nA;\"x;\r\n\"\"y\"\"\";https://a.example/ä\r\n\r\nB;5\" z;\rC; \"q\";\n".utf8)

    /// Every begin of a file is read or refused, and the job out of it checked, without a trap.
    @Test func everyPrefix() throws {
        for count in 0...Self.sample.count { check(Array(Self.sample.prefix(count))) }
        #expect(try CSVFile.read(Self.sample).records.count == 3)
    }

    @Test func everyByteChanged() {
        for index in Self.sample.indices {
            for byte: UInt8 in [0, 0x09, 0x0A, 0x0D, 0x22, 0x2C, 0x3B, 0x41, 0x7C, 0x80, 0xC3, 0xFF] {
                var bytes = Self.sample
                bytes[index] = byte
                check(bytes)
            }
        }
    }

    @Test func randomBytes() {
        var seed = Seed(state: 20_261_130)
        let letters = Array("\"\"\"\n\r,;|\tax \0{}=".utf8) + [0xC3, 0xA4]
        for _ in 0..<400 {
            let count = Int.random(in: 0...80, using: &seed)
            check((0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &seed)] })
            check((0..<count).map { _ in UInt8.random(in: 0...255, using: &seed) })
        }
    }

    /// What must hold of any bytes.
    private func check(_ bytes: [UInt8]) {
        guard let table = try? CSVFile.read(bytes) else { return }
        #expect(!table.headers.isEmpty)
        let lines = table.records.map(\.line)
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 })
        #expect(lines.allSatisfy { $0 <= bytes.count + 1 })
        let job = Job.resolve(table: table, settings: Settings(text: "{row}"), name: "fuzz")
        #expect(job.hasErrors || !job.items.isEmpty)
        if (try? ReportFile.isReport(table)) == true { _ = try? ReportFile.rerunSource(table) }
    }
}

/// A small generator, so that a failure comes again.
struct Seed: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
