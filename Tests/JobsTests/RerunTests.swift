import Tags
import Testing

@testable import Jobs

@Suite struct RerunTests {
    private func record(
        _ row: Int, _ copy: Int, line: Int, _ cells: [String], _ status: ItemStatus = .failed, detail: String = "",
        fault: String? = nil
    ) -> RerunSource.Record {
        RerunSource.Record(
            key: ItemKey(row: row, copy: copy), line: line, reportLine: line + 100, cells: cells, status: status,
            detail: detail, fault: fault)
    }

    private func source(_ records: [RerunSource.Record]) -> RerunSource {
        RerunSource(run: "R", columns: ["sku", "text", "quantity"], records: records)
    }

    @Test func rowAndCopyComeFromTheReport() throws {
        let job = Job.resolveRerun(
            source([
                record(7, 2, line: 9, ["A", "", "3"]), record(7, 3, line: 9, ["A", "", "3"], .inDoubt),
                record(9, 1, line: 12, ["B", "own", ""], .pending),
            ]), settings: Settings(text: "{sku} {row}"), name: "job")
        #expect(job.issues.isEmpty)
        #expect(job.items.map(\.key) == [ItemKey(row: 7, copy: 2), ItemKey(row: 7, copy: 3), ItemKey(row: 9, copy: 1)])
        #expect(job.items.map(\.line) == [9, 9, 12])
        #expect(
            job.items.map(\.message) == [
                try message(text: "A 7"), try message(text: "A 7"), try message(text: "own"),
            ])
    }

    @Test func faultsAreFoundAgain() {
        let job = Job.resolveRerun(
            source([
                record(1, 1, line: 2, ["A", "", ""]), record(2, 1, line: 3, ["B", "x", "q"], .invalid),
                record(3, 1, line: 4, ["C", "x", "4"], .invalid),
                record(4, 1, line: 5, ["D", "x", ""], .invalid, detail: "the row has 4 cells where the header has 3"),
                record(5, 1, line: 6, ["A", "x", ""]),
                record(6, 1, line: 7, ["E", "x", ""], fault: "a NUL byte stands in cell 1"),
            ]), settings: Settings(), name: "job")
        #expect(
            job.issues.map(\.code) == [
                "quantity-not-applied", "message-empty", "quantity-invalid", "row-shape", "sku-twice", "row-unreadable",
            ])
        #expect(job.issues.map(\.line) == [104, 102, 103, 105, 106, 107])
        #expect(job.items.map { $0.fault != nil } == [true, true, false, true, true, true])
        #expect(job.items.allSatisfy { $0.key.copy == 1 })
    }

    @Test func nothingToMakeIsNoError() {
        let job = Job.resolveRerun(source([]), settings: Settings(), name: "job")
        #expect(job.items.isEmpty)
        #expect(!job.hasErrors)
    }
}
