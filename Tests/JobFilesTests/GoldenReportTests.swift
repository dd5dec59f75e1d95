import Jobs
import Tags
import Testing

@testable import JobFiles

@Suite struct GoldenReportTests {
    private static let header =
        "sku,text,result_run,result_row,result_line,result_copy,result_sku,result_status,result_uid,result_chip,"
        + "result_lock_state,result_message_hex"
    private static let a = "D101065402656E616161"

    private func read(_ text: String) throws(JobFileError) -> (golden: GoldenSet, issues: [JobIssue]) {
        try GoldenReport.golden(try CSVFile.read(Array(text.utf8)), name: "report")
    }

    /// The issues of a report of one line, behind its header.
    private func issues(_ line: String) throws -> [String] {
        try read(Self.header + "\n" + line + "\n").issues.map { "\($0.code) \($0.line ?? 0) \($0.column ?? "-")" }
    }

    @Test func eachItemThatSucceededIsExpected() throws {
        let (golden, issues) = try read(
            Self.header
                + """

                A,a,R1,1,2,1,A,written,04A10000000001,NTAG213,writable,\(Self.a)
                A,a,R1,1,2,2,A,unchanged,04a10000000002,ntag 215,Locked,\(Self.a.lowercased())
                '=B,b,R1,2,3,1,'=B,failed,04A10000000003,NTAG213,writable,\(Self.a)
                C,c,R1,3,4,1,C,in-doubt,,,,
                D,d,R1,4,5,1,D,pending,,,,
                E,e,R1,5,6,1,E,invalid,,,,
                '=F,f,R1,6,7,1,'=F,written,,,,\(Self.a)

                """)
        #expect(issues.isEmpty)
        #expect(golden.name == "report")
        #expect(golden.columns == ["sku", "text"])
        #expect(golden.passedOver == 4)
        #expect(golden.expectations.map(\.name) == ["A", "A #2", "=F"])
        #expect(golden.expectations.map(\.line) == [2, 2, 7])
        #expect(golden.expectations.map { $0.uid?.description } == ["04A10000000001", "04A10000000002", nil])
        #expect(golden.expectations.map(\.chip) == [.ntag213, .ntag215, nil])
        #expect(golden.expectations.map(\.lockState) == [.writable, .locked, nil])
        #expect(golden.expectations.map(\.message.hex) == [Self.a, Self.a, Self.a])
        #expect(golden.expectations.map(\.cells) == [["A", "a"], ["A", "a"], ["=F", "f"]])
    }

    @Test(arguments: [
        ("A,a,R1,1,2,1,A,written,4.1E+12,NTAG213,writable,D00000", ["report-cell 2 result_uid"]),
        ("A,a,R1,1,2,1,A,written,4112233445566,NTAG213,writable,D00000", ["report-cell 2 result_uid"]),
        (
            "A,a,R1,1,2,1,A,written,,NTAG,open,",
            ["report-cell 2 result_message_hex", "report-cell 2 result_chip", "report-cell 2 result_lock_state"]
        ),
        ("A,a,R1,1,2,1,A,written,,,,D100", ["report-cell 2 result_message_hex"]),
        ("A,a,R1,1,2,1,A,written,,,,D1xx", ["report-cell 2 result_message_hex"]),
        ("A,a,R1,x,2,1,A,written,,,,D00000", ["report-invalid 2 -"]),
        ("A,a,R1,1,2,1,A,made,,,,D00000", ["report-invalid 2 -"]),
        ("A,a,R1,1,2,1,A,failed,,,,", ["nothing-made 0 -"]),
        (
            "A,a,R1,1,2,1,A,written,04A10000000001,,,D00000\\nB,b,R1,2,3,1,B,written,04A10000000001,,,D00000",
            ["report-cell 3 result_uid"]
        ),
    ])
    func whatIsWrongIsTold(_ line: String, _ expected: [String]) throws {
        #expect(try issues(line.replacing("\\n", with: "\n")) == expected)
    }

    @Test func aFailuresFileExpectsNothing() throws {
        let (golden, issues) = try read(Self.header + "\n")
        #expect(golden.expectations.isEmpty)
        #expect(issues.map(\.code) == ["nothing-made"])
    }

    @Test func columnsThatAreNeeded() {
        #expect(throws: JobFileError(.badReport, context: "")) {
            try read("sku,result_run,result_row,result_copy,result_status\nA,R,1,1,written\n")
        }
        #expect(throws: JobFileError(.verifyReport, context: "")) {
            try read("sku,result_status,result_reason,result_source,result_message_hex\nA,match,,a.nfc,D00000\n")
        }
        #expect(throws: JobFileError(.badReport, context: "")) { try read("sku,text\nA,a\n") }
    }

    @Test func aReportOfJSON() throws {
        func item(_ row: Int, _ status: String, _ rest: String) -> String {
            #"{"row":\#(row),"line":\#(row + 1),"copy":1,"sku":"=\#(row)","cells":{"sku":"=\#(row)"},"status":"\#(status)"\#(rest)}"#
        }
        let text =
            #"{"schema":"tagmill.report/1","run":{"id":"R1","job":"goods","settings":{}},"items":["#
            + [
                item(
                    1, "written",
                    #","uid":"04A10000000001","chip":"NTAG213","lock_state":"writable","message_hex":"\#(Self.a)""#),
                item(2, "failed", #","uid":"04A10000000002","message_hex":"\#(Self.a)""#),
            ].joined(separator: ",") + "]}"
        let (golden, issues) = try GoldenReport.golden(json: Array(text.utf8), name: "report")
        #expect(issues.isEmpty)
        #expect(golden.passedOver == 1)
        #expect(golden.columns == ["sku"])
        #expect(golden.expectations.map(\.sku) == ["=1"])
        #expect(golden.expectations.map(\.message.hex) == [Self.a])
        #expect(golden.expectations.map(\.lockState) == [.writable])
        for count in 0..<text.utf8.count {
            #expect(throws: JobFileError.self) {
                try GoldenReport.golden(json: Array(text.utf8.prefix(count)), name: "report")
            }
        }
        let broken = text.replacing(Self.a, with: "D1", maxReplacements: 1)
        #expect(try GoldenReport.golden(json: Array(broken.utf8), name: "").issues.map(\.row) == [1])
    }
}
