import Foundation
import Simulation
import Testing

/// The built command, killed at random moments of real runs, and gone on with.
///
/// `TAGMILL_CHAOS_KILLS` says how often (20), `TAGMILL_CHAOS_SEED` from which seed on; the seed of a round that failed is
/// the first of the next time.
@Suite("Runs that are killed") struct KillTests {
    private static let worldsAtOnce = 4

    @Test func whatIsKilledIsGoneOnWithAndEndsTrue() async throws {
        let environment = ProcessInfo.processInfo.environment
        let kills = environment["TAGMILL_CHAOS_KILLS"].flatMap { Int($0) } ?? 20
        let seed = environment["TAGMILL_CHAOS_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
        print("kills: seed \(seed)")
        let tally = KillTally(seed: seed, wanted: kills)
        let start = ContinuousClock.now
        await withTaskGroup { group in
            for _ in 0..<Self.worldsAtOnce {
                group.addTask { await onThread { while tally.playRound() {} } }
            }
        }
        for failure in tally.failures { Issue.record("\(failure)") }
        print("kills: \(tally.kills) in \(tally.rounds) rounds, \((ContinuousClock.now - start) / .seconds(1)) s")
        #expect(tally.kills >= kills)
    }
}

/// Gives out seeds and counts.
private final class KillTally: @unchecked Sendable {
    private let lock = NSLock()  // Around everything below.
    private var nextSeed: UInt64
    private let wanted: Int
    private(set) var kills = 0
    private(set) var rounds = 0
    private(set) var failures: [String] = []

    init(seed: UInt64, wanted: Int) {
        nextSeed = seed
        self.wanted = wanted
    }

    /// False when there were kills enough.
    func playRound() -> Bool {
        let seed = lock.withLock { () -> UInt64? in
            guard kills < wanted, failures.count < 5 else { return nil }
            nextSeed += 1
            return nextSeed - 1
        }
        guard let seed else { return false }
        do {
            let round = try KillRound(seed: seed)
            round.play()
            lock.withLock {
                kills += round.kills
                rounds += 1
                print("round \(seed): \(round.story.joined(separator: "; "))")
                guard !round.faults.isEmpty else { return }
                let story = round.story.joined(separator: "; ")
                failures.append(
                    "TAGMILL_CHAOS_SEED=\(seed): \(story)\n\(round.faults.joined(separator: "\n"))\n"
                        + "the folder is kept: \(round.scratch.path)")
            }
        } catch {
            lock.withLock { failures.append("seed \(seed): \(error)") }
        }
        return true
    }
}
