import Foundation
import Testing

/// What a large run costs: 10,000 items over sixteen virtual readers without latency, the journal flushing to disk.
///
/// The only times that are held are ratios of two things measured in one run of the program `LargeRun`, as it is shipped:
/// optimised. Whatever else the machine does may fall on one part of a run, so the best of a few counts.
@Suite("Figures: a large run") struct RunFigure {
    static let items = 10_000
    static let readers = 16
    static let bareCommits = 20_000
    static let mostTimesTheBareCommits = 4.0
    static let mostMemoryBytes = 100_000_000
    static let mostTimesTheFirstItems = 1.25
    static let mostRuns = 6

    struct Seen: Decodable, CustomStringConvertible {
        let written: Int
        let runSeconds: Double
        let bareSeconds: Double
        let mostMemoryBytes: Int
        let firstNanoseconds: UInt64
        let lastNanoseconds: UInt64
        let handlesAfter100: Int
        let handlesAtEnd: Int

        var ratio: Double { runSeconds / bareSeconds }
        var unevenness: Double { Double(lastNanoseconds) / Double(firstNanoseconds) }
        var isFastAndEven: Bool {
            ratio <= RunFigure.mostTimesTheBareCommits && unevenness <= RunFigure.mostTimesTheFirstItems
        }

        var description: String {
            func short(_ value: Double) -> Double { (value * 100).rounded() / 100 }
            return "\(RunFigure.items) items over \(RunFigure.readers) readers: \(short(runSeconds)) s, "
                + "\(RunFigure.bareCommits) bare commits: \(short(bareSeconds)) s, ratio \(short(ratio)); resident memory "
                + "at most \(mostMemoryBytes / 1_000_000) MB; median of an item: first 1,000 \(firstNanoseconds / 1000) us, "
                + "last 1,000 \(lastNanoseconds / 1000) us; open handles \(handlesAfter100) after item 100, "
                + "\(handlesAtEnd) at the end"
        }
    }

    @Test func aLargeRunStaysFastSmallAndEven() throws {
        var best: Seen?
        for _ in 0..<Self.mostRuns {
            let seen = try measured()
            print("\(seen)")
            #expect(seen.written == Self.items)
            #expect(seen.mostMemoryBytes < Self.mostMemoryBytes)
            #expect(seen.handlesAfter100 == seen.handlesAtEnd)
            best = seen
            if seen.isFastAndEven { break }
        }
        let seen = try #require(best)
        #expect(seen.ratio <= Self.mostTimesTheBareCommits)
        #expect(seen.unevenness <= Self.mostTimesTheFirstItems)
    }

    private func measured() throws -> Seen {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: root + "/.build/release/LargeRun")
        process.arguments = [Self.items, Self.readers, Self.bareCommits].map(String.init)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "made by `make test-benchmarks`")
        return try JSONDecoder().decode(Seen.self, from: bytes)
    }
}
