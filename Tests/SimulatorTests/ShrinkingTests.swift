import Checker
import Simulation
import Simulator
import TestSupport
import Testing

@Suite("Shrinking of worlds") struct ShrinkingTests {
    /// Tells of items that were not reached that they were written.
    private static let lying = Simulator(
        digest: Simulator.quickDigest, makeJournal: { MemoryJournal(digest: Simulator.quickDigest) },
        reopened: { journal in
            guard let journal = journal as? MemoryJournal else { return journal }
            concludeUntried(in: journal)
            return MemoryJournal(leftBy: journal)
        })

    /// The first world that breaks when items are lied about.
    private func broken() throws -> (World, Violation) {
        var (checker, coverage) = (RunChecker(tags: []), Coverage())
        for seed in 1...400 as ClosedRange<UInt64> {
            let world = World(seed: seed)
            let found = Self.lying.play(world, checker: &checker, coverage: &coverage).violations
            if let violation = found.first { return (world, violation) }
        }
        Issue.record("no world of 400 leaves an item unreached")
        throw CancellationError()
    }

    @Test func whatIsLeftOutDoesNotMatterAndTheRestBreaksTheSameRule() throws {
        let (world, violation) = try broken()
        var (checker, coverage) = (RunChecker(tags: []), Coverage())
        let shrunk = Shrinking(with: Self.lying).shrink(world, breaking: violation, checker: &checker)
        #expect(shrunk.world.lines.count < world.lines.count)
        let found = Self.lying.play(shrunk.world, checker: &checker, coverage: &coverage).violations
        #expect(found.contains { $0.rule == violation.rule && $0.invariant == violation.invariant })
        // Nothing goes wrong in it that the lie does not need.
        #expect(!shrunk.world.lines.contains { $0.hasPrefix("tag:") && $0.contains("torn") })
    }

    @Test func theSameWorldShrinksToTheSame() throws {
        let (world, violation) = try broken()
        var checker = RunChecker(tags: [])
        let shrinking = Shrinking(with: Self.lying)
        let first = shrinking.shrink(world, breaking: violation, checker: &checker)
        let second = shrinking.shrink(world, breaking: violation, checker: &checker)
        #expect(first.world == second.world)
        #expect(first.tries == second.tries)
    }

    @Test(arguments: [0, 1, 7]) func noMoreWorldsAreTriedThanItMay(limit: Int) throws {
        let (world, violation) = try broken()
        var checker = RunChecker(tags: [])
        let shrunk = Shrinking(with: Self.lying, mostTries: limit).shrink(world, breaking: violation, checker: &checker)
        #expect(shrunk.tries == limit)
        if limit == 0 { #expect(shrunk.world == world) }
    }

    @Test(arguments: [1, 2, 30]) func itEndsSoonWhenItIsStopped(questions: Int) throws {
        let (world, violation) = try broken()
        var (checker, coverage) = (RunChecker(tags: []), Coverage())
        var asked = 0
        let shrunk = Shrinking(with: Self.lying).shrink(
            world, breaking: violation, checker: &checker,
            unless: {
                asked += 1
                return asked >= questions
            })
        #expect(shrunk.tries < questions)
        if questions == 1 { #expect(shrunk.world == world) }
        let found = Self.lying.play(shrunk.world, checker: &checker, coverage: &coverage).violations
        #expect(found.contains { $0.rule == violation.rule && $0.invariant == violation.invariant })
    }

    /// A world in which the rule is not broken shrinks to itself: nothing that is tried breaks it.
    @Test func aWorldThatBreaksNothingStaysAsItIs() {
        let world = World(seed: 5)
        var checker = RunChecker(tags: [])
        let violation = Violation(invariant: 1, rule: "no such rule", detail: "")
        let shrunk = Shrinking(with: Simulator()).shrink(world, breaking: violation, checker: &checker)
        #expect(shrunk.world == world)
        #expect(shrunk.tries > 0)
    }
}
