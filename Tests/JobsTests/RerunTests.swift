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
                "message-empty", "quantity-invalid", "quantity-not-applied", "row-shape", "sku-twice", "row-unreadable",
            ])
        #expect(job.issues.map(\.line) == [102, 103, 104, 105, 106, 107])
        #expect(job.items.map { $0.fault != nil } == [true, true, false, true, true, true])
        #expect(job.items.allSatisfy { $0.key.copy == 1 })
    }

    /// A row that was good is not refused for one that was refused because of it, in whichever order they stand.
    @Test func rowsThatWereGoodAreCheckedFirst() {
        let job = Job.resolveRerun(
            source([
                record(3, 1, line: 4, ["A", "three", ""], .invalid), record(9, 1, line: 10, ["B", "nine", ""]),
                record(1, 1, line: 2, ["A", "one", ""]), record(2, 1, line: 3, ["B", "two", ""], .pending),
            ]), settings: Settings(), name: "job")
        #expect(job.items.map(\.key.row) == [3, 9, 1, 2])
        #expect(job.items.map { $0.fault != nil } == [true, true, false, false])
        #expect(job.issues.map(\.row) == [3, 9])
        #expect(job.issues.first?.message == #"the sku "A" stands in row 1 (line 102) already"#)
    }

    @Test func rowsThatStandElsewhereAreNotRepeated() throws {
        let standing = StandingRows()
        standing.add(
            Item(
                key: ItemKey(row: 1, copy: 1), line: 2, sku: "A", cells: [], message: try message(text: "one"),
                summary: ""))
        func codes(_ sku: String, _ text: String, row: Int = 4, _ settings: Settings = Settings()) -> [String] {
            Job.resolveRerun(
                source([record(row, 2, line: 5, [sku, text, ""], .invalid)]), settings: settings, name: "job",
                standing: standing
            ).issues.map { "\($0.severity) \($0.code): \($0.message)" }
        }
        let place = "row 1 (line 2 of the job)"
        #expect(codes("A", "x") == [#"error sku-twice: the sku "A" stands in \#(place) already"#])
        #expect(codes("B", "one").isEmpty)
        // A copy of the same row.
        #expect(codes("A", "one", row: 1).isEmpty)
        var settings = Settings()
        (settings.duplicateSKU, settings.duplicateContent) = (.allow, .warn)
        #expect(codes("A", "x", settings).isEmpty)
        #expect(codes("A", "one", settings) == ["warning content-twice: \(place) has the same content"])
    }

    @Test func nothingToMakeIsNoError() {
        let job = Job.resolveRerun(source([]), settings: Settings(), name: "job")
        #expect(job.items.isEmpty)
        #expect(!job.hasErrors)
    }
}
