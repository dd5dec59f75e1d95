import Checker
import Jobs
import Tags
import Testing

@testable import Simulator

@Suite("The course of a world") struct CourseTests {
    private static let written = Array(repeating: "written", count: 4)

    private func expectSound(_ played: Played, _ place: Comment? = nil) {
        for violation in played.verdict.violations { Issue.record("\(violation) \(place ?? "")") }
    }

    @Test func everyItemIsMadeOnATagOfItsOwn() {
        let played = Played(.plain())
        expectSound(played)
        #expect(played.statuses() == Self.written)
        #expect(Set(played.verdict.reports.flatMap(\.rows).map(\.uid)).count == 4)
        #expect(played.count(.opened) == 1)
        #expect(played.count(.resumed) + played.count(.resumedReleasing) == 0)
        #expect(played.count(.endedComplete) == 1)
        #expect(played.verdict.exchanges > 0)
    }

    @Test func itEndsWhenNoTagIsLeft() {
        let played = Played(.plain(tags: 2))
        expectSound(played)
        #expect(played.statuses() == ["written", "written", "pending", "pending"])
        #expect(played.count(.endedComplete) == 0)
    }

    // MARK: Processes

    /// A stopped run is resumed, mostly, and then comes to its end.
    @Test func aStoppedRunIsResumed() {
        var isResumed: Set<Bool> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            let played = Played(World.plain(seed: seed).with(.step(3), .stop))
            let place = Comment("seed \(seed)")
            expectSound(played, place)
            #expect(played.count(.endedStopped) == 1, place)
            let resumptions = played.count(.resumed) + played.count(.resumedReleasing)
            isResumed.insert(resumptions > 0)
            #expect(played.count(.endedComplete) == resumptions, place)
            #expect(resumptions == 0 ? played.statuses().contains("pending") : played.statuses() == Self.written, place)
        }
        #expect(isResumed == [false, true])
    }

    /// Whenever a process dies, another goes on: but for the tag that lay there, every item is made.
    @Test(arguments: [false, true]) func aDiedRunIsResumed(isAfter: Bool) {
        let exchanges = Played(.plain()).verdict.exchanges
        for number in 1...exchanges {
            let played = Played(World.plain().with(.exchange(number), .death(isAfter: isAfter)))
            let place = Comment("death \(isAfter ? "after" : "before") exchange \(number)")
            expectSound(played, place)
            #expect(played.count(.died) == 1, place)
            #expect(played.count(.opened) == 1, place)
            #expect(played.count(.resumed) + played.count(.resumedReleasing) > 0, place)
            #expect(played.statuses().count { $0 == "written" } >= 3, place)
            #expect(played.statuses().allSatisfy { ["written", "in-doubt", "pending"].contains($0) }, place)
        }
    }

    @Test(arguments: [Trouble.What.death(isAfter: false), .death(isAfter: true), .journalFailure])
    func aRunWhoseJournalIsCutOffIsResumed(what: Trouble.What) {
        // To begin, twice for each item, and to end.
        for number in 1...10 {
            let played = Played(World.plain().with(.journalWrite(number), what))
            let place = Comment("\(what) at write \(number)")
            expectSound(played, place)
            #expect(played.count(.died) == (what == .journalFailure ? 0 : 1), place)
            // A run that ended with an error is not always resumed.
            let resumptions = played.count(.resumed) + played.count(.resumedReleasing)
            let isLeft = what == .journalFailure && number > 1 && resumptions == 0
            if isLeft {
                #expect(played.count(.endedWithError) == 1, place)
            } else {
                #expect(played.statuses().count { $0 == "written" } >= 3, place)
            }
            // A run that did not come to be on disk is opened anew.
            #expect(played.count(.opened) == (number == 1 && what != .death(isAfter: true) ? 2 : 1), place)
        }
        let played = Played(World.plain().with(.journalWrite(11), what))
        #expect(played.count(.died) == 0)
        #expect(!played.story.contains("the journal fails"))
    }

    // MARK: Readers

    /// What happens to a reader comes about, and costs no item.
    @Test func readersThatAreTroubledComeBack() {
        let troubles: [(Trouble.What, [Coverage.ReaderTransition])] = [
            (.unplug(as: Draw.names[0]), [.unplugged, .pluggedAgain]),
            (.unplug(as: "Reader D 03 00"), [.unplugged, .pluggedUnderAnotherName]),
            (.serviceRestart, [.listingFails, .unplugged, .pluggedAgain, .listingWorksAgain]),
        ]
        for (what, transitions) in troubles {
            for number in [1, 7, 20] {
                let played = Played(World.plain(readers: 2).with(.exchange(number), what))
                let place = Comment("\(what) at exchange \(number)")
                expectSound(played, place)
                for transition in transitions { #expect(played.count(transition) > 0, "\(transition): \(place)") }
                #expect(played.statuses() == Self.written, place)
            }
        }
    }

    /// A call that does not come back costs the item of its tag at most, which nobody lays again.
    @Test(arguments: [1, 7, 20]) func aReaderThatHangsAnswersAgain(number: Int) {
        let played = Played(World.plain(readers: 2).with(.exchange(number), .hang))
        expectSound(played)
        #expect(played.count(.stuck) == 1)
        #expect(played.count(.answersAgain) == 1)
        #expect(played.statuses().count { $0 == "written" } >= 3)
    }

    // MARK: Order

    /// Whether the write of an item begins while that of another goes on.
    private func isInterleaved(_ story: [String]) -> Bool {
        var open = 0
        for line in story {
            if line.contains("the write of"), line.hasSuffix("begins") { open += 1 }
            if line.contains(" is written on ") { open -= 1 }
            if open > 1 { return true }
        }
        return false
    }

    @Test func readersGoOnInTheMiddleOfAnothersWork() {
        var world = World.plain(rows: 6, readers: 3)
        #expect(!isInterleaved(Played(world).story))
        world.interleaving = 64
        let played = Played(world)
        expectSound(played)
        #expect(isInterleaved(played.story))
        #expect(played.statuses() == Array(repeating: "written", count: 6))
    }

    /// What was played before, with the same checker, changes nothing.
    @Test func aWorldIsTheSameAfterAnyOther() {
        var world = World.plain(rows: 6, readers: 3).with(.exchange(30), .death(isAfter: true))
        (world.interleaving, world.confusion) = (64, 32)
        let alone = Played(world)
        var (checker, coverage) = (RunChecker(tags: []), Coverage())
        for seed in 1...10 as ClosedRange<UInt64> {
            _ = Simulator().play(World(seed: seed), checker: &checker, coverage: &coverage)
            var (ownCoverage, story) = (Coverage(), [String]())
            let verdict = Simulator().play(world, checker: &checker, coverage: &ownCoverage) { story.append($0) }
            #expect(story == alone.story, "after seed \(seed)")
            #expect(verdict.violations.map(\.description) == alone.verdict.violations.map(\.description))
            #expect(ownCoverage.rows == alone.coverage.rows)
        }
    }

    // MARK: What comes next

    @Test func aRerunMakesWhatIsLeft() {
        var world = World.plain(tags: 2)
        world.sequel = .rerun
        let played = Played(world)
        expectSound(played)
        #expect(played.verdict.reports.map(\.rows.count) == [4, 2])
        // Where nothing is left, there is no other run.
        world = .plain()
        world.sequel = .rerun
        #expect(Played(world).verdict.reports.map(\.rows.count) == [4])
    }

    /// Behind a rerun, which took all that was left, nothing is left to do; behind another job the first goes on.
    @Test(arguments: [(World.Sequel.rerun, 1), (.changedJob, 0)]) func theFirstRunIsResumed(
        sequel: World.Sequel, idle: Int
    ) {
        var world = World.plain(tags: 6)
        (world.sequel, world.resumesFirst) = (sequel, true)
        // The operator stops it in the middle, and nobody resumes it at once.
        let seeds = (1...40 as ClosedRange<UInt64>).filter { seed in
            world.seed = seed
            let played = Played(world.with(.step(3), .stop))
            expectSound(played, "seed \(seed)")
            guard played.count(.firstResumed) > 0, played.verdict.reports.count == 3,
                played.count(.resumed) + played.count(.resumedReleasing) == 1
            else { return false }
            #expect(played.count(.hadNothingToDo) == idle, "seed \(seed)")
            return true
        }
        #expect(!seeds.isEmpty)
    }

    /// Nothing is written to it, and no report knows its UID.
    @Test func aTagOfARandomUIDIsPassedOver() {
        var world = World.plain(tags: 5)
        world.tags[1].hasRandomUID = true
        let played = Played(world)
        expectSound(played)
        #expect(played.statuses() == Self.written)
        #expect(!played.verdict.reports.flatMap(\.rows).contains { $0.uid == world.tags[1].uid.bytes })
        let rejected = played.story.filter { $0.contains(" is rejected ") }
        #expect(rejected.count == 1 && rejected[0].hasPrefix("  tag ? is rejected (not-a-tag)"))
    }

    /// A tag that the job's password opens, and that answers with another PACK, gets item and PACK.
    @Test func aTagThatItsPasswordOpensIsMade() throws {
        var world = World.plain(rows: 1)
        world.job = try #require(
            (0..<JobPool.count).first { number in
                let job = JobPool.job(number)
                return job.settings.protection != nil && job.pairing == .queue && job.settings.chips == nil
                    && job.settings.requiresGenuine == false
                    && job.job.items.allSatisfy {
                        $0.fault == nil && $0.boundUID == nil && $0.chip == nil && !$0.lock && $0.message.count < 100
                    }
            })
        world.rows = [0]
        world.tags[0].contents = .protectedAlike
        let played = Played(world)
        expectSound(played)
        #expect(played.statuses().first == "written")
        #expect(played.story.contains { $0.contains("page 230 <- CAFE0000 is stored") })
        #expect(!played.story.contains { $0.contains("page 229 <- ") })
    }

    @Test func aChangedJobIsRunAfterTheFirst() {
        var world = World.plain(tags: 8)
        world.sequel = .changedJob
        let played = Played(world)
        expectSound(played)
        #expect(played.count(.changedJob) == 1)
        #expect(played.verdict.reports.map(\.rows.count) == [4, 4])
        #expect(played.statuses() == Self.written)
    }
}
