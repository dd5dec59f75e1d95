import Jobs
import Provisioning
import Tags

/// Every run of a `MemoryJournal`, and what is known of the tags, over all of them.
struct StoredRuns: Sendable {
    var runs: [StoredRun] = []
    private var indices: [String: Int] = [:]
    private var ledger: [UID: StoredTag] = [:]
    /// The runs that made something on a tag, in the order in which they did.
    private var makers: [UID: [Int]] = [:]

    /// What remains when the process that held the runs is gone.
    var left: StoredRuns {
        var left = self
        for index in left.runs.indices { left.runs[index].isHeld = false }
        return left
    }

    func index(_ id: String) throws(JournalError) -> Int {
        guard let index = indices[id] else { throw JournalError(.noSuchRun, context: id) }
        return index
    }

    func held(_ id: String) throws(JournalError) -> Int {
        let index = try index(id)
        guard runs[index].isHeld else { throw JournalError(.notHeld, context: id) }
        return index
    }

    mutating func open(_ record: RunRecord, _ opening: RunOpening, digest: Digest) throws(JournalError) {
        let id = record.id
        guard indices[id] == nil else { throw JournalError(.failed, context: "there is a run \(id) already") }
        let opening = try releasingOvertaken(opening)
        let run = try StoredRun(record, opening, digest: digest)
        // Changed as a whole, or not at all.
        var changed = runs
        for takeover in opening.takeovers {
            let earlier = try index(takeover.run)
            for key in takeover.items {
                guard try changed[earlier].stored(key).entry.takenBy == nil else {
                    throw JournalError(.locked, context: "another run took \(key) meanwhile")
                }
                try changed[earlier].change(key) { $0.entry.takenBy = id }
            }
        }
        changed.append(run)
        for (key, uid) in opening.inDoubt where ledger[uid]?.state == .carries {
            // A write of a run that is not in this journal, later than what is known here.
            ledger[uid] = StoredTag(
                state: .inDoubt, run: runs.count, item: key, since: record.startedAt, station: record.station)
        }
        indices[id] = runs.count
        runs = changed
    }

    /// Items in doubt on tags that another run made since begin released. Only of an item whose earlier run is here is it
    /// known that its write began before.
    private func releasingOvertaken(_ opening: RunOpening) throws(JournalError) -> RunOpening {
        var opening = opening
        for takeover in opening.takeovers {
            let earlier = runs[try index(takeover.run)]
            for key in takeover.items {
                guard let uid = opening.inDoubt[key], ledger[uid]?.state == .carries else { continue }
                let item = try earlier.stored(key)
                guard item.heldUID == uid || item.entry.attempts.contains(where: { $0.uid == uid }) else { continue }
                opening.inDoubt[key] = nil
                opening.released[key] = uid
            }
        }
        return opening
    }

    mutating func reopen(run index: Int, _ execution: Execution, releasingInDoubt: Bool) throws(JournalError) {
        let overtaken = Set(ledger.filter { $0.value.state == .carries && $0.value.run != index }.keys)
        try runs[index].reopen(execution) { releasingInDoubt || overtaken.contains($0) }
    }

    mutating func intend(run: Int, _ key: ItemKey, _ attempt: Attempt) throws(JournalError) -> IntentAnswer {
        let answer = try runs[run].intend(key, attempt)
        guard answer == .accepted else { return answer }
        ledger[attempt.uid] = StoredTag(
            state: .inDoubt, run: run, item: key, since: attempt.intendedAt, station: attempt.station)
        return answer
    }

    mutating func conclude(run: Int, _ key: ItemKey, _ outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        let before = try runs[run].stored(key)
        let answer = try runs[run].conclude(key, outcome)
        guard answer == .accepted else { return answer }
        let after = try runs[run].stored(key)
        if outcome.status.isSuccess, let uid = after.heldUID {
            enterCarried(uid, run, after, outcome)
            makers[uid, default: []].append(run)
        } else if before.state == .inHand, let uid = before.heldUID {
            // Without a write before it the outcome says nothing of the tag.
            switch outcome.status {
            case .failed where after.heldUID != nil: enterCarried(uid, run, after, outcome)
            case .failed, .pending: enterUnknown(uid, run, key, outcome)
            case .inDoubt, .written, .unchanged, .invalid: break
            }
        }
        return answer
    }

    /// The tag holds the item's message. It may have held it before: then since then.
    private mutating func enterCarried(_ uid: UID, _ run: Int, _ item: StoredItem, _ outcome: Outcome) {
        var since = outcome.finishedAt ?? runs[run].record.startedAt
        if let known = ledger[uid], known.state == .carries, known.digest == item.digest { since = known.since }
        ledger[uid] = StoredTag(
            state: .carries, run: run, item: item.entry.item.key, since: since, station: outcome.station,
            digest: item.digest)
    }

    /// A write of the item failed. Where another run wrote to the tag since, that stands.
    private mutating func enterUnknown(_ uid: UID, _ run: Int, _ key: ItemKey, _ outcome: Outcome) {
        guard var known = ledger[uid], known.isOf(run: run, key) else { return }
        known.state = .unknown
        known.since = outcome.finishedAt ?? known.since
        ledger[uid] = known
    }

    func find(
        run index: Int, uid: UID, digests: MessageDigests?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        let run = runs[index]
        var history = TagHistory()
        run.findHeld(uid, madeBy: maker(of: uid, otherThan: index), &history)
        run.findBound(uid, &history)
        history.failures = run.failures[uid] ?? 0
        if let known = ledger[uid], known.state == .carries {
            let item = try runs[known.run].stored(known.item)
            history.carriedSKU = item.entry.item.sku
            if known.run != index, isSameJob(known.run, index) { history.carries = run.match(item, busy: busy) }
        }
        let maker = makers[uid]?.last { $0 != index && isSameJob($0, index) }
        history.madeByRun = maker.map { runs[$0].record.id }
        if let digests { history.sameMessage = run.queued(digests, busy: busy) }
        return history
    }

    /// The other run whose item the tag carries.
    private func maker(of uid: UID, otherThan index: Int) -> String? {
        guard let known = ledger[uid], known.state == .carries, known.run != index else { return nil }
        return runs[known.run].record.id
    }

    /// Byte by byte, and not as Unicode compares.
    private func isSameJob(_ one: Int, _ other: Int) -> Bool {
        runs[one].record.job.utf8.elementsEqual(runs[other].record.job.utf8)
    }

    func ledgerEntry(_ uid: UID) throws(JournalError) -> LedgerEntry? {
        guard let known = ledger[uid] else { return nil }
        let (record, item) = (runs[known.run].record, try runs[known.run].stored(known.item).entry.item)
        return LedgerEntry(
            uid: uid, state: known.state, run: record.id, job: record.job, item: item.key, sku: item.sku,
            summary: item.summary, since: known.since, station: known.station)
    }

    func summary(_ index: Int) -> RunSummary {
        let run = runs[index]
        return RunSummary(
            record: run.record, totals: run.items.reduce(into: [:]) { $0[$1.status, default: 0] += 1 },
            open: run.items.count(where: \.isLive),
            tags: ledger.values.count { $0.run == index && $0.state == .carries }, isInUse: run.isHeld)
    }

    mutating func forget(run index: Int, at time: Timestamp) throws(JournalError) {
        try runs[index].forget(at: time)
        for (uid, known) in ledger where known.run == index { ledger[uid]?.digest = nil }
    }
}
