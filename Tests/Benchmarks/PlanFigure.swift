import Foundation
import NDEF
import Testing

/// What the plan of a million rows costs, in times of reading the same file with libcsv and of making the same messages in Python.
/// The programs are run in turn, so that a busy moment of the machine meets all; the medians count.
@Suite("Figures: a plan of a million rows") final class PlanFigure {
    static let rows = 1_000_000
    static let rounds = 5
    static let mostTimesBareCSV = 6.0
    static let leastTimesPython = 12.0
    static let mostMemoryBytes = 128 << 20
    /// Python is given fewer rows, and its time is scaled; every row costs it the same.
    static let pythonRows = 50_000

    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tagmill-plan-\(UUID().uuidString)")
        .path

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static func url(_ number: Int) -> String {
        let digits = String(number)
        return "https://example.com/t/" + String(repeating: "0", count: 7 - digits.count) + digits + "?b=\(number % 97)"
    }

    private static func text(_ number: Int) -> String { "Shelf \(number % 977) bin \(number % 31)" }

    /// Writes a job, a piece at a time.
    private func job(_ name: String, rows: Int) throws -> String {
        let path = folder + "/" + name
        try Data("sku,text,url\n".utf8).write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        for start in stride(from: 0, to: rows, by: 10_000) {
            var piece = ""
            for number in start..<min(rows, start + 10_000) {
                let digits = String(number)
                let sku = "SKU-" + String(repeating: "0", count: 7 - digits.count) + digits
                piece += "\(sku),\(Self.text(number)),\(Self.url(number))\n"
            }
            try file.write(contentsOf: Data(piece.utf8))
        }
        return path
    }

    private func median(_ values: [UInt64]) -> Double { Double(values.sorted()[values.count / 2]) / 1e9 }

    @Test func aMillionRowsArePlannedWhileTheyAreRead() throws {
        let path = try job("million.csv", rows: Self.rows)
        let tagmill = Self.root + "/.build/release/tagmill"
        let plan = ProgramStart(arguments: [tagmill, "plan", path])
        let bare = ProgramStart(arguments: [Self.root + "/.build/release/BareCSV", path])
        var times = (plan: [UInt64](), bare: [UInt64]())
        for _ in 0..<Self.rounds {
            times.plan.append(try #require(plan.nanoseconds(), "made by `make test-benchmarks`"))
            times.bare.append(try #require(bare.nanoseconds(), "made by `make test-benchmarks`"))
        }
        let (planned, read) = (median(times.plan), median(times.bare))
        let python = try pythonSeconds()
        let memory = try #require(try BoundedRun.run([[tagmill, "plan", path]], in: folder, seconds: 60).first)
        print(
            "\(Self.rows) rows: planned in \(planned) s with \(memory.memoryBytes >> 20) MB, read with libcsv alone in \(read) s "
                + "(\(planned / read) times), made with Python and ndeflib in \(python) s (\(python / planned) times as long)"
        )
        #expect(planned <= read * Self.mostTimesBareCSV)
        #expect(python >= planned * Self.leastTimesPython)
        #expect(memory.code == 0)
        #expect(memory.memoryBytes < Self.mostMemoryBytes)
    }

    // MARK: Python

    /// What a million rows take, by those that were given beyond the first.
    private func pythonSeconds() throws -> Double {
        let (one, many) = (try python(rows: 1), try python(rows: Self.pythonRows))
        // They are the same messages.
        for (number, output) in [(0, one.message), (Self.pythonRows - 1, many.message)] {
            let message = Message(
                [
                    try TextRecord(Self.text(number), language: "en").record, URIRecord(Self.url(number)).record,
                ].reversed())
            let hex = try message.encoded().map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
            #expect(output == hex)
        }
        return (many.seconds - one.seconds) / Double(Self.pythonRows - 1) * Double(Self.rows)
    }

    private static let program = """
        import sys
        sys.path.insert(0, sys.argv[1])
        import csv, ndef, time
        started = time.perf_counter()
        with open(sys.argv[2], newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                records = [ndef.UriRecord(row["url"]), ndef.TextRecord(row["text"], "en")]
                message = b"".join(ndef.message_encoder(records))
        print(time.perf_counter() - started, message.hex())
        """

    private func python(rows: Int) throws -> (seconds: Double, message: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-c", Self.program, Self.root + "/.build/python", try job("python-\(rows).csv", rows: rows),
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        process.waitUntilExit()
        try #require(words.count == 2, "ndeflib is installed by `.ci/deps test`")
        return (try #require(Double(words[0])), String(words[1]))
    }
}
