import Jobs
import Provisioning
import Tags

/// Every run of a `MemoryJournal`, and which items were made on which tag, over all of them.
struct StoredRuns: Sendable {
    struct Made {
        var run: Int
        var key: ItemKey
    }

    var runs: [StoredRun] = []
    private var indices: [String: Int] = [:]
    /// In the order in which they were made.
    private var made: [UID: [Made]] = [:]

    func index(_ id: String) throws(JournalError) -> Int {
        guard let index = indices[id] else { throw JournalError(.noSuchRun, context: id) }
        return index
    }

    mutating func open(_ run: StoredRun, takeovers: [Takeover]) throws(JournalError) {
        let id = run.record.id
        guard indices[id] == nil else { throw JournalError(.failed, context: "there is a run \(id) already") }
        for takeover in takeovers {
            let earlier = try index(takeover.run)
            for key in takeover.items where try runs[earlier].stored(key).entry.takenBy != nil {
                throw JournalError(.locked, context: "another run took \(key) meanwhile")
            }
            for key in takeover.items { try runs[earlier].change(key) { $0.entry.takenBy = id } }
        }
        indices[id] = runs.count
        runs.append(run)
    }

    mutating func recordMade(run: Int, item: ItemKey) {
        guard let stored = try? runs[run].stored(item), let uid = stored.heldUID else { return }
        made[uid, default: []].append(Made(run: run, key: item))
    }

    func find(
        run index: Int, uid: UID, digest: [UInt8]?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        let run = runs[index]
        var history = TagHistory()
        run.findHeld(uid, &history)
        run.findBound(uid, &history)
        let all = made[uid] ?? []
        if let last = all.last { history.carriedSKU = try runs[last.run].stored(last.key).entry.item.sku }
        let job = run.record.job.utf8
        if let earlier = all.last(where: { $0.run != index && runs[$0.run].record.job.utf8.elementsEqual(job) }) {
            history.madeByRun = runs[earlier.run].record.id
            history.carries = run.match(try runs[earlier.run].stored(earlier.key), busy: busy)
        }
        if let digest { history.sameMessage = run.queued(withDigest: digest, busy: busy) { _ in true } }
        return history
    }
}
