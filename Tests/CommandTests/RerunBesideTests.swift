import Foundation
import Testing

@testable import tagmill

/// A report of lines that no journal knows, and the report.json beside it.
@Suite struct RerunBesideTests {
    private let bench: JobBench
    /// The folder of a run in which nothing was reached.
    private let first: String

    private static let job = """
        sku,url,note
        007,https://example.com/a,1-2
        008,https://example.com/b,true
        009,https://example.com/c,x

        """

    init() throws {
        bench = try JobBench()
        let job = try bench.file("job.csv", Self.job)
        let run = bench.run("run", job, "--idle-timeout", "1", "--rack", try bench.rack(""))
        first = String(try #require(run.output.split(separator: "\n").last, "\(run.errors)"))
    }

    private var id: String { String(first.split(separator: "/").last ?? "") }

    /// Saves a file of the run over itself, changed.
    private func save(_ name: String, _ change: (String) -> String) throws {
        let text = try bench.text("\(first)/\(name)")
        let changed = change(text)
        #expect(changed != text)
        try changed.write(toFile: "\(first)/\(name)", atomically: true, encoding: .utf8)
    }

    private func rerun(_ words: String..., over tags: String? = nil) throws -> ToolRun {
        var words = ["rerun", first + "/report.csv", "--journal", bench.path + "/other.sqlite"] + words
        if let tags { words += ["--rack", try bench.rack(tags), "--out", bench.path + "/second"] }
        return ToolRun(words: words)
    }

    private func cells(_ run: ToolRun) throws -> [[String]] {
        let folder = String(try #require(run.output.split(separator: "\n").last, "\(run.errors)"))
        return try bench.text(folder + "/report.csv").split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false).prefix(3).map(String.init)
        }
    }

    @Test func itsCellsStandInForTheJournals() throws {
        try save("report.csv") {
            $0.replacing("007,", with: "7,").replacing("008,", with: "8.0E+00,").replacing(",1-2,", with: ",02.01.,")
                .replacing("/c,", with: "/other,")
        }
        let tags = #"{"chip": "NTAG213", "count": 3, "uid": "04A10000000001"}"#
        let run = try rerun(over: tags)
        #expect(run.code == .success, "\(run.errors)")
        #expect(
            try cells(run) == [
                ["007", "https://example.com/a", "1-2"], ["008", "https://example.com/b", "true"],
                ["009", "https://example.com/other", "x"],
            ])
        for words in [
            "there is no journal \(bench.path)/other.sqlite, so \(first)/report.json was used instead",
            "line 2, column \"sku\": leading zeros lost, as a spreadsheet does; the report.json's cell is taken",
            "line 4, column \"url\": corrected; the report's cell is taken",
        ] { #expect(run.errors.contains(words), "\(words)\n\(run.errors)") }
        #expect(!run.errors.contains("as they stand"))
    }

    /// The journal tells what became of the items, and the report.json what they were.
    @Test func itsCellsStandInForThoseOfAForgottenRun() throws {
        #expect(bench.tool("runs", "forget", id, "--yes").code == .success)
        try save("report.csv") { $0.replacing("007,", with: "7,").replacing("/c,", with: "/other,") }
        let tags = #"{"chip": "NTAG213", "count": 2, "uid": "04A10000000001"}"#
        let run = bench.run("rerun", first + "/report.csv", "--rack", try bench.rack(tags))
        #expect(run.code == .stopped, "\(run.errors)")
        #expect(
            try cells(run).map { $0[0] + $0[1] } == [
                "007https://example.com/a", "008https://example.com/b", "009https://example.com/other",
            ])
        #expect(
            run.errors.contains(
                "the journal \(bench.journal) forgot the cells of run \(id), so \(first)/report.json was used instead\n"
            ))
        // A later run took the items: its word counts, in the report of before too.
        try save("report.csv") { $0.replacing("009,", with: "9,") }
        let second = bench.run("rerun", first + "/report.csv", "-n")
        #expect(second.code == .success, "\(second.errors)")
        #expect(second.output.contains("009  ") && second.output.contains("1 row, 1 tag,"), "\(second.output)")
        #expect(second.errors.contains("2 items were made by run "))
        try FileManager.default.removeItem(atPath: first + "/report.json")
        let alone = bench.run("rerun", first + "/report.csv", "-n")
        #expect(alone.errors.contains("forgot the cells of run \(id), so the cells are taken as they stand"))
    }

    @Test func onlySomeColumnsSortedIsRefusedWithTheLine() throws {
        try save("report.csv") {
            let (one, other) = ("007,https://example.com/a,", "008,https://example.com/b,")
            return $0.replacing(one, with: "first").replacing(other, with: one).replacing("first", with: other)
        }
        let run = try rerun("-n")
        #expect(run.code == .refused)
        #expect(
            run.errors.contains("line 2: the cells are those of row 2, and result_row says row 1;"), "\(run.errors)")
    }

    @Test func anItemThatItDoesNotHaveIsRefused() throws {
        try save("report.csv") { $0.replacing("\(id),3,", with: "\(id),9,") }
        let run = try rerun("-n")
        #expect(run.code == .refused)
        #expect(run.errors.contains("line 4: by \(first)/report.json the run has no row 9;"), "\(run.errors)")
    }

    /// One was saved after the other, or changed: the item is not made twice.
    @Test func whatEitherKnowsToBeMadeIsPassedOver() throws {
        try save("report.json") {
            guard let range = $0.range(of: #""status":"pending""#) else { return $0 }
            return $0.replacingCharacters(in: range, with: #""status":"written""#)
        }
        let run = try rerun("-n")
        #expect(run.code == .success)
        #expect(run.output.contains("2 rows, 2 tags"), "\(run.output)")
        #expect(run.errors.contains("1 item was made by run \(id); passed over"))
    }

    @Test func aTagInDoubtIsTakenFromItWhereTheLinesLostIt() throws {
        let bench = try JobBench()
        let folder = try bench.runTwoRows(over: JobBench.doubtfulTag)
        let report = folder + "/report.csv"
        try bench.text(report).replacing("04DD0000000001", with: "4.0E+14").write(
            toFile: report, atomically: true, encoding: .utf8)
        let tags = #"{"chip": "NTAG213", "uid": "04A10000000001"}, {"chip": "NTAG213", "uid": "04DD0000000001"}"#
        let run = bench.run("rerun", report, "--rack", try bench.rack(tags), "--journal", bench.path + "/other.sqlite")
        #expect(run.code == .success, "\(run.errors)")
        let made = String(try #require(run.output.split(separator: "\n").last))
        let lines = try bench.text(made + "/report.csv").split(separator: "\n")
        #expect(lines[1].hasPrefix("A,") && lines[1].contains("04DD0000000001"), "\(lines)")
    }

    @Test func whereItIsOfAnotherRunOrBrokenTheCellsAreTakenAsTheyStand() throws {
        try save("report.csv") { $0.replacing("007,", with: "7,") }
        try save("report.json") { $0.replacing(id, with: "20200101T000000Z-job") }
        let other = try rerun("-n", "--settings", "none")
        #expect(other.code == .success)
        #expect(other.errors.contains("so the cells are taken as they stand"))
        #expect(other.errors.contains("zeros that it took cannot be seen"))
        try save("report.json") {
            $0.replacing("20200101T000000Z-job", with: id).replacing(#""items""#, with: #""others""#)
        }
        let broken = try rerun("-n", "--settings", "none")
        #expect(broken.code == .success)
        #expect(broken.errors.contains("warning: \(first)/report.json: the items are missing"), "\(broken.errors)")
        #expect(broken.errors.contains("so the cells are taken as they stand"))
    }
}
