import Jobs
import Provisioning
import Tags

/// Every run of a `MemoryJournal`, and what is known of the tags, over all of them.
struct StoredRuns: Sendable {
    var runs: [StoredRun] = []
    /// Of the runs, each at its place.
    private var ids: [String] = []
    private var ledger: [UID: StoredTag] = [:]
    /// Of the runs that are held.
    private var heldIndices: [Int] = []

    /// What remains when the process that held the runs is gone.
    var left: StoredRuns {
        var left = self
        left.heldIndices = []
        return left
    }

    func index(_ id: String) throws(JournalError) -> Int {
        // The newest is asked for most.
        guard let index = ids.lastIndex(of: id) else { throw JournalError(.noSuchRun, context: id) }
        return index
    }

    func held(_ id: String) throws(JournalError) -> Int {
        let index = try index(id)
        guard heldIndices.contains(index) else { throw JournalError(.notHeld, context: id) }
        return index
    }

    mutating func open(_ record: RunRecord, _ opening: RunOpening, digest: @escaping Digest) throws(JournalError) {
        let id = record.id
        guard !ids.contains(id) else { throw JournalError(.failed, context: "there is a run \(id) already") }
        let opening = try releasingOvertaken(opening)
        let run = try StoredRun(record, opening, digest: digest)
        if !opening.takeovers.isEmpty { runs = try taken(opening.takeovers, by: id) }
        for (key, uid) in opening.inDoubt where ledger[uid]?.state == .carries {
            // A write of a run that is not in this journal, later than what is known here. It carried an item of an earlier one.
            let tag = StoredTag(
                state: .inDoubt, run: runs.count, item: key, since: record.startedAt, station: record.station)
            enter(uid) { $0.follow(with: tag) }
        }
        if ledger.isEmpty { ledger = Dictionary(minimumCapacity: opening.items.count) }
        ids.append(id)
        heldIndices.append(runs.count)
        runs.append(consume run)
    }

    /// The runs with these items closed: as a whole, or not at all.
    private func taken(_ takeovers: [Takeover], by id: String) throws(JournalError) -> [StoredRun] {
        var changed = runs
        for takeover in takeovers {
            let earlier = try index(takeover.run)
            for key in takeover.items {
                let position = try changed[earlier].position(key)
                guard changed[earlier].items[position].entry.takenBy == nil else {
                    throw JournalError(.locked, context: "another run took \(key) meanwhile")
                }
                changed[earlier].change(position) { $0.entry.takenBy = id }
            }
        }
        return changed
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
        guard runs[index].record.forgottenAt == nil else {
            throw JournalError(
                .failed,
                context: "the cells and messages of run \(ids[index]) were forgotten: it cannot go on")
        }
        guard !heldIndices.contains(index) else { throw JournalError(.locked, context: ids[index]) }
        let ledger = ledger
        runs[index].reopen(execution) { uid in
            releasingInDoubt || ledger[uid].map { $0.state == .carries && $0.run != index } ?? false
        }
        heldIndices.append(index)
    }

    mutating func end(run index: Int, _ how: RunEnd, exitCode: Int, at time: Timestamp) {
        runs[index].end(how, exitCode: exitCode, at: time)
        heldIndices.removeAll { $0 == index }
    }

    mutating func intend(run: Int, _ key: ItemKey, _ attempt: Attempt) throws(JournalError) -> IntentAnswer {
        let answer = try runs[run].intend(key, attempt)
        guard answer == .accepted else { return answer }
        let tag = StoredTag(
            state: .inDoubt, run: run, item: key, since: attempt.intendedAt, station: attempt.station)
        enter(attempt.uid) { $0.follow(with: tag) }
        return answer
    }

    mutating func conclude(run: Int, _ key: ItemKey, _ outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        guard let concluded = try runs[run].conclude(key, outcome) else { return .conflict }
        if outcome.status.isSuccess, let uid = concluded.heldUID {
            enterCarried(uid, run, key, concluded, outcome, isMade: true)
        } else if let uid = concluded.writtenUID {
            // Without a write before it the outcome says nothing of the tag.
            switch outcome.status {
            case .failed where concluded.heldUID != nil:
                enterCarried(uid, run, key, concluded, outcome, isMade: false)
            case .failed, .pending: enterUnknown(uid, run, key, outcome)
            case .inDoubt, .written, .unchanged, .invalid: break
            }
        }
        return .accepted
    }

    /// The tag holds the item's message.
    private mutating func enterCarried(
        _ uid: UID, _ run: Int, _ key: ItemKey, _ concluded: StoredRun.Concluded, _ outcome: Outcome, isMade: Bool
    ) {
        let tag = StoredTag(
            state: .carries, run: run, item: key, since: concluded.time, station: outcome.station,
            digest: concluded.digest)
        enter(uid) { $0.carry(as: tag, madeBy: isMade ? run : nil) }
    }

    /// A write of the item failed. Where another run wrote to the tag since, that stands.
    private mutating func enterUnknown(_ uid: UID, _ run: Int, _ key: ItemKey, _ outcome: Outcome) {
        guard ledger[uid]?.isOf(run: run, key) == true else { return }
        enter(uid) { known in
            known.state = .unknown
            if let time = outcome.finishedAt { known.since = time }
        }
    }

    /// Changes what is known of a tag, where it stands. The runs know how many tags carry an item of theirs.
    private mutating func enter(_ uid: UID, _ change: (inout StoredTag) -> Void) {
        let (before, after) = Self.changed(&ledger[uid, default: .unseen], change)
        guard before != after else { return }
        if let before { runs[before].tagsCarried -= 1 }
        if let after { runs[after].tagsCarried += 1 }
    }

    /// The runs of whose items the tag carried one before and carries one now.
    private static func changed(
        _ tag: inout StoredTag, _ change: (inout StoredTag) -> Void
    ) -> (before: Int?, after: Int?) {
        let before = tag.carriedRun
        change(&tag)
        return (before, tag.carriedRun)
    }

    mutating func find(
        run index: Int, uid: UID, digests: MessageDigests?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        var history = TagHistory()
        let known = ledger[uid]
        let carried = known.flatMap { $0.state == .carries ? $0 : nil }
        let other = carried.flatMap { $0.run == index ? nil : ids[$0.run] }
        runs[index].find(uid, madeBy: other, &history)
        if let carried {
            let position = try runs[carried.run].position(carried.item)
            if let sku = runs[carried.run].items[position].entry.item.sku { history.carriedSKU = sku }
            if carried.run != index, isSameJob(carried.run, index),
                let open = runs[index].match(runs[carried.run].items[position], busy: busy)
            {
                history.carries = open
            }
        }
        if let maker = known?.makers.last(where: { $0 != index && isSameJob($0, index) }) {
            history.madeByRun = ids[maker]
        }
        if let digests, let open = runs[index].queued(digests, busy: busy) { history.sameMessage = open }
        return history
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
        RunSummary(
            record: runs[index].record, totals: runs[index].totals.present, open: runs[index].open,
            tags: runs[index].tagsCarried, isInUse: heldIndices.contains(index))
    }

    mutating func forget(run index: Int, at time: Timestamp) throws(JournalError) {
        guard !heldIndices.contains(index) else { throw JournalError(.locked, context: ids[index]) }
        runs[index].forget(at: time)
        for (uid, known) in ledger where known.run == index { ledger[uid]?.digest = nil }
    }
}
