import Jobs
import Reports
import Testing

@Suite("report.csv")
struct ReportCSVTests {
    @Test(
        "cells are quoted where needed, and nowhere else",
        arguments: [
            ("", ""), ("plain", "plain"), ("a b", "a b"), ("Größe €", "Größe €"), ("a;b", "a;b"), ("a\tb", "a\tb"),
            ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""),
            ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), (" a", "\" a\""), ("a ", "\"a \""), ("a\t", "\"a\t\""),
            (" ", "\" \""), ("\u{FEFF}a", "\"\u{FEFF}a\""), ("\"\u{301}", "\"\"\"\u{301}\""),
            (",\u{301}", "\",\u{301}\""), ("sep=;", "\"sep=;\""), ("SEP=", "\"SEP=\""), ("sep", "sep"),
            ("sep;=", "sep;="), ("a sep=", "a sep="),
        ])
    func quoting(cell: String, written: String) {
        #expect(Array(ReportCSV.quoted(cell).utf8) == Array(written.utf8))
    }

    /// Read back, the first line would be taken for the hint of spreadsheets that names the delimiter.
    @Test func aFirstColumnThatBeginsAsTheHintDoesStandsInQuotes() {
        #expect(ReportCSV.header(columns: ["sep=a", "sep=b"]).hasPrefix("\"sep=a\",sep=b,result_run,"))
    }

    @Test(
        "a guard stands inside the quotes, and keeps a blank in front by itself",
        arguments: [
            ("=1", "'=1"), ("\tx", "'\tx"), ("\t", "\"'\t\""), ("-a,b", "\"'-a,b\""), ("'\"", "\"''\"\"\""),
            (" =1", "\" =1\""),
            ("a=1", "a=1"), ("", ""),
        ])
    func guards(cell: String, written: String) {
        var csv = CSVWriter()
        for _ in 0..<2 {
            csv.cell("x")
            csv.cell(cell)
            csv.cell(.number(-1))
            csv.cell(ResultValue.none)
            csv.endLine()
            #expect(Array(csv.bytes) == Array("x,\(written),'-1,\n".utf8))
            csv.removeAll()
        }
    }

    @Test("own columns stand first, as they came, and ours follow")
    func header() {
        let ours = ResultColumn.allCases.map(\.header).joined(separator: ",")
        #expect(ReportCSV.header(columns: ["SKU ", "=x", "a,b"]) == "\"SKU \",'=x,\"a,b\",\(ours)\n")
        #expect(ReportCSV.header(columns: []) == ours + "\n")
    }

    @Test("the guard stands inside the quotes, and user data in our columns is guarded too")
    func guarded() throws {
        let item = Item(
            key: ItemKey(row: 1, copy: 1), line: 2, sku: "-1", cells: ["-1", "\n=x", "+49,30"], message: [],
            summary: "", fault: "@fault, twice")
        var record = SampleRun.record
        record.columns = ["sku", "a", "b"]
        let row = ReportRow(run: record, entry: ItemEntry(item: item), digest: SampleRun.digest)
        #expect(
            ReportCSV.line(row) == "'-1,\"'\n=x\",\"'+49,30\",20261130T081500Z-autumn-labels,1,2,1,'-1,invalid,"
                + "row-invalid,\"'@fault, twice\",,,,,,,,none,0,,,,,\n")
    }

    @Test("every line has as many cells as the header, and reading gives back what was there")
    func roundTrip() throws {
        let columns = SampleRun.record.columns
        for entry in try SampleRun.entries() {
            let row = ReportRow(run: SampleRun.record, entry: entry, digest: SampleRun.digest)
            let records = parse(ReportCSV.header(columns: columns) + ReportCSV.line(row))
            #expect(records.count == 2)
            #expect(records[0] == columns + ResultColumn.allCases.map(\.header))
            #expect(records[1].count == records[0].count)
            #expect(records[1].map(CellGuard.unguarded).starts(with: entry.item.cells))
        }
    }

    /// RFC 4180, for valid input.
    private func parse(_ text: String) -> [[String]] {
        let scalars = Array(text.unicodeScalars)
        var records: [[String]] = [[]]
        var cell = ""
        var isQuoted = false
        var index = 0
        while index < scalars.count {
            switch (scalars[index], isQuoted) {
            case ("\"", true) where index + 1 < scalars.count && scalars[index + 1] == "\"":
                cell += "\""
                index += 1
            case ("\"", _): isQuoted.toggle()
            case (",", false), ("\n", false):
                records[records.count - 1].append(cell)
                cell = ""
                if scalars[index] == "\n" { records.append([]) }
            default: cell.unicodeScalars.append(scalars[index])
            }
            index += 1
        }
        return records.dropLast()
    }
}
