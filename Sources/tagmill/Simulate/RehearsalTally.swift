import Checker
import Jobs
import Simulator
import Tags

/// What became of a job in worlds of its own, summed up.
struct RehearsalTally: Hashable, Sendable {
    /// The most of something in one world, and the lowest seed in which it was so.
    struct Worst: Hashable, Sendable {
        var count: Int
        var seed: UInt64

        fileprivate static func of(_ one: Worst?, _ other: Worst?) -> Worst? {
            guard let one else { return other }
            guard let other, other.count > one.count else { return one }
            return other
        }
    }

    /// Worlds of a given job.
    private(set) var runs = 0
    /// Those in which every item was made, but for those of bad rows.
    private(set) var complete = 0
    /// By status, over all worlds.
    private(set) var items: [ItemStatus: Int] = [:]
    private(set) var worst: [ItemStatus: Worst] = [:]
    /// Tags that were laid beside those that carry an item.
    private(set) var spareTags: Worst?

    /// Worlds are added in the order of their seeds. Those of drawn jobs are passed over.
    mutating func add(_ verdict: Simulator.Verdict, of world: World, seed: UInt64) {
        guard world.isOfGivenJob else { return }
        let end = JobEnd(verdict.reports)
        runs += 1
        if end.items.values.allSatisfy({ $0.isSuccess || $0 == .invalid }) { complete += 1 }
        for (status, count) in end.totals {
            items[status, default: 0] += count
            worst[status] = .of(worst[status], Worst(count: count, seed: seed))
        }
        if end.spareTags > 0 { spareTags = .of(spareTags, Worst(count: end.spareTags, seed: seed)) }
    }

    mutating func add(_ other: RehearsalTally) {
        runs += other.runs
        complete += other.complete
        items.merge(other.items) { $0 + $1 }
        worst.merge(other.worst) { Worst.of($0, $1) ?? $0 }
        spareTags = .of(spareTags, other.spareTags)
    }
}
