import Checker
import Jobs
import Simulator
import Tags

/// How the items of a job stood when all its runs were over.
struct JobEnd {
    /// A tag that was not written, why, and the item that it would have got.
    struct Rejected: Hashable {
        var uid: UID?
        var item: ItemKey?
        var reason: Reason?
        var detail: String
    }

    private(set) var items: [ItemKey: ItemStatus] = [:]
    /// The last report's row of each item that did not succeed.
    private(set) var unmade: [ItemKey: CheckedRow] = [:]
    /// Distinct tags that were laid.
    private(set) var tags: Set<UID> = []
    /// In the order in which they were laid first.
    private(set) var rejected: [Rejected] = []
    /// Tags without a capability container that took no item.
    let unformattedTags: Int

    /// - Parameter reports: the job's run, and its reruns.
    init(_ reports: [WorldReport]) {
        let presentations = reports.flatMap(\.presentations)
        unformattedTags = RejectedTags(presentations).count(.tagUnformatted)
        for row in reports.flatMap(\.rows) {
            guard let status = ItemStatus(rawValue: row.status) else { continue }
            let key = ItemKey(worldNumber: row.item)
            items[key] = status
            unmade[key] = status.isSuccess ? nil : row
        }
        var seen: Set<Rejected> = []
        for presentation in presentations {
            if let uid = presentation.uid { tags.insert(uid) }
            guard presentation.result == .rejected else { continue }
            let tag = Rejected(
                uid: presentation.uid, item: presentation.item, reason: presentation.reason, detail: presentation.detail
            )
            if seen.insert(tag).inserted { rejected.append(tag) }
        }
    }

    var totals: [ItemStatus: Int] { items.values.reduce(into: [:]) { $0[$1, default: 0] += 1 } }

    /// Tags beside those that carry an item.
    var spareTags: Int { max(0, tags.count - items.values.count { $0.isSuccess }) }
}
