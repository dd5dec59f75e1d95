import Checker
import Jobs
import Simulation
import Tags

@testable import Simulator

extension World {
    /// A world in which nothing goes wrong: some rows that every tag fits, and as many blank tags on one reader, or on several.
    static func plain(rows count: Int = 4, tags: Int? = nil, readers: Int = 1, seed: UInt64 = 1) -> World {
        var world = World(seed: seed)
        world.job = plainJob
        world.rows = Array(JobPool.job(plainJob).rows.prefix(count))
        world.tags = (0..<(tags ?? count)).map {
            WorldTag(chip: .ntag216, uid: JobPool.uid($0, .ntag216), contents: .asDelivered, faults: [])
        }
        world.readers = Draw.names.prefix(readers).map {
            WorldReader(name: $0, model: .acr122u, traits: ReaderTraits(), antenna: nil)
        }
        world.troubles = []
        (world.interleaving, world.confusion) = (0, 0)
        world.sequel = .nothing
        return world
    }

    /// The first job with enough rows that asks for nothing but its messages, each of them another.
    private static let plainJob: Int = {
        let plain = (0..<JobPool.count).first { number in
            let (job, settings) = (JobPool.job(number).job, JobPool.job(number).settings)
            let items = job.items
            return items.count >= 6 && Set(items.map(\.message)).count == items.count
                && items.allSatisfy {
                    $0.fault == nil && $0.boundUID == nil && $0.chip == nil && !$0.lock && $0.uidPlaces.isEmpty
                        && $0.message.count < 200
                }
                && settings.protection == nil && settings.chips == nil && settings.spoilage == nil && !settings.lock
        }
        guard let plain else { preconditionFailure("the pool has a job that asks for nothing but its messages") }
        return plain
    }()

    func with(_ moment: Trouble.Moment, _ what: Trouble.What) -> World {
        var world = self
        world.troubles.append(Trouble(moment: moment, what: what))
        return world
    }
}

/// A world that was played.
struct Played {
    let verdict: Simulator.Verdict
    let coverage: Coverage
    let story: [String]

    init(_ world: World, with simulator: Simulator = Simulator()) {
        var (checker, coverage, story) = (RunChecker(tags: []), Coverage(), [String]())
        verdict = simulator.play(world, checker: &checker, coverage: &coverage) { story.append($0) }
        (self.coverage, self.story) = (coverage, story)
    }

    func count(_ transition: Coverage.RunTransition) -> Int { coverage.count(of: transition) }

    func count(_ transition: Coverage.ReaderTransition) -> Int { coverage.count(of: transition) }

    /// Of the rows of a run's report, in job order.
    func statuses(ofRun number: Int = 0) -> [String] {
        verdict.reports.indices.contains(number) ? verdict.reports[number].rows.map(\.status) : []
    }
}
