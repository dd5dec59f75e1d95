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
    /// Those in which every item was made.
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
        if end.items.values.allSatisfy(\.isSuccess) { complete += 1 }
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

/// How the items of a job stood when all its runs were over.
struct JobEnd {
    /// A tag that was not written, and why.
    struct Rejected: Hashable {
        var uid: UID?
        var reason: Reason?
    }

    private(set) var items: [ItemKey: ItemStatus] = [:]
    /// The last report's row of each item that did not succeed.
    private(set) var unmade: [ItemKey: CheckedRow] = [:]
    /// Distinct tags that were laid.
    private(set) var tags: Set<[UInt8]> = []
    /// In the order in which they were laid first.
    private(set) var rejected: [Rejected] = []

    /// - Parameter reports: the job's run, and its reruns.
    init(_ reports: [WorldReport]) {
        for report in reports {
            for row in report.rows {
                guard let status = ItemStatus(rawValue: row.status) else { continue }
                let key = ItemKey(worldNumber: row.item)
                items[key] = status
                unmade[key] = status.isSuccess ? nil : row
            }
            for presentation in report.presentations {
                if let uid = presentation.uid { tags.insert(uid) }
                guard presentation.result == "rejected" else { continue }
                let tag = Rejected(
                    uid: presentation.uid.flatMap { UID($0) }, reason: Reason(rawValue: presentation.reason))
                if !rejected.contains(tag) { rejected.append(tag) }
            }
        }
    }

    var totals: [ItemStatus: Int] { items.values.reduce(into: [:]) { $0[$1, default: 0] += 1 } }

    /// Tags beside those that carry an item.
    var spareTags: Int { max(0, tags.count - items.values.count { $0.isSuccess }) }
}
