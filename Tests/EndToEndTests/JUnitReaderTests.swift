import Foundation
import Jobs
import Reports
import Tags
import Testing

/// JUnit documents held against a schema by xmllint, and read by Debian's junitparser.
@Suite("JUnit as others read it") struct JUnitReaderTests {
    /// Bytes that XML may hold and some that it may not, as they come back.
    private static let hostile = "a\u{0}\u{1B}[31m<b> & \"c\" 'd' ]]> &amp; \u{FFFE}\t\r\n \u{85}\u{2028}Ä🏷️"
    private static let readBack = "a\\u{0}\\u{1B}[31m<b> & \"c\" 'd' ]]> &amp; \\u{FFFE}\t\r\n \u{85}\u{2028}Ä🏷️"

    private static func tag(_ source: String) -> ObservedTag {
        ObservedTag(source: source, uid: UID(hex: "04112233445566"), verdict: .message, message: [0xD0, 0, 0])
    }

    private static func verification(_ name: String, _ text: String) -> Verification {
        let expectation = Jobs.Expectation(
            key: ItemKey(row: 1, copy: 1), line: 2, sku: text, cells: [text], message: [0xD0, 0, 0])
        let items = [
            VerifyItem(.match, expectation: expectation, tag: tag("a")),
            VerifyItem(
                .differs, expectation: expectation, tag: tag("b"),
                differences: [Difference(.uri, record: 2, detail: text), Difference(.lang, record: 3, detail: "en")]),
            VerifyItem(.missing, expectation: expectation),
            VerifyItem(.unexpected, tag: tag(text)),
            VerifyItem(.duplicate, tag: tag("c"), detail: text),
            VerifyItem(.unreadable, tag: ObservedTag(source: text, verdict: .unreadable, reason: text)),
        ]
        return Verification(
            golden: GoldenSet(name: name, columns: ["x"], expectations: [expectation], passedOver: 3), items: items)
    }

    private func written(_ verification: Verification, _ scratch: Scratch) throws -> String {
        let path = scratch.path + "/junit.xml"
        try JUnit.write(verification, to: path)
        #expect(try JUnitReaders.schemaFaults(of: path, scratch: scratch) == "")
        return path
    }

    @Test func whatVerifyFoundIsReadAsMeant() throws {
        let scratch = try Scratch()
        let text = Self.hostile
        let path = try written(Self.verification(text, text), scratch)
        let suites = try JUnitReaders.suites(in: path, scratch: scratch)
        let suite = try #require(suites.first)
        #expect(suites.count == 1)
        let back = Self.readBack
        #expect(suite.name == back)
        #expect(suite.counts == [6, 4, 1, 0])
        #expect(suite.properties == ["passed_over": "3", "files_passed_over": "0"])
        #expect(suite.cases.map(\.classname) == Array(repeating: back, count: 6))
        #expect(suite.cases.map(\.name) == [back, back, back, "04112233445566", "04112233445566", back])
        let results = suite.cases.map { $0.results.first }
        #expect(suite.cases.map(\.results.count) == [0, 1, 1, 1, 1, 1])
        #expect(results.map { $0?.kind } == [nil, "Failure", "Failure", "Failure", "Failure", "Error"])
        #expect(results.map { $0?.type } == [nil, "differs", "missing", "unexpected", "duplicate", "unreadable"])
        #expect(
            results.map { $0?.message } == [
                nil, "uri: record 2: \(back); record 3: en", "no tag came for it",
                "nothing is expected of this tag", back, back,
            ])
        #expect(results[3]?.text == "tag 04112233445566 in \(back)")
    }

    @Test func aRunIsReadAsMeant() throws {
        let scratch = try Scratch()
        try scratch.write(
            "rack.json",
            """
            {"readers": [{"name": "Reader A 00 00", "model": "part3", "tags": [
              {"chip": "NTAG213", "uid": "04B10000000001"},
              {"chip": "NTAG213", "count": 2, "uid": "04B20000000001",
               "faults": [{"page": 5, "fault": "no-write"}]}]}]}
            """)
        try scratch.write(
            "shelf.csv",
            "sku,url\nA & <1>,https://example.com/1\n,https://example.com/2\nC,no url\nD,https://example.com/4\n")
        let words = ["--rack", "rack.json", "--attempts", "1", "--skip-bad-rows", "--station", "bench \"2\""]
        let run = try BuiltCommand.run([BuiltCommand.path, "run", "shelf.csv"] + words, in: scratch.path)
        #expect(run.code == 1, "\(run.errors)")
        let report = try BuiltCommand.run(
            [BuiltCommand.path, "report", "last", "--format", "junit"], in: scratch.path)
        let path = try #require(report.lines.first) + "/junit.xml"
        #expect(try JUnitReaders.schemaFaults(of: path, scratch: scratch) == "")
        let suites = try JUnitReaders.suites(in: path, scratch: scratch)
        let suite = try #require(suites.first)
        #expect(suites.count == 1)
        #expect(suite.name == "shelf")
        #expect(suite.hostname == "bench \"2\"")
        #expect(suite.properties["id"].map { path.contains("/\($0)/") } == true)
        #expect(suite.counts == [4, 2, 1, 0])
        #expect(suite.cases.map(\.name) == ["A & <1>", "row 2", "C", "D"])
        #expect(suite.cases.map { $0.results.first?.type } == [nil, "failed", "invalid", "failed"])
        #expect(suite.cases.map { $0.results.first?.kind } == [nil, "Failure", "Error", "Failure"])
        #expect(suite.cases[1].results.first?.message?.hasPrefix("verify-mismatch: ") == true, "\(suite.cases[1])")
        let sum = suite.cases.compactMap(\.time).reduce(0, +)
        #expect(abs((suite.time ?? -1) - sum) < 0.0005)
    }

    /// What the program tells others of a run is kept as a sample; every status occurs in it.
    @Test func theSampleIsReadAsMeant() throws {
        let scratch = try Scratch()
        let path = BuiltCommand.root + "/reports/sample/junit.xml"
        #expect(try JUnitReaders.schemaFaults(of: path, scratch: scratch) == "")
        let suite = try #require(try JUnitReaders.suites(in: path, scratch: scratch).first)
        #expect(suite.counts == [8, 1, 2, 1])
        let kinds = suite.cases.map { $0.results.first?.kind }
        #expect(kinds == [nil, nil, nil, nil, "Failure", "Error", "Error", "Skipped"])
        #expect(suite.cases.last?.results.first?.message == "not reached")
        #expect(suite.properties["ended"] == "stopped")
    }

    @Test(arguments: [
        (#"tests="6""#, #"tests="six""#), (#"<testcase name="#, "<testcase id="),
        ("<properties>", "<property/><properties>"),
        (#"type="missing""#, #"type="lost""#), (#"message="no tag came for it""#, #"message="""#),
        ("</testsuite>", "<testsuite/></testsuite>"),
    ])
    func theSchemaTellsWhatIsWrong(right: String, wrong: String) throws {
        let scratch = try Scratch()
        let document = JUnit.document(Self.verification("shelf", "A"))
        let changed = document.replacingOccurrences(of: right, with: wrong)
        #expect(changed != document)
        let path = try scratch.write("wrong.xml", changed)
        #expect(try JUnitReaders.schemaFaults(of: path, scratch: scratch) != "")
    }
}
