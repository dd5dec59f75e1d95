import Jobs
import Tags
import Testing

@testable import JobFiles

@Suite struct ReportFileTests {
    private func read(_ text: String) throws(JobFileError) -> RerunSource {
        try ReportFile.rerunSource(try CSVFile.read(Array(text.utf8)))
    }

    static let header = "sku,text,result_run,result_row,result_line,result_copy,result_status,result_detail,result_uid"

    @Test func readsWhatIsToBeMade() throws {
        let source = try read(
            Self.header
                + """

                A,x,R1,1,2,1,written,,04A1
                B,"y
                z",R1,2,3,1,failed,broken,04A1B2C3D4E5F6
                '=C,'''q,R1,3,7,2,in-doubt,,04 a1 b2 c3 d4 e5 f7
                'D,' x,R1,4,8,1,pending,,
                E,,R1,5,9,1,unchanged,,
                F,,R1,6,10,1, Invalid ,"1 cells where the header has 2",4.1E+12

                """)
        #expect(source.run == "R1")
        #expect(source.columns == ["sku", "text"])
        #expect(source.made.map(\.key.row) == [1, 5])
        #expect(source.records.map(\.status) == [.failed, .inDoubt, .pending, .invalid])
        #expect(source.records.map(\.key.row) == [2, 3, 4, 6])
        #expect(source.records.map(\.key.copy) == [1, 2, 1, 1])
        #expect(source.records.map(\.line) == [3, 7, 8, 10])
        #expect(source.records.map(\.reportLine) == [3, 5, 6, 8])
        #expect(source.records.map(\.cells) == [["B", "y\nz"], ["=C", "''q"], ["'D", "' x"], ["F", ""]])
        #expect(source.records.map(\.uid) == [UID(hex: "04A1B2C3D4E5F6"), UID(hex: "04A1B2C3D4E5F7"), nil, nil])
        #expect(source.records[3].uidCell == "4.1E+12")
    }

    @Test func headerAlone() throws {
        let source = try read(Self.header + "\n")
        #expect(source.run == nil)
        #expect(source.records.isEmpty)
        #expect(source.made.isEmpty)
    }

    @Test func semicolonsAndColumnsMoved() throws {
        let source = try read(
            "result_status;Artikel;result_copy;Result_Run ;result_row\nfailed;7;1;R;9\nfailed;8;2;R;9\n")
        #expect(source.columns == ["Artikel"])
        #expect(source.records.map(\.key) == [ItemKey(row: 9, copy: 1), ItemKey(row: 9, copy: 2)])
        #expect(source.records.map(\.line) == [2, 3])
    }

    /// Columns and cells that are empty at the end, numbers with a fraction, a line's number that was lost.
    @Test func whatSpreadsheetsLeave() throws {
        let header = " sku ,Result_Run,RESULT_ROW,result_line,result_copy,result_status,result_uid,,\n"
        let source = try read(
            header + "A, R ,7.0,###,\"1,00\",Failed,,,\nB,R,8,9,1,failed\n,,,,,,,,\nC,R,9,10,1,pending,,,,,\n")
        #expect(source.columns == [" sku "])
        #expect(source.run == "R")
        #expect(source.records.map(\.key) == [7, 8, 9].map { ItemKey(row: $0, copy: 1) })
        #expect(source.records.map(\.line) == [2, 9, 10])
        #expect(source.records.map(\.cells) == [["A"], ["B"], ["C"]])
        #expect(source.records.map(\.uidCell) == ["", "", ""])
    }

    @Test(arguments: [",", ";", "\t"], ["\n", "\r\n", "\r"])
    func delimitersAndLineEnds(_ delimiter: String, _ end: String) throws {
        let lines = [Self.header, "A,x,R1,1,2,1,failed,,", "B,y,R1,2,3,1,pending,,"]
        let text = lines.map { $0.replacing(",", with: delimiter) }.joined(separator: end) + "\n"
        let source = try read("\u{FEFF}" + text)
        #expect(source.records.map(\.cells) == [["A", "x"], ["B", "y"]])
    }

    @Test func aLineThatStandsTwiceNamesBoth() throws {
        let error = #expect(throws: JobFileError.self) {
            try read(Self.header + "\nA,x,R1,1,2,1,failed,,\nB,x,R1,2,3,1,failed,,\nA,x,R1,1,2,1,failed,,\n")
        }
        #expect(error.map { "\($0)" } == "line 4: this line and line 2 are both row 1; take one of them out")
    }

    /// Windows-1252 is not told from other encodings, so the file is refused with its place.
    @Test func umlautsOfAnotherEncoding() {
        var bytes = Array((Self.header + "\nA,x,R1,1,2,1,failed,,\n").utf8)
        bytes.insert(0xFC, at: bytes.count - 24)
        #expect(throws: JobFileError(.notUTF8, context: "")) { try CSVFile.read(bytes) }
    }

    @Test func headersAreUnguardedToo() throws {
        let source = try read("'=a,result_run,result_row,result_copy,result_status\n1,R,1,1,failed\n")
        #expect(source.columns == ["=a"])
    }

    @Test(arguments: [
        ("A,x,R1,0,2,1,failed,,", JobFileError.Code.badReport, 3),
        ("A,x,R1,1.000,2,1,failed,,", .badReport, 3), ("A,x,R1,1E+05,2,1,failed,,", .badReport, 3),
        ("A,x,R1,1.5,2,1,failed,,", .badReport, 3), ("A,x,R1,##,2,1,failed,,", .badReport, 3),
        ("A,x,R1,,2,1,failed,,", .badReport, 3),
        ("A,x,R1,1,2,x,failed,,", .badReport, 3), ("A,x,R1,-1,2,1,failed,,", .badReport, 3),
        ("A,x,R1,1,2,1,done,,", .badReport, 3), ("A,x,R1,1,2,1,,,", .badReport, 3),
        ("A,x,,1,2,1,failed,,", .badReport, 3), ("A,x,R2,1,2,1,failed,,", .severalRuns, 3),
        ("A,x,R1,8,2,1,failed,,", .badReport, 3), ("A,x,R1,1,2,1", .badReport, 3),
        ("A,x,R1,1,2,1,failed,,,y", .badReport, 3), ("A,x,R1,99999999999999999999,2,1,failed,,", .badReport, 3),
    ])
    func refuses(_ line: String, _ code: JobFileError.Code, _ at: Int) {
        do throws(JobFileError) {
            _ = try read(Self.header + "\nZ,z,R1,8,9,1,failed,,\n" + line + "\n")
            Issue.record("accepted")
        } catch {
            #expect(error.code == code)
            #expect(error.line == at)
        }
    }

    @Test(arguments: [
        ("sku,result_run,result_row,result_copy\n1,R,1,1\n", JobFileError.Code.badReport),
        ("sku,result_run,result_status,result_copy\n1,R,failed,1\n", .badReport),
        ("sku,result_run,result_run,result_row,result_copy,result_status\n1,R,R,1,1,failed\n", .badReport),
        ("sku,SKU,result_run,result_row,result_copy,result_status\n1,1,R,1,1,failed\n", .badReport),
        ("sku,result_run,result_row,result_copy,result_status,,\n1,R,1,1,failed,a,b\n", .badReport),
        ("sku,result_status,result_source\n1,match,a.bin\n", .verifyReport),
    ])
    func refusesTheFile(_ text: String, _ code: JobFileError.Code) {
        #expect(throws: JobFileError(code, context: "")) { try read(text) }
    }

    @Test func tellsReportsFromJobs() throws {
        let job = try CSVFile.read(Array("sku,text,result_status\nA,x,written\n".utf8))
        #expect(try !ReportFile.isReport(job))
        #expect(try ReportFile.isReport(CSVFile.read(Array((Self.header + "\n").utf8))))
    }

    /// A fault of one line is a fault of its item.
    @Test func faultOfALine() throws {
        let source = try read(Self.header + "\nA,a\0b,R1,1,2,1,invalid,,\nB,x,R1,2,3,1,failed,,\n")
        #expect(source.records.map { $0.fault != nil } == [true, false])
        let job = Job.resolveRerun(source, settings: Settings(), name: "x")
        #expect(job.items.map { $0.fault != nil } == [true, false])
    }

    @Test func settingsOfAReport() throws {
        let text =
            #"{"schema":"tagmill.report/1","run":{"id":"R1","job":"goods","settings":{"attempts":4}},"items":[]}"#
        let report = try ReportJSON.settings(bytes: Array(text.utf8))
        #expect(report.runID == "R1")
        #expect(report.name == "goods")
        #expect(try Settings(json: report.settings).attempts == 4)
        for count in 0..<text.utf8.count {
            #expect(throws: JobFileError.self) { try ReportJSON.settings(bytes: Array(text.utf8.prefix(count))) }
        }
        for broken in ["report/1", "\"id\"", "\"job\"", "\"settings\"", "\"run\""] {
            let bytes = Array(
                text.replacing(
                    broken,
                    with: broken.replacing("r", with: "q").replacing("d", with: "b")
                        .replacing("j", with: "k").replacing("s", with: "z")
                ).utf8)
            #expect(throws: JobFileError(.badReport, context: "")) { try ReportJSON.settings(bytes: bytes) }
        }
    }
}
