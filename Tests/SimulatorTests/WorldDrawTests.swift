import Checker
import Jobs
import Simulation
import Tags
import Testing

@testable import Simulator

@Suite("Worlds drawn by a seed") struct WorldDrawTests {
    private static let worlds = (1...500).map { World(seed: $0) }

    @Test func aSeedGivesTheSameWorldAgainAndAnotherSeedAnother() {
        for world in Self.worlds { #expect(world == World(seed: world.seed)) }
        #expect(Set(Self.worlds).count == Self.worlds.count)
    }

    @Test func everyWorldHasTenTagsOfUIDsOfTheirOwn() {
        for world in Self.worlds {
            #expect(world.tags.count == 10)
            #expect(Set(world.tags.map(\.uid)).count == 10)
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
