import Foundation
import Testing

/// What the report of a large run costs: report.csv, failures.csv and report.json with the digests of all three, in times of
/// what `sqlite3 -csv` takes to write the same rows with the same columns. Both programs have one thread and their files in
/// memory, so that they take the time for which the processor works; that is measured.
@Suite("Figures: rendering") struct RenderingFigure {
    /// TAGMILL_RENDERED_ITEMS=1000000 renders as many as a job may have.
    static let items = ProcessInfo.processInfo.environment["TAGMILL_RENDERED_ITEMS"].flatMap { Int($0) } ?? 200_000
    static let mostTimesSQLite = 4.0
    /// However many items there are.
    static let mostMemoryBytes = 32 << 20
    /// Whatever else the machine does only adds to a time: the best of these counts, and both are taken in turn.
    static let rounds = 3

    @Test func aReportIsRenderedAsSQLiteWritesItsRows() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tagmill-report-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let journal = try WrittenJournal(items: Self.items, in: folder)
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let words = [
            root + "/.build/release/tagmill", "report", WrittenJournal.run, "--journal", journal.path, "--out", folder,
        ]
        let report = ProgramStart(arguments: words)
        let rows = ProgramStart(
            arguments: ["/usr/bin/sqlite3", "-csv", "-header", journal.path, journal.rows], output: folder + "/rows.csv"
        )
        var (best, elapsed) = ((report: UInt64.max, rows: UInt64.max), (report: UInt64.max, rows: UInt64.max))
        for _ in 0..<Self.rounds {
            let one = try #require(report.run(), "made by `make test-benchmarks`")
            let other = try #require(rows.run())
            best = (min(best.report, one.processor), min(best.rows, other.processor))
            elapsed = (min(elapsed.report, one.elapsed), min(elapsed.rows, other.elapsed))
        }
        let ratio = Double(best.report) / Double(best.rows)
        let memory = try #require(try BoundedRun.run([words], in: folder, seconds: 600).first)
        #expect(memory.code == 0)
        print(
            "\(Self.items) items: rendered in \(Double(best.report) / 1e9) s, their rows by sqlite3 in "
                + "\(Double(best.rows) / 1e9) s, ratio \(Double(Int(ratio * 100)) / 100) "
                + "(elapsed \(Double(elapsed.report) / 1e9) s and \(Double(elapsed.rows) / 1e9) s); "
                + "resident memory at most \(memory.memoryBytes / 1_000_000) MB")
        #expect(ratio <= Self.mostTimesSQLite)
        #expect(memory.memoryBytes < Self.mostMemoryBytes)
        try expectSameRows("\(folder)/\(WrittenJournal.run)/report.csv", folder + "/rows.csv")
    }

    /// Line for line the same, but that sqlite3 quotes other cells, and does not know the digests.
    private func expectSameRows(_ report: String, _ rows: String) throws {
        let files = try [report, rows].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let columns = try files.map { try #require($0.prefix(2000).split(separator: UInt8(ascii: "\n")).first) }
        #expect(columns[0] == columns[1])
        let last = files.map { file in
            String(decoding: file.suffix(1000), as: UTF8.self).split(separator: "\n").last?
                .replacing("\"", with: "").split(separator: ",", omittingEmptySubsequences: false).dropLast() ?? []
        }
        #expect(last[0] == last[1])
        #expect(last[0].contains("S\(WrittenJournal.digits(of: Self.items))"))
    }
}
