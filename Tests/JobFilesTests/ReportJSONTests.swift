import Jobs
import Tags
import Testing

@testable import JobFiles

@Suite struct ReportJSONTests {
    private static func item(_ row: Int, _ status: String, cells: String = #"{"sku":"007","url":""}"#) -> String {
        #"{"row":\#(row),"line":\#(row + 1),"copy":1,"sku":"007","cells":\#(cells),"status":"\#(status)","#
            + #""reason":null,"detail":null,"uid":"04A1B2C3D4E5F6"}"#
    }

    private static func text(_ items: String...) -> String {
        #"{"schema":"tagmill.report/1","run":{"id":"R1","job":"goods","settings":{"attempts":4}},"items":["#
            + items.joined(separator: ",\n") + "]}"
    }

    @Test func itemsComeWithTheirExactCells() throws {
        let text = Self.text(
            Self.item(1, "written"), Self.item(2, "in-doubt", cells: #"{"sku":"=1","url":" x "}"#),
            Self.item(3, "pending"))
        let (report, source) = try ReportJSON.rerunSource(bytes: Array(text.utf8))
        #expect(report.name == "goods")
        #expect(source.run == "R1")
        #expect(source.columns == ["sku", "url"])
        #expect(source.made.map(\.key.row) == [1])
        #expect(source.records.map(\.key.row) == [2, 3])
        #expect(source.records.map(\.line) == [3, 4])
        #expect(source.records.map(\.cells) == [["=1", " x "], ["007", ""]])
        #expect(source.records[0].uid == UID(hex: "04A1B2C3D4E5F6"))
        #expect(source.records.allSatisfy { $0.isExact })
        for count in 0..<text.utf8.count {
            #expect(throws: JobFileError.self) { try ReportJSON.rerunSource(bytes: Array(text.utf8.prefix(count))) }
        }
    }

    @Test(arguments: [
        ("\"row\":2", "\"row\":1", "items 1 and 2 are both row 1; take one of them out"),
        ("\"row\":2", "\"row\":0", "item 2: row must be a number from 1 on"),
        ("\"row\":2", "\"row\":\"2\"", "item 2: row must be a number from 1 on"),
        ("\"failed\"", "\"broken\"", "item 2: status must be one of written, "),
        ("\"sku\":\"B\"", "\"sku\":7", "item 2: the cell \"sku\" must be a string"),
        ("\"sku\":\"B\"", "\"own\":\"B\"", "item 2 has other cells than the first"),
        ("\"cells\":{\"sku\":\"B\"}", "\"cell\":{}", "item 2: the cells are missing"),
        ("\"items\"", "\"item\"", "the items are missing"),
    ])
    func refuses(_ part: String, _ other: String, _ reason: String) {
        let text = Self.text(
            Self.item(1, "pending", cells: #"{"sku":"A"}"#), Self.item(2, "failed", cells: #"{"sku":"B"}"#))
        #expect(text.contains(part))
        do throws(JobFileError) {
            _ = try ReportJSON.rerunSource(bytes: Array(text.replacing(part, with: other).utf8))
            Issue.record("accepted")
        } catch {
            #expect(error.code == .badReport)
            #expect(error.context.hasPrefix(reason), "\(error)")
        }
    }

    @Test func isToldFromATable() {
        let text = Self.text(Self.item(1, "failed"))
        #expect(ReportJSON.isReport(Array(text.utf8)))
        #expect(ReportJSON.isReport(Array(("\u{FEFF}\n " + text).utf8)))
        #expect(!ReportJSON.isReport(Array("sku,url\n\"tagmill.report/1\",\n".utf8)))
        #expect(!ReportJSON.isReport(Array("{sku},url\n".utf8)))
        #expect(!ReportJSON.isReport([]))
    }

    @Test func whatIsTooLargeNamesTheWayOut() {
        let bytes = [UInt8](repeating: 0x20, count: FileLimits.reportBytes + 1)
        let error = #expect(throws: JobFileError(.tooLarge, context: "")) { try ReportJSON.rerunSource(bytes: bytes) }
        #expect(error?.context.contains("'tagmill rerun RUN' takes the run out of the journal") == true)
    }
}
