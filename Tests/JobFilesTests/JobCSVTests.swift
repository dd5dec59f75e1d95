import Jobs
import Testing

@testable import JobFiles

@Suite struct JobCSVTests {
    @Test func quoting() throws {
        let table = Table(
            headers: ["sku", "text"],
            records: [
                Table.Record(row: 1, line: 2, cells: ["=A1", " x "]),
                Table.Record(row: 2, line: 3, cells: ["a,b", "say \"x\""]),
                Table.Record(row: 3, line: 4, cells: ["", "one\r\ntwo"]),
            ])
        let text = String(decoding: try JobCSV.bytes(of: table), as: UTF8.self)
        #expect(text == "sku,text\n=A1, x \n\"a,b\",\"say \"\"x\"\"\"\n,\"one\r\ntwo\"\n")
    }

    /// Cells of any kind come back byte for byte: of a hundred tables, made by seed.
    @Test(arguments: 0..<100) func roundTrip(_ seed: Int) throws {
        let pieces = [
            "a", "", " ", "\t", "\"", "\"\"", ",", ";", "|", "\n", "\r", "\r\n", "=1", "é", "e\u{301}", "\u{FEFF}",
            "\u{A0}",
            "sep=;", "'", "007", "😀", "#",
        ]
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        func cell() -> String { (0..<next(5)).map { _ in pieces[next(pieces.count)] }.joined() }
        let width = 1 + next(4)
        // The first header is no blank, as a header line needs; what is only blank is no record.
        let headers = (0..<width).map { cell() + ($0 == 0 ? "h" : "") }
        let rows = (0..<next(12)).map { _ in (0..<width).map { _ in cell() } }
            .filter { row in row.contains { !$0.isBlank } }
        let table = Table(
            headers: headers,
            records: rows.enumerated().map { Table.Record(row: $0 + 1, line: 0, cells: $1) })
        let back = try CSVFile.read(try JobCSV.bytes(of: table))
        #expect(back.delimiter == ",")
        #expect(back.headers.map { Array($0.utf8) } == headers.map { Array($0.utf8) })
        #expect(back.records.map { $0.cells.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } })
        #expect(back.records.allSatisfy { $0.fault == nil })
    }

    /// A row whose meaning is not known is not written as if it were.
    @Test func rowsWithFaults() throws {
        let found = try ReadJob("true\ntext;x\nuri\n")
        let error = #expect(throws: JobFileError.self) { try JobCSV.bytes(of: found.table) }
        #expect(error?.description == "line 3: row 2 cannot be converted: uri takes Uri, and here are 0")
    }

    /// What is converted is a plain job that means the same.
    @Test func convertedIsPlain() throws {
        let header = DialectsTagWriterTests.semicolonHeader
        let found = try ReadJob(
            "\(header)\nLink;https://a.example/1;URL;a, b;no;yes\nLink;https://a.example/2;;;;yes\n")
        let bytes = try JobCSV.bytes(of: found.table)
        let again = try ReadJob(bytes)
        #expect(again.dialect == nil)
        #expect(again.table.headers == found.table.headers)
        #expect(again.table.records == found.table.records)
        let settings = try #require(JobCSV.settings(found.settings))
        #expect(String(decoding: settings, as: UTF8.self) == "{\n  \"mirror\": \"uid\"\n}\n")
        #expect(try SettingsFile.parse(settings) == Dialect.settings(found.settings, under: nil))
        #expect(JobCSV.settings([]) == nil)
    }

    @Test func ownSettingsWin() {
        let own = JSONValue.object([.init("mirror", .string("counter")), .init("name", .string("x"))])
        #expect(Dialect.settings([.init("mirror", .string("uid"))], under: own) == own)
        let other = JSONValue.object([.init("name", .string("x"))])
        #expect(
            Dialect.settings([.init("mirror", .string("uid"))], under: other)
                == .object([.init("name", .string("x")), .init("mirror", .string("uid"))]))
    }
}
