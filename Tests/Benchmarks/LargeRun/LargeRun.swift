import Crypto
import Foundation
import Jobs
import NDEF
import Operations
import Provisioning
import SQLiteJournal
import Simulation
import Tags

/// A run of many items over virtual readers without latency, its journal flushing to disk, and as many bare commits of
/// SQLite in the same folder, half of them before the run and half after: so that a busy time of the disk meets both.
///
/// `LargeRun ITEMS READERS COMMITS` prints what it saw as one JSON object.
@main struct LargeRun {
    static func main() throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else { exit(2) }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tagmill-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard let bare = BareCommits(folder: folder) else { exit(3) }
        var isBareWhole = true
        var bareSeconds = seconds { isBareWhole = bare.commit(numbers[2] / 2) }
        let watch = ItemWatch(items: numbers[0])
        let journal = try SQLiteJournal(path: folder + "/journal.sqlite", createIfMissing: true, digest: sha256)
        let run = try run(items: numbers[0], readers: numbers[1], journal, watch)
        var result: RunResult?
        let runSeconds = try seconds { result = try run.execute() }
        bareSeconds += seconds { isBareWhole = bare.commit(numbers[2] / 2) && isBareWhole }
        guard isBareWhole else { exit(3) }
        let figures = Figures(
            written: result?.totals[.written] ?? 0, runSeconds: runSeconds, bareSeconds: bareSeconds,
            mostMemoryBytes: watch.mostMemoryBytes, firstNanoseconds: median(watch.nanoseconds.prefix(1000)),
            lastNanoseconds: median(watch.nanoseconds.suffix(1000)), handlesAfter100: watch.handlesAfter100,
            handlesAtEnd: watch.handlesAtEnd)
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }

    struct Figures: Encodable {
        let written: Int
        let runSeconds: Double
        let bareSeconds: Double
        let mostMemoryBytes: Int
        let firstNanoseconds: UInt64
        let lastNanoseconds: UInt64
        let handlesAfter100: Int
        let handlesAtEnd: Int
    }

    private static let sha256: Digest = { SHA256.digest($0) }

    private static func run(
        items: Int, readers: Int, _ journal: SQLiteJournal, _ watch: ItemWatch
    ) throws -> Run {
        let racked = (1...readers).map { number in
            RackReader(
                "Reader \(number < 10 ? "0" : "")\(number)", model: .acr122u,
                tags: [RackTag(.ntag213, count: (items + readers - 1) / readers)])
        }
        let rack = try Rack(RackFile(readers: racked), keepsLog: false)
        let record = RunRecord(
            id: "20260101T000000Z-large", job: "large", jobSHA256: "", settings: Settings().json, version: "test",
            station: "test", columns: ["sku"], jobPath: "/large.csv", folder: "/reports/large",
            startedAt: WallTime().now())
        let opening = RunOpening(items: try (1...items).map(item))
        return Run(
            RunRequest(record: record, settings: Settings(), beginning: .open(opening)), journal: journal,
            readers: rack.readers, digest: sha256, clock: WallTime(), observer: watch)
    }

    private static func item(_ row: Int) throws -> Item {
        let url = "https://example.com/t/S\(row)"
        return Item(
            key: ItemKey(row: row, copy: 1), line: row + 1, sku: "S\(row)", cells: ["S\(row)"],
            message: try Message([URIRecord(url).record]).encoded(), summary: url)
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let time = try ContinuousClock().measure(body).components
        return Double(time.seconds) + Double(time.attoseconds) / 1e18
    }

    private static func median(_ values: ArraySlice<UInt64>) -> UInt64 {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}

private struct WallTime: WallClock {
    func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
