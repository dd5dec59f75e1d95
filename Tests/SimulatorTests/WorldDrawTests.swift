import Checker
import Jobs
import Simulation
import Tags
import Testing

@testable import Simulator

@Suite("Worlds drawn by a seed") struct WorldDrawTests {
    private static let worlds = (1...500).map { World(seed: $0) }.filter { $0.tags.count == World.tagCount }
    /// The first of those that have one.
    private static let badRoll: World = {
        for seed in 1...20_000 as ClosedRange<UInt64> {
            let world = World(seed: seed)
            if world.tags.count != World.tagCount { return world }
        }
        preconditionFailure("one world in a thousand has a bad roll")
    }()

    @Test func aSeedGivesTheSameWorldAgainAndAnotherSeedAnother() {
        for world in Self.worlds { #expect(world == World(seed: world.seed)) }
        #expect(Set(Self.worlds).count == Self.worlds.count)
    }

    @Test func everyWorldHasTenTagsOfUIDsOfTheirOwnButForBadRolls() {
        for world in Self.worlds + [Self.badRoll] {
            #expect(world.tags.count == (world == Self.badRoll ? 64 : 10))
            #expect(Set(world.tags.map(\.uid)).count == world.tags.count)
            for tag in world.tags {
                #expect(tag.uid.bytes.count == 7)
                #expect(tag.uid.bytes.starts(with: tag.chip.uidBeginning))
            }
        }
    }

    @Test func readersHaveNamesOfTheirOwn() {
        for world in Self.worlds {
            #expect((1...3).contains(world.readers.count))
            #expect(Set(world.readers.map(\.name)).count == world.readers.count)
        }
    }

    @Test func whatIsHeldIsOfARowOfTheJob() {
        for world in Self.worlds {
            #expect(world.rows == Array(JobPool.job(world.job).rows))
            for case .holding(let row) in world.tags.map(\.contents) { #expect(world.rows.contains(row)) }
        }
    }

    /// What hides behind another fault comes out where that one is missing.
    @Test func someWorldsHaveNoFaultsAndSomeHaveMany() {
        let counts = Self.worlds.map { $0.troubles.count + $0.tags.count { !$0.faults.isEmpty } }
        #expect(counts.contains(0))
        #expect(counts.contains { $0 > 6 })
    }

    /// More than one tag in ten at fault is told from the fiftieth tag on: in these worlds alone.
    @Test func aBadRollIsWarnedOf() {
        #expect(Self.badRoll.tags.count { [.readOnly, .locked].contains($0.contents) } > 50)
        let warned = (1...8000 as ClosedRange<UInt64>).contains { seed in
            let world = World(seed: seed)
            return world.tags.count > World.tagCount && Played(world).count(.warnsOfSpoilage) > 0
        }
        #expect(warned)
    }

    /// Bits that are read wrongly are those that decide something, and of the configuration where a password is to be set.
    @Test func misreadBitsAreOfPagesThatMatter() {
        let drawn = Self.worlds.flatMap { world in
            world.tags.compactMap { tag in tag.misread.map { (world, tag, $0) } }
        }
        #expect(drawn.count > 50)
        for (_, tag, misread) in drawn {
            let first = tag.chip.passwordPage
            #expect(misread.page < 6 || first.map { $0 - 1...$0 + 1 ~= misread.page } == true)
            #expect(0..<32 ~= misread.bit && 1...3 ~= misread.time)
        }
        #expect(Set(drawn.map { $0.2.page }).isSuperset(of: 0..<6))
        #expect(
            drawn.contains { world, tag, misread in
                JobPool.job(world.job).settings.protection != nil && tag.chip.passwordPage == misread.page
            })
    }

    @Test func randomUIDsAndKnownPasswordsAreRare() {
        let tags = Self.worlds.flatMap(\.tags)
        #expect((5...100).contains(tags.count { $0.hasRandomUID }))
        #expect((5...100).contains(tags.count { $0.contents == .protectedAlike }))
        #expect(Self.worlds.contains { $0.resumesFirst })
        #expect(Self.worlds.allSatisfy { !$0.resumesFirst || $0.sequel != .nothing })
    }

    @Test func everyChipModelAndTroubleIsDrawn() {
        #expect(Set(Self.worlds.flatMap(\.tags).map(\.chip)) == Set(VirtualChip.allCases))
        #expect(Set(Self.worlds.flatMap(\.readers).map(\.model)) == Set(VirtualReaderModel.allCases))
        #expect(Set(Self.worlds.map(\.sequel)) == Set(World.Sequel.allCases))
        let troubles = Set(Self.worlds.flatMap(\.troubles).map(\.what))
        let all: [Trouble.What] = [
            .death(isAfter: false), .death(isAfter: true), .journalFailure, .hang, .serviceRestart, .swap, .relay,
            .stop, .otherProgram, .otherTagmill, .severalTags, .unplug(as: "Reader D 03 00"),
        ]
        for what in all { #expect(troubles.contains(what), "\(what)") }
    }

    // MARK: Jobs

    @Test func jobsOfThePoolArePlayable() {
        for number in 0..<JobPool.count {
            let job = JobPool.job(number)
            #expect(!job.job.items.isEmpty)
            #expect(job.changedItems.map(\.key) == job.job.items.map(\.key))
            // `tagmill run --pair uid` refuses any other job.
            if job.pairing == .uid { #expect(job.job.items.allSatisfy { $0.boundUID != nil || $0.fault != nil }) }
        }
    }

    /// Twenty thousand worlds a second are wanted: an average one must stay small.
    @Test func anAverageWorldIsSmall() {
        var (checker, coverage) = (RunChecker(tags: []), Coverage())
        var exchanges = 0
        for world in Self.worlds.prefix(200) {
            exchanges += Simulator().play(world, checker: &checker, coverage: &coverage).exchanges
        }
        #expect((40...140).contains(exchanges / 200), "\(exchanges / 200) exchanges")
    }
}
