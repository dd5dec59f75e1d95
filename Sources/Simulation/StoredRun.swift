import Jobs
import Provisioning
import Tags

/// A run in a `MemoryJournal`, with what finds its items without going through all of them.
struct StoredRun: Sendable {
    var record: RunRecord
    private(set) var executions: [Execution]
    var isHeld = true
    private(set) var items: [StoredItem] = []
    private(set) var backlog = Backlog(queued: 0, bound: 0, inDoubt: 0)
    var claimed: Set<ItemKey> = []
    var presentations: [Presentation] = []
    var readers: [ReaderRecord] = []
    var reports: [KeptReport] = []
    /// How many attempts on a tag ended for a reason that speaks against it.
    private(set) var failures: [UID: Int] = [:]
    private var positions: [ItemKey: Int] = [:]
    /// Positions in job order.
    private var byDigest: [[UInt8]: [Int]] = [:]
    private var bySKU: [[UInt8]: [Int]] = [:]
    private var byBound: [UID: [Int]] = [:]
    private var held: [UID: ItemKey] = [:]
    /// In the order in which the writes began.
    private var inHand: [ItemKey] = []
    /// Every item before this one has ended or was taken.
    private var firstLive = 0

    init(_ record: RunRecord, _ opening: RunOpening, digest: Digest) throws(JournalError) {
        self.record = record
        executions = [
            Execution(
                startedAt: record.startedAt, station: record.station, operatorName: record.operatorName,
                version: record.version, finishedAt: record.finishedAt, ended: record.ended)
        ]
        var doubtful = opening.inDoubt
        for item in opening.items {
            var stored = StoredItem(entry: ItemEntry(item: item), digest: digest(item.message), state: .pending)
            if let fault = item.fault {
                stored.state = .final
                stored.entry.outcome = Outcome(status: .invalid, reason: .rowInvalid, detail: fault)
            } else if let uid = doubtful.removeValue(forKey: item.key) {
                (stored.state, stored.heldUID) = (.inDoubt, uid)
                let earlier = opening.takeovers.first { $0.items.contains(item.key) } ?? opening.takeovers.first
                let detail = earlier.map { "in doubt since run \($0.run)" } ?? ""
                stored.entry.outcome = Outcome(
                    status: .inDoubt, detail: detail, uid: uid, station: record.station)
            }
            try append(stored)
        }
        guard doubtful.isEmpty else {
            throw JournalError(.failed, context: "an item that is to be in doubt is not there or invalid")
        }
        for (key, uid) in opening.released { try change(key) { $0.entry.releasedFrom.append(uid) } }
    }

    /// - Parameter isReleased: whether an item that is in doubt on this tag is given to a new one.
    mutating func reopen(_ execution: Execution, isReleased: (UID) -> Bool) throws(JournalError) {
        guard record.forgottenAt == nil else {
            throw JournalError(
                .failed, context: "the cells and messages of run \(record.id) were forgotten: it cannot go on")
        }
        guard !isHeld else { throw JournalError(.locked, context: record.id) }
        try leaveInDoubt()
        for item in items where item.state == .inDoubt {
            guard let uid = item.heldUID, isReleased(uid) else { continue }
            try change(item.entry.item.key) { $0.releaseInDoubt() }
        }
        (record.ended, record.exitCode, record.finishedAt) = (nil, nil, nil)
        executions.append(execution)
        claimed = []
        isHeld = true
    }

    /// What was in hand is in doubt on its tag, and the tag is noted, in the order in which the writes began.
    private mutating func leaveInDoubt() throws(JournalError) {
        for key in inHand {
            guard let attempt = try stored(key).entry.attempts.last else { continue }
            presentations.append(Presentation(leftBy: attempt, item: key))
            try change(key) { $0.leaveInDoubt() }
        }
        inHand = []
    }

    mutating func end(_ how: RunEnd, exitCode: Int, at time: Timestamp) throws(JournalError) {
        try leaveInDoubt()
        (record.ended, record.exitCode, record.finishedAt) = (how, exitCode, time)
        let last = executions.count - 1
        (executions[last].ended, executions[last].finishedAt) = (how, time)
        isHeld = false
    }

    mutating func forget(at time: Timestamp) throws(JournalError) {
        guard !isHeld else { throw JournalError(.locked, context: record.id) }
        for position in items.indices { items[position].forget() }
        byDigest = [:]
        record.forgottenAt = record.forgottenAt ?? time
    }

    private mutating func append(_ stored: StoredItem) throws(JournalError) {
        let item = stored.entry.item
        guard positions.updateValue(items.count, forKey: item.key) == nil else {
            throw JournalError(.failed, context: "\(item.key) stands twice")
        }
        if let uid = stored.heldUID, held.updateValue(item.key, forKey: uid) != nil {
            throw JournalError(.failed, context: "two items are in doubt on one tag: \(item.key)")
        }
        byDigest[stored.digest, default: []].append(items.count)
        if let sku = item.sku { bySKU[Array(sku.utf8), default: []].append(items.count) }
        if let uid = item.boundUID { byBound[uid, default: []].append(items.count) }
        items.append(stored)
        count(stored, 1)
    }

    private mutating func count(_ item: StoredItem, _ sign: Int) {
        guard item.isLive else { return }
        switch item.state {
        case .pending where item.isQueued: backlog.queued += sign
        case .pending: backlog.bound += sign
        case .inDoubt: backlog.inDoubt += sign
        case .inHand, .final: break
        }
    }

    func position(_ key: ItemKey) throws(JournalError) -> Int {
        guard let position = positions[key] else { throw JournalError(.failed, context: "the run has no \(key)") }
        return position
    }

    func stored(_ key: ItemKey) throws(JournalError) -> StoredItem { items[try position(key)] }

    mutating func change(_ key: ItemKey, _ body: (inout StoredItem) -> Void) throws(JournalError) {
        let position = try position(key)
        count(items[position], -1)
        if let uid = items[position].heldUID { held[uid] = nil }
        body(&items[position])
        if let uid = items[position].heldUID { held[uid] = key }
        count(items[position], 1)
        while firstLive < items.count, !items[firstLive].isLive { firstLive += 1 }
    }

    mutating func claim(count: Int) -> [OpenItem] {
        var taken: [OpenItem] = []
        for item in items[firstLive...] where item.isQueued && !claimed.contains(item.entry.item.key) {
            guard taken.count < count else { break }
            taken.append(item.open)
        }
        claimed.formUnion(taken.map(\.item.key))
        return taken
    }

    mutating func intend(_ key: ItemKey, _ attempt: Attempt) throws(JournalError) -> IntentAnswer {
        let item = try stored(key)
        let isOpen = item.isPending || item.isLive && item.state == .inDoubt && item.heldUID == attempt.uid
        guard isOpen else { return .leaseLost }
        guard [nil, key].contains(held[attempt.uid]) else { return .uidTaken }
        var begun = attempt
        begun.outcome = nil
        try change(key) { item in
            item.entry.attempts.append(begun)
            (item.state, item.heldUID) = (.inHand, attempt.uid)
        }
        inHand.append(key)
        claimed.insert(key)
        return .accepted
    }

    mutating func conclude(_ key: ItemKey, _ outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        guard !outcome.lacksFinishTime else {
            throw JournalError(.failed, context: "an outcome without a time: \(key)")
        }
        let item = try stored(key)
        guard item.isLive else { return .conflict }
        var uid: UID?
        if outcome.holdsTag {
            uid = outcome.uid ?? item.heldUID
            guard let uid else { throw JournalError(.failed, context: "an outcome without a UID: \(key)") }
            guard [nil, key].contains(held[uid]) else { return .conflict }
        }
        let isInHand = item.state == .inHand
        inHand.removeAll { $0 == key }
        let state: StoredItem.State = [.pending: .pending, .inDoubt: .inDoubt][outcome.status] ?? .final
        try change(key) { item in
            if isInHand { item.closeAttempt(outcome) }
            item.entry.outcome = outcome
            (item.state, item.heldUID) = (state, uid)
        }
        if isInHand, outcome.reason?.isSpoilage == true, let tried = item.heldUID {
            failures[tried, default: 0] += 1
        }
        if state == .pending { claimed.insert(key) } else { claimed.remove(key) }
        return .accepted
    }

    /// (1) and (2). An item that a later run took is closed; its tag still takes no other item here.
    /// - Parameter maker: the other run that the ledger says made the tag: since, for the intent was its last word before.
    func findHeld(_ uid: UID, madeBy maker: String?, _ history: inout TagHistory) {
        guard let key = held[uid], let item = try? stored(key) else { return }
        switch item.state {
        case .inDoubt where item.isLive && maker != nil: (history.madeSince, history.overtaken) = (maker, key)
        case .inDoubt where item.isLive: history.inDoubt = item.open
        case .inHand where item.isLive: history.inHand = true
        case .pending, .inHand, .inDoubt, .final:
            history.endedHere = key
            if let reason = item.entry.outcome?.reason, reason.isHalfDone { history.endedHalf = reason }
        }
    }

    /// (3). A good row comes before a bad one that names the same tag.
    func findBound(_ uid: UID, _ history: inout TagHistory) {
        let bound = (byBound[uid] ?? []).map { items[$0] }
        guard let item = bound.first(where: { $0.status != .invalid }) ?? bound.first else { return }
        if !item.isLive {
            history.boundEnded = item.entry.item.key
        } else if item.state == .pending {
            history.bound = item.open
        }
    }

    /// The queued item that is the same one: by SKU and copy, without SKU by the message.
    func match(_ earlier: StoredItem, busy: Set<ItemKey>) -> OpenItem? {
        guard let sku = earlier.entry.item.sku else {
            return queued(byDigest[earlier.digest], busy: busy) {
                $0.sku == nil && $0.uidPlaces == earlier.entry.item.uidPlaces
            }
        }
        return queued(bySKU[Array(sku.utf8)], busy: busy) { $0.key.copy == earlier.entry.item.key.copy }
    }

    /// (6)
    func queued(_ digests: MessageDigests, busy: Set<ItemKey>) -> OpenItem? {
        if let open = queued(byDigest[digests.whole], busy: busy, { $0.uidPlaces.isEmpty }) { return open }
        return digests.withoutUID.flatMap { digest in
            queued(byDigest[digest], busy: busy) { !$0.uidPlaces.isEmpty }
        }
    }

    private func queued(_ positions: [Int]?, busy: Set<ItemKey>, _ fits: (Item) -> Bool) -> OpenItem? {
        guard let positions else { return nil }
        // Many items may be alike: those that have ended are leapt over.
        var (low, high) = (0, positions.count)
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] < firstLive { low = middle + 1 } else { high = middle }
        }
        for position in positions[low...] {
            let (stored, item) = (items[position], items[position].entry.item)
            if stored.isQueued, !busy.contains(item.key), fits(item) { return stored.open }
        }
        return nil
    }
}
