import Crypto
import JobFiles
import NDEF
import Reports
import Simulation
import Tags
import Testing

@testable import Jobs

/// What stands in a cell is what the tag holds, and what the reports and a rerun of them have: byte for byte, whatever it is.
@Suite("Cells on their whole way") struct CellRoundTripTests {
    /// Pieces that some step might take for its own: quotes and delimiters, line ends, formulas, what spreadsheets guard
    /// against, unseen characters, letters in two forms, digits that look like numbers.
    private static let pieces = [
        "a", "Z", "7", "007", "1.0", "\"", "\"\"", ",", ";", "\t", "|", "\n", "\r", "\r\n", " ", "  ", "'", "=1+1", "+",
        "-",
        "@", "\\", "\\n", "{", "}", "{sku}", "%", "%20", "&", "<b>", "#", "//", "ä", "a\u{308}", "ß", "日本", "👩‍🚒",
        "\u{A0}",
        "\u{200B}", "\u{FEFF}", "\u{202E}", "\u{1}", "\u{7F}", "\u{FFFD}", "\u{1F}", "null", "TRUE", "4.1E+12",
    ]

    private static func cell(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            pieces.randomElement(using: &generator) ?? ""
        }.joined()
    }

    /// As a program writes it that puts every cell in quotes.
    private static func csv(_ rows: [[String]]) -> [UInt8] {
        rows.map { row in
            row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
        }.joined().utf8.map { $0 }
    }

    private static func bytes(_ cells: [String]) -> [[UInt8]] { cells.map { Array($0.utf8) } }

    private let started = Timestamp(milliseconds: 1_780_000_000_000)

    private func record(of job: Job) -> RunRecord {
        RunRecord(
            id: "20260528T202640Z-cells", job: job.name, jobSHA256: "", settings: job.settings.json, version: "0",
            station: "here", columns: job.columns, jobPath: "/cells.csv", folder: "/cells", startedAt: started)
    }

    /// What the run leaves of a job whose items all failed: so all of them are made again.
    private func rows(_ job: Job) -> [ReportRow] {
        job.items.map { item in
            let outcome = Outcome(status: .failed, reason: .writeFailed, detail: "page 4", startedAt: started)
            return ReportRow(
                run: record(of: job), entry: ItemEntry(item: item, outcome: outcome), digest: SHA256.digest)
        }
    }

    @Test(arguments: 1...40) func cellsComeBack(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let header = ["sku", "text", "url", "note", "=odd, header"]
        let cells = (1...12).map { row in
            [
                "S\(row)", "x" + Self.cell(&generator), row % 3 == 0 ? "https://example.com/?a=\(row)&b=%20#c" : "",
                Self.cell(&generator), Self.cell(&generator),
            ]
        }
        let job = Job.resolve(
            table: try CSVFile.read(Self.csv([header] + cells)), settings: Settings(), name: "cells")
        #expect(!job.hasErrors)
        #expect(job.columns == header)
        #expect(job.items.map { Self.bytes($0.cells) } == cells.map(Self.bytes))
        try checkMessages(job, cells)

        let rows = rows(job)
        let report = ReportCSV.header(columns: job.columns) + rows.map(ReportCSV.line).joined()
        try checkRerun(ReportFile.rerunSource(try CSVFile.read(Array(report.utf8))), job, cells)

        let document =
            ReportJSON.opening(run: record(of: job), totals: [:])
            + rows.map(ReportJSON.item).joined(separator: ReportJSON.separator)
            + ReportJSON.betweenItemsAndTags + ReportJSON.betweenTagsAndReaders + ReportJSON.betweenReadersAndChips
            + ReportJSON.closing
        try checkRerun(JobFiles.ReportJSON.rerunSource(bytes: Array(document.utf8)).source, job, cells)
    }

    /// What the tag would say is what stood in the cells.
    private func checkMessages(_ job: Job, _ cells: [[String]]) throws {
        for (item, row) in zip(job.items, cells) {
            let records = try Message(decoding: item.message).records
            #expect(records.count == (row[2].isEmpty ? 1 : 2))
            let text = try TextRecord(decoding: try #require(records.last))
            #expect(Array(text.text.utf8) == Array(row[1].utf8))
            if !row[2].isEmpty { #expect(try URIRecord(decoding: records[0]).uri == row[2]) }
        }
    }

    private func checkRerun(_ source: RerunSource, _ job: Job, _ cells: [[String]]) throws {
        #expect(source.columns == job.columns)
        #expect(source.records.map { Self.bytes($0.cells) } == cells.map(Self.bytes))
        let again = Job.resolveRerun(source, settings: job.settings, name: job.name)
        #expect(!again.hasErrors)
        #expect(again.items.map(\.message) == job.items.map(\.message))
        #expect(again.items.map(\.key) == job.items.map(\.key))
    }
}
