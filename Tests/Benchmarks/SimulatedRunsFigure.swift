import Foundation
import Testing

/// What the simulator finds in so many worlds as fit into a minute or so, with the program as it is shipped, and how fast it
/// plays them.
@Suite("Figures: simulated runs") struct SimulatedRunsFigure {
    /// TAGMILL_SIMULATED_RUNS: how many worlds.
    static let runs = ProcessInfo.processInfo.environment["TAGMILL_SIMULATED_RUNS"].flatMap(Int.init) ?? 20_000

    /// What counts of `tagmill.simulate/1` (Documentation/Simulation.md).
    private struct Document: Decodable {
        struct Violation: Decodable, CustomStringConvertible {
            let seed: UInt64
            let invariant: Int
            let rule: String
            let detail: String
            let replay: String

            var description: String { "seed \(seed), invariant \(invariant), \(rule): \(detail); again: \(replay)" }
        }

        let schema: String
        let runs: Int
        let violations: [Violation]
        let coverage: [String: [String: Int]]
    }

    private struct Seen {
        let document: Document
        let code: Int32
        let seconds: Double
    }

    @Test func noInvariantIsBroken() throws {
        let seen = try simulated(Self.runs, threads: 2)
        print(
            "\(seen.document.runs) simulated runs on 2 threads in \(seen.seconds) s: "
                + "\(Int(Double(seen.document.runs) / seen.seconds)) a second")
        for violation in seen.document.violations { Issue.record("\(violation)") }
        #expect(seen.code == 0)
        #expect(seen.document.schema == "tagmill.simulate/1")
        #expect(seen.document.runs == Self.runs)
    }

    /// Which thread plays a world, and when, changes nothing in what is counted.
    @Test func whatIsReachedDoesNotDependOnTheThreads() throws {
        let count = max(1, Self.runs / 10)
        let (one, two) = (try simulated(count, threads: 1).document, try simulated(count, threads: 2).document)
        #expect(one.runs == count)
        #expect(two.runs == count)
        #expect(one.coverage == two.coverage)
        #expect(one.coverage.values.contains { $0.values.contains { $0 > 0 } })
    }

    private func simulated(_ runs: Int, threads: Int) throws -> Seen {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: root + "/.build/release/tagmill")
        process.arguments = ["simulate", "--seed", "1", "--runs", "\(runs)", "--jobs", "\(threads)", "--json"]
        let output = Pipe()
        process.standardOutput = output
        let began = ContinuousClock.now
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let took = (ContinuousClock.now - began) / .seconds(1)
        try #require(!bytes.isEmpty, "made by `make test-benchmarks`")
        return Seen(
            document: try JSONDecoder().decode(Document.self, from: bytes), code: process.terminationStatus,
            seconds: took)
    }
}
