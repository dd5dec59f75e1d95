import Checker
import Foundation
import Provisioning
import SQLiteJournal
import Simulator
import Synchronization
import Testing

/// The same worlds over a journal in memory and over one on disk: the same stories, and nothing broken in either.
@Suite("Worlds over a journal on disk") struct JournalsAgreeTests {
    /// TAGMILL_SIMULATED_RUNS: how many worlds; `make test` plays a hundred.
    static let count = ProcessInfo.processInfo.environment["TAGMILL_SIMULATED_RUNS"].flatMap(UInt64.init) ?? 100

    /// Journals in one folder, a file for each world, and for each process that opens it an object of its own.
    private final class Files: Sendable {
        private let folder = NSTemporaryDirectory() + "tagmill-worlds-\(UUID().uuidString)"
        private let number = Mutex(0)

        init() throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        private var path: String { "\(folder)/\(number.withLock { $0 }).sqlite" }

        func make() -> any Journal {
            let old = path
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: old + end) }
            number.withLock { $0 += 1 }
            return open(creating: true)
        }

        func open(creating: Bool = false) -> any Journal {
            do {
                return try SQLiteJournal(path: path, createIfMissing: creating, digest: Simulator.quickDigest)
            } catch {
                preconditionFailure("the journal of a world cannot be opened: \(error)")
            }
        }
    }

    @Test func theyTellTheSameStories() throws {
        let files = try Files()
        let onDisk = Simulator(
            digest: Simulator.quickDigest, makeJournal: { files.make() }, reopened: { _ in files.open() })
        var (checker, coverage) = (RunChecker(tags: []), Coverage())
        for seed in 1...Self.count {
            let world = World(seed: seed)
            var stories: [[String]] = []
            for simulator in [Simulator(), onDisk] {
                var lines: [String] = []
                let verdict = simulator.play(world, checker: &checker, coverage: &coverage) { lines.append($0) }
                for violation in verdict.violations { Issue.record("seed \(seed): \(violation)") }
                stories.append(lines)
            }
            try #require(stories[0] == stories[1], "seed \(seed)")
        }
    }
}
