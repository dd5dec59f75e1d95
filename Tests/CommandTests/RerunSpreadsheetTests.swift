import Foundation
import Testing

@testable import tagmill

/// Reports that went through a spreadsheet on their way to a rerun.
@Suite struct RerunSpreadsheetTests {
    private let bench: JobBench
    /// The folder of a run in which nothing was reached.
    private let first: String

    private static let job = """
        sku,url,note
        0012,https://example.com/a,1-2
        0412E456789012,https://example.com/b,true
        C,nothing, x
        D,https://example.com/d,Grün

        """

    init() throws {
        bench = try JobBench()
        let job = try bench.file("job.csv", Self.job)
        let run = bench.run("run", job, "--skip-bad-rows", "--idle-timeout", "1", "--rack", try bench.rack(""))
        first = String(try #require(run.output.split(separator: "\n").last, "\(run.errors)"))
    }

    private func saved(_ change: (String) -> String) throws -> String {
        let text = try bench.text(first + "/report.csv")
        let changed = change(text)
        #expect(changed != text)
        return try bench.file("saved.csv", changed)
    }

    private func cells(_ folder: String) throws -> [[String]] {
        try bench.text(folder + "/report.csv").split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false).prefix(3).map(String.init)
        }
    }

    private func dry(_ path: String, _ words: String...) -> ToolRun {
        ToolRun(
            words: ["rerun", path, "-n", "--skip-bad-rows"] + words, environment: ["TAGMILL_JOURNAL": bench.journal])
    }

    @Test func whatASpreadsheetDidIsPutBackWithANote() throws {
        let path = try saved { text in
            let fields = text.replacing("0012,", with: "12,").replacing("0412E456789012,", with: "4.12E+456791,")
                .replacing(",1-2,", with: ",02.01.,").replacing(",true,", with: ",WAHR,")
                .replacing("Grün", with: "GrÃ¼n").replacing("\" x\"", with: "x")
            return "\u{FEFF}" + fields.replacing(",", with: ";").replacing("\n", with: ";;\r\n")
        }
        let tags = #"{"chip": "NTAG213", "count": 3, "uid": "04A10000000001"}"#
        let run = bench.run("rerun", path, "--skip-bad-rows", "--rack", try bench.rack(tags))
        #expect(run.code == .notAchieved, "\(run.errors)")
        let folder = String(try #require(run.output.split(separator: "\n").last))
        #expect(
            try cells(folder) == [
                ["0012", "https://example.com/a", "1-2"], ["0412E456789012", "https://example.com/b", "true"],
                ["C", "nothing", "x"], ["D", "https://example.com/d", "Grün"],
            ])
        for note in [
            "line 2, column \"sku\": leading zeros lost, as a spreadsheet does; the journal's cell is taken",
            "line 2, column \"note\": written as a date or time", "line 3, column \"note\": written as a truth value",
            "line 3, column \"sku\": the digits became a number in scientific notation",
            "line 4, column \"note\": corrected; the report's cell is taken",
            "line 5, column \"note\": letters lost to another encoding",
        ] { #expect(run.errors.contains(note), "\(note)") }
    }

    @Test func aCorrectionIsTakenOfAnyItem() throws {
        let path = try saved {
            $0.replacing("C,nothing", with: "C,https://example.com/c").replacing("/d,", with: "/other,")
        }
        let run = dry(path)
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.contains("line 4, column \"url\": corrected; the report's cell is taken"))
        #expect(run.errors.contains("line 5, column \"url\": corrected; the report's cell is taken"))
        #expect(run.output.contains("https://example.com/other"))
        #expect(run.output.contains("4 rows, 4 tags, 0 errors"))
    }

    /// Hidden columns are not exported; those that were added are carried along.
    @Test func columnsThatAreGoneComeFromTheJournal() throws {
        let path = try saved { text in
            text.split(separator: "\n").enumerated().map { index, line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return "\(cells[0]),\(index == 0 ? "mine" : "m\(index)")," + cells.dropFirst(3).joined(separator: ",")
            }.joined(separator: "\n") + "\n"
        }
        let run = dry(path, "--only", "pending")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains("https://example.com/a"))
        #expect(run.errors.contains("line 2, column \"mine\": corrected"))
    }

    @Test func linesMayBeSortedAndTakenOut() throws {
        let path = try saved { text in
            let lines = text.split(separator: "\n")
            return [lines[0], lines[4], lines[1]].joined(separator: "\n") + "\n"
        }
        let run = dry(path)
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains("2 rows, 2 tags"))
    }

    @Test func onlySomeColumnsSortedIsRefusedWithTheLine() throws {
        let path = try saved {
            $0.replacing("0012,https://example.com/a,1-2", with: "@").replacing(
                "D,https://example.com/d,Grün", with: "#"
            )
            .replacing("@", with: "D,https://example.com/d,Grün").replacing("#", with: "0012,https://example.com/a,1-2")
        }
        let run = dry(path)
        #expect(run.code == .refused)
        #expect(
            run.errors.contains("line 2: the cells are those of row 4, and result_row says row 1; only some columns"))
    }

    /// The row that failed would be taken for made, and never be made.
    @Test func aFailedRowAndAMadeOneThatChangedNumbersAreRefused() throws {
        let bench = try JobBench()
        let folder = try bench.runTwoRows(over: JobBench.badTags + #", {"chip": "NTAG213", "uid": "04A10000000009"}"#)
        let run = String(folder.split(separator: "/").last ?? "")
        let text = try bench.text(folder + "/report.csv")
        let changed = text.replacing("\(run),1,", with: "\(run),0,").replacing("\(run),2,", with: "\(run),1,")
            .replacing("\(run),0,", with: "\(run),2,")
        let refused = bench.run("rerun", try bench.file("changed.csv", changed), "-n")
        #expect(refused.code == .refused)
        #expect(refused.errors.contains("line 2: the cells are those of row 1, and result_row says row 2;"))
    }

    @Test func withoutTheJournalRuinedNumbersAreRefusedByTheLine() throws {
        let path = try saved {
            $0.replacing("0012,", with: "1.2E+10,").replacing("0412E456789012,", with: "INF,").replacing(
                "D,", with: "###,")
        }
        let run = dry(path, "--journal", bench.path + "/other.sqlite", "--settings", "none")
        for line in [2, 3, 5] {
            #expect(
                run.errors.contains("saved.csv:\(line): error: row \(line - 1): a spreadsheet has ruined the sku ("))
        }
        #expect(run.errors.contains("name the journal with --journal, or rerun the report.json"))
        #expect(
            run.errors.contains(
                "there is no journal \(bench.path)/other.sqlite, so the cells are taken as they stand; if a spreadsheet "
                    + "saved the file, zeros that it took cannot be seen; name its journal with --journal"))
        let refused = ToolRun(
            words: ["rerun", path, "--journal", bench.path + "/other.sqlite", "--settings", "none"], environment: [:])
        #expect(refused.code == .refused)
        // The journal knows better.
        #expect(!dry(path).errors.contains("ruined"))
    }

    /// Whoever works in the folder of a report finds no journal there: it lies above.
    @Test func theJournalAboveTheReportIsNamed() throws {
        let folder = try bench.runTwoRows(over: #"{"chip": "NTAG213", "uid": "04A10000000009"}"#)
        let above = folder + "/../tagmill.sqlite"
        try FileManager.default.copyItem(atPath: bench.journal, toPath: above)
        let run = dry(folder + "/report.csv", "--journal", bench.path + "/other.sqlite")
        #expect(run.errors.contains("/out/tagmill.sqlite may be its journal"), "\(run.errors)")
        #expect(!dry(folder + "/report.csv", "--journal", above).errors.contains("as they stand"))
    }

    @Test func aCorrectedQuantityIsToldNotToCount() throws {
        let job = try bench.file("many.csv", "sku,url,quantity\nA,https://example.com/a,1\n")
        let folder = bench.run("run", job, "--rack", try bench.rack(#"{"chip": "MF0UL11"}"#)).output.dropLast()
        let text = try bench.text(folder + "/report.csv").replacing("/a,1,", with: "/a,5,")
        let run = dry(try bench.file("more.csv", text))
        #expect(run.errors.contains("column \"quantity\": corrected; one tag is made of this line"), "\(run.errors)")
        #expect(run.errors.contains("; for more, take the line out and run the row as a job of its own\n"))
    }

    /// A row whose quantity was bad is one line, and one tag; where more are wanted it is said what makes them.
    @Test func aQuantityThatIsSetRightIsOneTagAndSaysWhatMakesMore() throws {
        let job = try bench.file("none.csv", "sku,url,quantity\nA,https://a.example/a,1\nB,https://b.example/b,0\n")
        let tag = #"{"chip": "NTAG213", "uid": "04A10000000001"}"#
        let first = bench.run("run", job, "--skip-bad-rows", "--rack", try bench.rack(tag)).output.dropLast()
        let text = try bench.text(first + "/failures.csv")
        let cure =
            "a rerun makes one tag of this line, whatever its quantity; for more, take the line out and run the row"
        for (quantity, isMore) in [("2", true), ("1", false)] {
            let run = dry(try bench.file("set.csv", text.replacing("/b,0,", with: "/b,\(quantity),")))
            #expect(run.code == .success, "\(run.errors)")
            #expect(run.errors.contains("column \"quantity\": corrected; the report's cell is taken"))
            #expect(!run.errors.contains("all the same"))
            #expect(run.errors.contains(cure) == isMore, "\(run.errors)")
            #expect(run.output.contains("1 row, 1 tag, 0 errors"))
        }
    }

    @Test func anotherEncodingIsRefusedWithWhatToDo() throws {
        let path = bench.path + "/latin.csv"
        var bytes = Array(try bench.text(first + "/report.csv").utf8)
        let umlaut = try #require(bytes.firstRange(of: Array("ü".utf8)))
        bytes.replaceSubrange(umlaut, with: [0xFC])
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let run = dry(path)
        #expect(run.code == .refused)
        #expect(run.errors.contains("latin.csv: line 5, byte "))
        #expect(run.errors.contains("this is not UTF-8 (the byte is FC); save the file as UTF-8 (CSV UTF-8)"))
    }
}
