import Foundation
import JobFiles
import Jobs
import Testing

@testable import tagmill

/// A cell that no tag could hold is bad for its row alone, and the row's report has it as it came (contract, section 6).
@Suite struct LongCellTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    @Test func aLongCellIsReportedAsItCame() throws {
        let cell = String(repeating: "xä7,", count: 40_000)
        let job = try bench.file("job.csv", "sku,text\nA,fine\nB,\"\(cell)\"\n")
        let rack = try bench.rack(#"{"chip": "NTAG213", "uid": "04A10000000001"}"#)
        let run = bench.run("run", job, "--rack", rack, "--skip-bad-rows", "--yes")
        #expect(run.code == .notAchieved)
        let folder = String(try #require(run.output.split(separator: "\n").last))
        let fault = "cell 2 has 200000 bytes: too long for any tag"
        for name in ["report.csv", "failures.csv"] {
            let table = try CSVFile.read(Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))))
            let row = try #require(table.records.last)
            #expect(row.cells[0] == "B")
            #expect(row.cells[1] == cell)
            #expect(row.cells.contains { $0.contains(fault) })
        }
        #expect(try bench.text(folder + "/report.json").contains(cell))
        // What is made again of the failures is refused for the same reason, and for no other.
        let again = bench.run("rerun", folder + "/failures.csv", "--rack", rack, "--yes")
        #expect(again.code == .refused)
        #expect(again.errors.contains(fault), "\(again.errors.prefix(500))")
    }

    @Test func aCellThatCannotBeKeptRefusesTheFile() throws {
        let cell = String(repeating: "x", count: FileLimits.keptCellBytes + 1)
        let job = try bench.file("job.csv", "sku,text\nA,fine\nB,\(cell)\n")
        let plan = bench.tool("plan", job)
        #expect(plan.code == .refused)
        #expect(plan.errors.contains("job.csv:3: error: cell 2 has 1048577 bytes"), "\(plan.errors.prefix(500))")
    }
}
