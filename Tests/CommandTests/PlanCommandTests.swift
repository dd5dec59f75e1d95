import Foundation
import Testing

@testable import tagmill

@Suite struct PlanCommandTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = folder.path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func aGoodJobIsATable() throws {
        let run = ToolRun("plan", try file("a.csv", "sku,url\nA,https://example.com/a\nB,https://example.com/b\n"))
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                row  line  tags  bytes  fits                         sku  first record
                1    2     1     18     NTAG213 NTAG215 NTAG216 +19  A    https://example.com/a
                2    3     1     18     NTAG213 NTAG215 NTAG216 +19  B    https://example.com/b
                message bytes: 18; with the TLV on the tag: 20
                chips that hold every row: NTAG213 NTAG215 NTAG216 +19
                the smallest chip for every row among NTAG213, 215 and 216: NTAG213 (137 bytes)
                2 rows, 2 tags, 0 errors, 0 warnings

                """)
    }

    /// Field case 49: a semicolon file whose cells hold commas; the delimiter is found, and told.
    @Test func aDelimiterThatIsFoundIsTold() throws {
        let path = try file(
            "a.csv", "sku;url;text\nA-1;https://example.com/a;Oak, tall, oiled\nA-2;https://example.com/b;Ash\n")
        let run = ToolRun("plan", path, "--json")
        #expect(run.code == .success)
        #expect(run.errors == "\(path): the delimiter is ';'\n")
        #expect(run.output.contains(#""sku":"A-1","message_bytes":"#))
        // The whole cell is the text.
        let alone = ToolRun("plan", try file("b.csv", "sku;text\nA;Oak, tall, oiled\nB;Ash\n"))
        #expect(alone.output.contains("Oak, tall, oiled"))
        #expect(alone.code == .success)
    }

    @Test func everyProblemIsSaidWithItsPlace() throws {
        let path = try file("a.csv", "sku,url\nA,https://example.com/a\nB,nourl\nA,https://example.com/c\n")
        let run = ToolRun("plan", path)
        #expect(run.code == .refused)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("\(path):3: error: row 2, column 'url': "))
        #expect(lines[1].hasPrefix("\(path):4: error: row 3, column 'sku': "))
        #expect(lines[2] == "tagmill: \(path): refused, 2 errors; no tag was touched")
        #expect(run.output.hasSuffix("3 rows, 3 tags, 2 errors, 0 warnings\n"))

        let json = ToolRun("plan", path, "--json")
        #expect(json.code == .refused)
        #expect(json.errors == "tagmill: \(path): refused, 2 errors; no tag was touched\n")
        #expect(json.output.hasPrefix(#"{"schema":"tagmill.plan/1","rows":[{"row":1,"line":2,"sku":"A","#))
        #expect(json.output.contains(#""code":"sku-twice","row":3,"line":4,"column":"sku""#))
    }

    @Test(arguments: [
        ("", "file-empty", "null"), ("sku,url\nA,\"https://example.com", "csv-quote-open", "2"),
        ("sku,url\n", "no-rows", "null"),
    ])
    func aFileThatIsNoJobIsAnIssueToo(text: String, code: String, line: String) throws {
        let run = ToolRun("plan", try file("a.csv", text), "--json")
        #expect(run.code == .refused)
        let issue = #""rows":[],"issues":[{"severity":"error","code":"\#(code)","row":null,"line":\#(line),"#
        #expect(run.output.contains(issue))
    }

    @Test func whatCannotBeReadIsOneSentence() {
        let run = ToolRun("plan", folder.path + "/none.csv")
        #expect(run.code == .refused)
        #expect(run.errors == "tagmill: \(folder.path)/none.csv: cannot be read: No such file or directory\n")
        #expect(run.output.isEmpty)
        #expect(ToolRun("plan", folder.path).errors.hasSuffix(": cannot be read: Is a directory\n"))
    }

    @Test func optionsMakeTheMessages() throws {
        let path = try file("a.csv", "sku\nA\n")
        #expect(ToolRun("plan", path).code == .refused)
        let run = ToolRun("plan", path, "--url", "https://example.com/{sku}", "--text", "Shelf {sku}", "--lang", "de")
        #expect(run.code == .success)
        #expect(run.output.contains("https://example.com/A"))
        #expect(ToolRun("plan", path, "--lang", "x y").errors.contains("--lang takes a language code"))
    }

    // MARK: Settings

    @Test func settingsBesideTheJobAreTakenAndTold() throws {
        let path = try file("a.csv", "sku;url\nA;https://example.com/a\n")
        let settings = try file("a.json5", "{chips: ['NTAG215'], /* these alone */}")
        let run = ToolRun("plan", path)
        #expect(run.code == .success)
        #expect(run.errors == "settings: \(settings)\n\(path): the delimiter is ';'\n")
        #expect(run.output.contains("  NTAG215  A"))
        #expect(ToolRun("plan", path, "-q").errors.isEmpty)
        let none = ToolRun("plan", path, "--settings", "none")
        #expect(none.output.contains("  NTAG213 NTAG215 NTAG216 +19  A"))
        #expect(none.errors == "\(path): the delimiter is ';'\n")
    }

    @Test func settingsThatAreRefusedNameTheirFile() throws {
        let path = try file("a.csv", "sku,url\nA,https://example.com/a\n")
        let beside = try file("a.json", #"{"overwritte": "same"}"#)
        let run = ToolRun("plan", path)
        #expect(run.code == .refused)
        #expect(run.errors.hasPrefix("tagmill: \(beside): "))
        #expect(run.errors.contains("overwrite"))
        #expect(run.errors.hasSuffix(" (taken because of its name; --settings none turns that off)\n"))
        #expect(run.output.isEmpty)

        let named = try file("other.json", "{")
        let other = ToolRun("plan", path, "--settings", named)
        #expect(other.errors.hasPrefix("tagmill: \(named): line 1"))
        #expect(!other.errors.contains("--settings none"))

        _ = try file("a.json5", "{}")
        let both = ToolRun("plan", path)
        #expect(both.code == .refused)
        #expect(both.errors.contains("both lie beside the job"))
    }

    /// The day of the station, as its clock has it.
    @Test func theDateIsThatOfTheStation() throws {
        let path = try file("dated.csv", "sku\nA\n")
        let run = ToolRun("plan", path, "--url", "https://example.com/{date}/{date:YYYYMMDD}")
        #expect(run.code == .success)
        let today = try #require(run.output.firstMatch(of: /example\.com\/(\d{4})-(\d\d)-(\d\d)\/(\d{8})/))
        #expect("\(today.1)\(today.2)\(today.3)" == today.4)
        #expect(try #require(Int(today.1)) > 2025)
    }

    /// Headers that the settings name find the delimiter where the job's own would not.
    @Test func columnsOfTheSettingsHelpToReadTheJob() throws {
        let path = try file("a.csv", "Artikel|Ziel\nA|https://example.com/a,b\nB|https://example.com/c,d\n")
        _ = try file("a.json", #"{"columns": {"Artikel": "sku", "Ziel": "url"}}"#)
        let run = ToolRun("plan", path)
        #expect(run.code == .success)
        #expect(run.output.contains("A    https://example.com/a,b"))
    }

    // MARK: Reports

    /// Its `report.json` lies where a job has its settings: that must not be what is complained of.
    @Test func aReportIsNoJob() throws {
        let path = try file("report.csv", "sku,url,result_run,result_status\nA,https://example.com/a,R,failed\n")
        _ = try file("report.json", #"{"schema": "tagmill.report/1"}"#)
        let run = ToolRun("plan", path)
        #expect(run.code == .refused)
        #expect(run.errors.contains("'tagmill rerun'"))
        #expect(run.output.isEmpty)
        let verify = try file("v.csv", "sku,url,result_status,result_source\nA,https://example.com/a,match,R\n")
        #expect(ToolRun("plan", verify).errors.contains("report of verify"))
    }

    @Test func theNameIsTheFilesWithoutItsEnd() {
        func job(_ path: String) -> JobFile {
            JobFile(path: path, bytes: [], isReport: false, table: nil, fault: nil)
        }
        #expect(job("/x/tags.csv").name == "tags")
        #expect(job("tags.CSV").stem == "tags")
        #expect(job("a/tags.txt").name == "tags.txt")
        #expect(job(".csv").name == ".csv")
    }
}
