import Foundation
import TestSupport
import Testing

@testable import tagmill

/// What `plan` says of all rows together, as text, as JSON and as a page; and how it is told what its file is.
@Suite struct PlanOutputTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ name: String, _ text: String) throws -> String { try file(name, bytes: Data(text.utf8)) }

    private func file(_ name: String, bytes: Data) throws -> String {
        let path = folder.path + "/" + name
        try bytes.write(to: URL(fileURLWithPath: path))
        return path
    }

    private func contents(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    /// Rows 7 and 90 of a hundred are longer.
    private func hundred() throws -> String {
        var text = "sku,url,text\n"
        for row in 1...100 {
            let long = [7, 90].contains(row) ? String(repeating: "x", count: 300) : "Shelf"
            text += "S\(row),https://example.com/\(row),\(long)\n"
        }
        return try file("hundred.csv", text)
    }

    // MARK: Text

    @Test func aLargeJobIsSummedUp() throws {
        let run = ToolRun("plan", try hundred())
        #expect(run.code == .success)
        #expect(
            run.output == """
                more than 50 rows: --verbose lists them
                message bytes: 30 to 329, half of them up to 31; with the TLV on the tag: 32 to 333, half of them up to 33
                chips that hold every row: NTAG215 NTAG216 +6
                needs NTAG215 because of rows 7 and 90: NTAG213 holds 137 bytes
                messages         rows                                            smallest chips for them
                up to 46 bytes   98    ########################################  Ultralight MF0UL11 NTAG210 +1
                up to 492 bytes  2     #                                         NTAG215
                100 rows, 100 tags, 0 errors, 0 warnings

                """)
        let verbose = ToolRun("plan", try hundred(), "-v").output
        #expect(verbose.hasPrefix("row  line  tags  bytes  fits "))
        #expect(verbose.contains("\n100  101   1     "))
        #expect(verbose.hasSuffix("100 rows, 100 tags, 0 errors, 0 warnings\n"))
    }

    @Test func fiftyRowsAreListedAndMoreAreNot() throws {
        for (rows, isListed) in [(50, true), (51, false)] {
            let lines = (1...rows).map { "S\($0),https://example.com/\($0)\n" }.joined()
            let output = ToolRun("plan", try file("a.csv", "sku,url\n" + lines)).output
            #expect(output.contains("https://example.com/50") == isListed)
            #expect(output.hasSuffix("\(rows) rows, \(rows) tags, 0 errors, 0 warnings\n"))
        }
    }

    @Test func rowsThatMakeTheSameTag() throws {
        let path = try file(
            "a.csv", "sku,url\nA,https://example.com/a\nB,https://example.com/b\nC,https://example.com/a\n")
        let run = ToolRun("plan", path)
        #expect(run.code == .success)
        #expect(run.output.contains("\n1 row would make the same tag as an earlier one: row 3 as row 1\n"))
    }

    /// Of warnings alike some are told, then how many there are; errors are told each.
    @Test func warningsOfOneKindAreSummedUp() throws {
        let rows = (1...30).map { "S\($0), https://example.com/\($0)\n" }.joined()
        let path = try file("a.csv", "sku,url\n" + rows)
        let lines = ToolRun("plan", path).errors.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(
            lines.last == "\(path): warning: url-trimmed: 30 rows, 10 more than are told here; --verbose tells them all"
        )
        #expect(ToolRun("plan", path, "-v").errors.split(separator: "\n").count == 30)
        #expect(ToolRun("plan", path, "-q").errors.isEmpty)
        let bad = (1...30).map { "S\($0),nourl\n" }.joined()
        #expect(ToolRun("plan", try file("b.csv", "sku,url\n" + bad), "-q").errors.split(separator: "\n").count == 31)
    }

    /// A fault of the file that comes late is told after the rows before it were.
    @Test func aQuoteThatIsNeverClosed() throws {
        // By the first rows it is told what file it is; a fault among them refuses it at once.
        let good = (1...40).map { "A\($0),https://example.com/a\($0)\n" }.joined()
        let path = try file("a.csv", "sku,url\n" + good + "B,nourl\nC,\"https://example.com/c\n")
        let run = ToolRun("plan", path)
        #expect(run.code == .refused)
        let lines = run.errors.split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[0].hasPrefix("\(path):42: error: row 41"))
        #expect(lines[1].hasPrefix("\(path):43: error: "))
        #expect(lines[2] == "tagmill: \(path): refused, 2 errors; no tag was touched")
        #expect(run.output.hasSuffix("41 rows, 41 tags, 2 errors, 0 warnings\n"))
        let json = ToolRun("plan", path, "--json").output
        #expect(json.contains(#""issues":[{"severity":"error","code":"csv-quote-open","row":null,"line":43,"#))
    }

    @Test func phonesAreThoughtOf() throws {
        let run = ToolRun("plan", try file("a.csv", "sku,text\nA,x\nB,y\n"))
        #expect(run.code == .success)
        #expect(run.errors.contains("warning: the first record is no URI"))
        #expect(run.output.hasSuffix("2 rows, 2 tags, 0 errors, 1 warning\n"))
    }

    /// Once a job, by whatever checks it.
    @Test(arguments: [["run"], ["run", "-n"], ["simulate", "--runs", "1", "--seed", "1"]])
    func phonesAreThoughtOfByOthersToo(words: [String]) throws {
        let bench = try JobBench()
        let job = try bench.file("job.csv", "sku,text,quantity\nA,x,2\nB,y,\n")
        let planned = bench.tool("plan", job).errors
        #expect(planned.hasPrefix("\(job): warning: the first record is no URI"), "\(planned)")
        #expect(planned.hasSuffix("(2 rows, the first is row 1)\n"))
        let rack = try bench.rack(#"{"chip": "NTAG213", "count": 3, "uid": "04A10000000001"}"#)
        let options = ["--rack", rack] + (words[0] == "run" ? ["--out", bench.path + "/out"] : [])
        let run = bench.tool([words[0], job] + words.dropFirst() + options)
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.hasPrefix(planned), "\(run.errors)")
        #expect(run.errors.components(separatedBy: "the first record is no URI").count == 2)
    }

    // MARK: JSON

    @Test(arguments: [
        "sku,url\nA,https://example.com/a\nB,nourl\nA, https://example.com/a\n",
        "text,quantity,lock,chip\nx,3,true,NTAG216\n",
        "sku,url\n", "", "name\nx\n", "text\nx\n\"y\n",
    ])
    func documentsHoldToTheSchema(text: String) throws {
        let path = try file("a.csv", text)
        let schema = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/plan.schema.json")
        let checker = SchemaChecker(schema: try JSONDecoder().decode(JSONDocument.self, from: Data(contentsOf: schema)))
        let rack = try ScratchRack()
        for words in [
            ["plan", path, "--json"], ["plan", path, "--json", "--time", "--rack", rack.path],
            ["run", path, "-n", "--json"],
        ] {
            let run = ToolRun(words: words, environment: ["TAGMILL_JOURNAL": folder.path + "/none.sqlite"])
            let document = try JSONDecoder().decode(JSONDocument.self, from: Data(run.output.utf8))
            #expect(checker.faults(of: document) == [], "\(words)")
        }
        guard
            case .object(var members) = try JSONDecoder().decode(
                JSONDocument.self, from: Data(ToolRun("plan", path, "--json").output.utf8))
        else { return }
        members["more"] = .null
        #expect(checker.faults(of: .object(members)) != [])
    }

    @Test func totalsOfTheDocument() throws {
        let json = ToolRun("plan", try hundred(), "--json").output
        let document = try JSONDecoder().decode(JSONDocument.self, from: Data(json.utf8))
        let totals = try #require(document["totals"])
        #expect(document["rows"]?.count == 100)
        #expect(document["rows"]?[6]?["message_bytes"] == .integer(328))
        #expect(document["rows"]?[6]?["tlv_bytes"] == .integer(332))
        #expect(totals["cheapest"] == .string("NTAG215"))
        #expect(totals["chips"]?["NTAG213"] == .integer(98))
        #expect(totals["needed_for"]?["rows"] == .integer(2))
        #expect(totals["needed_for"]?["examples"] == .array([.integer(7), .integer(90)]))
        #expect(totals["message_bytes"]?["max"] == .integer(329))
        #expect(totals["same_tag"]?["rows"] == .integer(0))
    }

    /// `run --dry-run` says what `plan` says.
    @Test func theDryRunSaysTheSame() throws {
        let path = try file(
            "a.csv",
            "sku,url,quantity\nA,https://example.com/a,2\nB,https://example.com/a,\nC,nourl,\nC, https://e.com/c,\n")
        let (plan, run) = (ToolRun("plan", path), ToolRun("run", path, "-n"))
        #expect(plan.output == run.output)
        #expect(plan.output.contains("2 errors, 1 warning"))
        #expect(ToolRun("plan", path, "--json").output == ToolRun("run", path, "-n", "--json").output)
    }

    // MARK: Page

    @Test func thePage() throws {
        let page = folder.path + "/pages/plan.html"
        let run = ToolRun("plan", try hundred(), "--html", page)
        #expect(run.code == .success)
        let html = try contents(page)
        #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(html.contains("<li>needs NTAG215 because of rows 7 and 90:"))
        #expect(html.contains("<td>https://example.com/90</td>"))
        #expect(ToolRun("plan", try hundred(), "--html", page).code == .success)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/pages") == ["plan.html"])
    }

    @Test func thePageOfABadJobIsWritten() throws {
        let page = folder.path + "/plan.html"
        let path = try file("<b>.csv", "sku,text\n<script>alert(1)</script>,\"a\"\"b'c&d\u{1}\"\n\"<i>\",\n")
        #expect(ToolRun("plan", path, "--html", page).code == .refused)
        let html = try contents(page)
        #expect(html.contains("<title>Plan of &lt;b&gt;</title>"))
        #expect(html.contains("<td>&lt;script&gt;alert(1)&lt;/script&gt;</td><td>a&quot;b&#39;c&amp;d\\u{1}</td>"))
        #expect(html.contains("<td>message-empty</td>"))
        #expect(!html.contains("<script") && !html.contains("<i>") && !html.contains("<b>"))
    }

    @Test func aPageThatCannotBeWritten() throws {
        let run = ToolRun("plan", try hundred(), "--html", "/proc/nothing/plan.html")
        #expect(run.code == .unavailable)
        #expect(run.output.hasSuffix("100 rows, 100 tags, 0 errors, 0 warnings\n"))
    }

    // MARK: What the file is

    @Test func theEncodingIsTold() throws {
        var bytes = Data("sku,text\nA,Stra".utf8)
        bytes.append(contentsOf: [0xDF, 0x65, 0x0A])
        let path = try file("a.csv", bytes: bytes)
        #expect(ToolRun("plan", path).code == .refused)
        let run = ToolRun("plan", path, "--encoding", "windows-1252")
        #expect(run.code == .success)
        #expect(run.output.contains("Straße"))
        #expect(ToolRun("run", path, "-n", "--encoding", "windows-1252").output.contains("Straße"))
        _ = try file("a.json", #"{"encoding": "windows-1252"}"#)
        #expect(ToolRun("plan", path).output.contains("Straße"))
        #expect(ToolRun("plan", path, "--encoding", "no-such").code == .refused)
    }

    @Test func theDelimiterAndTheCommentAreTold() throws {
        let path = try file("a.csv", "# made by hand\nsku|text;x\nA|b;c\n#B|d\n")
        let run = ToolRun("plan", path, "--delimiter", "bar", "--comment", "#", "--text", "{text;x}")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains("1 row, 1 tag"))
        #expect(run.output.contains("b;c"))
        #expect(ToolRun("plan", path, "--delimiter", "x").code == .refused)
        #expect(ToolRun("plan", path, "--comment", "ab").code == .refused)
    }

    @Test func aDialectIsConverted() throws {
        let path = try file("a.csv", "name,url,ReadOnly\nA,https://example.com/a,true\nB,https://example.com/b,false\n")
        let out = folder.path + "/out.csv"
        let run = ToolRun("plan", path, "--convert", out)
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.contains("read as a sheet with ReadOnly"))
        #expect(run.errors.contains("converted into \(out)"))
        let again = ToolRun("plan", out, "--dialect", "none")
        #expect(again.code == .success)
        #expect(again.output == run.output)
        // It is not written over: somebody may have gone on with it.
        let second = ToolRun("plan", path, "--convert", out)
        #expect(second.code == .refused)
        #expect(second.errors.contains("\(out): is there already"))
        #expect(ToolRun("plan", path, "--dialect", "shet").errors.contains("is sheet meant?"))
    }

    /// A pipe is read once.
    @Test func aPipeIsAJobToo() throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let writer = Thread {
            try? Data("sku;url\nA;https://example.com/a\n".utf8).write(to: URL(fileURLWithPath: path), options: [])
        }
        writer.start()
        let run = ToolRun("plan", path)
        #expect(run.code == .success)
        #expect(run.output.contains("1 row, 1 tag"))
    }
}
