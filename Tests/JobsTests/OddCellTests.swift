import Testing

@testable import Jobs

/// What cannot be seen in a job's cells is told row by row, by the quick way through plain rows too.
@Suite("Jobs: odd cells") struct OddCellTests {
    private static let rows: [(cells: [String], codes: [String])] = [
        (["A-1", "plain"], []), (["4.12346E+11", "x"], ["key-ruined"]), (["A-2", "4.12346E+11"], []),
        (["A-3", "zero\u{200B}width"], ["cell-invisible"]), (["A-4", "\u{201C}Best\u{201D}"], ["cell-quotes"]),
        (["A-5", "Gru\u{308}n"], ["cell-not-nfc"]), (["A-6", "Gr\u{FFFD}n"], ["cell-text-lost"]),
        (["A-7", "Größe"], []),
    ]

    private static func records() -> [Table.Record] {
        rows.enumerated().map { Table.Record(row: $0 + 1, line: $0 + 2, cells: $1.cells) }
    }

    private static let expected = rows.enumerated().flatMap { index, row in row.codes.map { "\(index + 1) \($0)" } }

    @Test func aJobTellsThem() {
        let job = Job.resolve(
            table: Table(headers: ["sku", "text"], records: Self.records()), settings: Settings(), name: "job")
        #expect(job.issues.map { "\($0.row ?? 0) \($0.code)" } == Self.expected)
        #expect(!job.hasErrors)
        let invisible = job.issues.first { $0.code == "cell-invisible" }
        #expect(invisible?.column == "text")
        #expect(invisible?.message.contains("U+200B") == true)
    }

    @Test func aPlanTellsThem() {
        var check = PlanCheck(headers: ["sku", "text"], settings: Settings(), name: "job")
        var told: [String] = []
        for record in Self.records() {
            var raw = RawRecord(row: record.row, line: record.line, cells: CellBytes(record.cells))
            _ = check.add(&raw) { row in told += row.issues.map { "\(row.row) \($0.code)" } }
        }
        check.finish { row in told += row.issues.map { "\(row.row) \($0.code)" } }
        #expect(told == Self.expected)
    }
}
