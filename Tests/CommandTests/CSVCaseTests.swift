import Foundation
import Testing

@testable import tagmill

/// What `plan` says, word for word, of each CSV file in Tests/Fixtures/csv: `plans/NAME.txt` has standard error, a line `--`,
/// standard output and the exit code.
@Suite("Troubles of CSV files, as plan tells them") struct CSVCaseTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/csv").path

    static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?
        .filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }.sorted() ?? []

    @Test func everyFileIsThere() { #expect(Self.names.count > 20) }

    @Test(arguments: names) func plan(_ name: String) throws {
        let path = "\(Self.folder)/\(name).csv"
        let run = ToolRun("plan", path, "--settings", "none")
        let told = run.errors.replacing(path, with: name + ".csv") + "--\n" + run.output
        let expected = try String(contentsOfFile: "\(Self.folder)/plans/\(name).txt", encoding: .utf8)
        #expect(told + "exit \(run.code.rawValue)\n" == expected)
    }

    /// A row that is bad keeps nobody from making the others, where that is asked for.
    @Test(arguments: [
        ("nul", "LAMP-2"), ("huge-cell", "LAMP-2"), ("short-row", "LAMP-2"), ("typographic-quotes", "LAMP-1"),
    ])
    func theOthersCanBeMade(_ name: String, _ sku: String) throws {
        let bench = try JobBench()
        let path = "\(Self.folder)/\(name).csv"
        #expect(
            bench.run("run", path, "--settings", "none", "--rack", try bench.rack(JobBench.goodTags)).code == .refused)
        let run = bench.run(
            "run", path, "--settings", "none", "--skip-bad-rows", "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .notAchieved)
        let folder = String(try #require(run.output.split(separator: "\n").last))
        let lines = try bench.text(folder + "/report.csv").split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix(sku + ",") && $0.contains(",written,") })
        #expect(lines.count { $0.contains(",invalid,") } == 1)
    }
}
