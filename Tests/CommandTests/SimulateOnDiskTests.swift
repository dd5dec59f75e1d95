import Checker
import Foundation
import Simulator
import Testing
import Threads

@testable import tagmill

/// `simulate --on-disk`: the same worlds over journals in files.
@Suite struct SimulateOnDiskTests {
    private let folder: ScratchFolder
    private static let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    init() throws { folder = try ScratchFolder() }

    private func onDisk(_ words: [String]) -> ToolRun {
        withExtendedLifetime(folder) {
            ToolRun(words: ["simulate", "--on-disk"] + words, environment: ["TMPDIR": folder.path])
        }
    }

    private var left: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    }

    @Test func theSameIsReachedAndNothingIsLeft() throws {
        let words = ["--seed", "1", "--runs", "40", "--jobs", "2", "--json"]
        let run = onDisk(words)
        #expect(run.code == .success)
        #expect(run.output == ToolRun(words: ["simulate"] + words).output)
        #expect(try left == [])
    }

    @Test(arguments: [3, 11, 42]) func aStoryIsTheSame(seed: Int) throws {
        let run = onDisk(["--seed", "\(seed)"])
        #expect(run.code == .success)
        #expect(run.output == ToolRun("simulate", "--seed", "\(seed)").output)
        #expect(try left == [])
    }

    @Test func aJobIsRehearsedOverIt() throws {
        let words = [
            Self.repository + "/jobs/demo.csv", "--rack", Self.repository + "/jobs/demo-rack.json", "--seed", "3",
            "--runs",
            "3",
        ]
        let run = onDisk(words)
        #expect(run.code == .success)
        #expect(run.output == ToolRun(words: ["simulate"] + words).output)
        #expect(try left == [])
    }

    /// As a second Ctrl-C does: who plays on is held up, and ends with the process.
    @Test func itIsTakenAwayUnderWorldsThatArePlayed() throws {
        let failures = Guarded<[String]>([])
        let journals = try WorldJournals(in: ["TMPDIR": folder.path]) { reason in
            failures.withLock { $0.append(reason) }
            while true { pause() }
        }
        let begun = DispatchSemaphore(value: 0)
        let player = Thread {
            let simulator = journals.simulator(1, verifySignature: nil)
            var checker = RunChecker(tags: [])
            var coverage = Coverage()
            for seed in 1...UInt64.max {
                _ = simulator.play(World(seed: seed), checker: &checker, coverage: &coverage)
                begun.signal()
            }
        }
        player.start()
        begun.wait()
        journals.remove()
        #expect(failures.withLock { $0 } == [])
        #expect(try left == [])
    }

    @Test func theCommandThatPlaysItAgainSaysSo() throws {
        let run = onDisk(["--runs", "1"])
        #expect(run.errors.contains("; again: tagmill simulate --on-disk --seed "))
    }

    @Test func withoutAFolderNothingIsPlayed() {
        let run = ToolRun(
            words: ["simulate", "--on-disk", "--runs", "1", "--seed", "1"], environment: ["TMPDIR": "/nowhere"])
        #expect(run.code == .unavailable)
        #expect(run.errors.contains("/nowhere"))
        #expect(run.output.isEmpty)
    }
}
