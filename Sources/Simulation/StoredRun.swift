import Jobs
import Provisioning
import Tags

/// A run in a `MemoryJournal`, with what finds its items without going through all of them.
struct StoredRun: Sendable {
    var record: RunRecord
    private(set) var executions: [Execution]
    private(set) var items: [StoredItem] = []
    private(set) var backlog = Backlog(queued: 0, bound: 0, inDoubt: 0)
    /// How many items are in each status, and how many of them have neither ended nor been taken.
    private(set) var totals = StatusCounts()
    private(set) var open = 0
    /// How many tags carry an item of this run, by the ledger.
    var tagsCarried = 0
    var presentations: [Presentation] = []
    var readers: [ReaderRecord] = []
    var reports: [KeptReport] = []
    /// What is known of tags; items by their positions.
    private var tags: [UID: StoredRunTag] = [:]
    private var positions: ItemPositions
    /// Of messages.
    private let digest: Digest
    /// Made when they are first asked for.
    private var byDigest: ItemsByBytes?
    private lazy var bySKU = ItemsByBytes(items.indices) { items[$0].entry.item.sku.map { Array($0.utf8) } }
    /// The positions of items in hand, in the order in which the writes began.
    private var inHand: [Int] = []
    /// Every item before this one has ended or was taken.
    private var firstLive = 0

    init(_ record: RunRecord, _ opening: RunOpening, digest: @escaping Digest) throws(JournalError) {
        self.record = record
        self.digest = digest
        executions = [
            Execution(
                startedAt: record.startedAt, station: record.station, operatorName: record.operatorName,
                version: record.version, finishedAt: record.finishedAt, ended: record.ended)
        ]
        positions = ItemPositions(capacity: opening.items.count)
        items.reserveCapacity(opening.items.count)
        tags = Dictionary(minimumCapacity: opening.items.count)
        presentations.reserveCapacity(opening.items.count)
        var doubtful = opening.inDoubt
        for item in opening.items {
            let position = items.count
            items.append(StoredItem(item))
            if let fault = item.fault {
                items[position].state = .final
                items[position].entry.outcome = Outcome(status: .invalid, reason: .rowInvalid, detail: fault)
            } else if !doubtful.isEmpty, let uid = doubtful.removeValue(forKey: item.key) {
                (items[position].state, items[position].heldUID) = (.inDoubt, uid)
                let earlier = opening.takeovers.first { $0.items.contains(item.key) } ?? opening.takeovers.first
                let detail = earlier.map { "in doubt since run \($0.run)" } ?? ""
                items[position].entry.outcome = Outcome(
                    status: .inDoubt, detail: detail, uid: uid, station: record.station)
            }
            try enter(position)
        }
        guard doubtful.isEmpty else {
            throw JournalError(.failed, context: "an item that is to be in doubt is not there or invalid")
        }
        for (key, uid) in opening.released { change(try position(key)) { $0.entry.releasedFrom.append(uid) } }
    }

    /// - Parameter isReleased: whether an item that is in doubt on this tag is given to a new one.
    mutating func reopen(_ execution: Execution, isReleased: (UID) -> Bool) {
        leaveInDoubt()
        for position in items.indices {
            items[position].isClaimed = false
            guard items[position].state == .inDoubt, let uid = items[position].heldUID, isReleased(uid) else {
                continue
            }
            change(position) { $0.releaseInDoubt() }
        }
        (record.ended, record.exitCode, record.finishedAt) = (nil, nil, nil)
        executions.append(execution)
    }

    /// What was in hand is in doubt on its tag, and the tag is noted, in the order in which the writes began.
    private mutating func leaveInDoubt() {
        for position in inHand {
            guard let attempt = items[position].entry.attempts.last else { continue }
            presentations.append(Presentation(leftBy: attempt, item: items[position].key))
            change(position) { $0.leaveInDoubt() }
        }
        inHand = []
    }

    mutating func end(_ how: RunEnd, exitCode: Int, at time: Timestamp) {
        leaveInDoubt()
        (record.ended, record.exitCode, record.finishedAt) = (how, exitCode, time)
        let last = executions.count - 1
        (executions[last].ended, executions[last].finishedAt) = (how, time)
    }

    mutating func forget(at time: Timestamp) {
        for position in items.indices { items[position].forget() }
        byDigest = ItemsByBytes()
        record.forgottenAt = record.forgottenAt ?? time
    }

    /// The last of the items can be found from now on, and counts.
    private mutating func enter(_ position: Int) throws(JournalError) {
        let key = items[position].key
        guard positions.append(key) else {
            throw JournalError(.failed, context: "\(key) stands twice")
        }
        if let uid = items[position].heldUID {
            guard tags[uid]?.held == nil else {
                throw JournalError(.failed, context: "two items are in doubt on one tag: \(key)")
            }
            tags[uid, default: StoredRunTag()].held = position
        }
        if let uid = items[position].entry.item.boundUID { tags[uid, default: StoredRunTag()].bound.append(position) }
        count(position, 1)
    }

    private mutating func count(_ position: Int, _ sign: Int) {
        totals.add(items[position].status, sign)
        guard items[position].isLive else { return }
        open += sign
        switch items[position].state {
        case .pending where items[position].isQueued: backlog.queued += sign
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

    mutating func change(_ position: Int, _ body: (inout StoredItem) -> Void) {
        count(position, -1)
        let before = items[position].heldUID
        body(&items[position])
        let after = items[position].heldUID
        if before != after {
            if let before { tags[before]?.held = nil }
            if let after { tags[after, default: StoredRunTag()].held = position }
        }
        count(position, 1)
        while firstLive < items.count, !items[firstLive].isLive { firstLive += 1 }
    }

    mutating func claim(count: Int) -> [OpenItem] {
        var taken: [OpenItem] = []
        for position in items.indices[firstLive...] where items[position].isQueued && !items[position].isClaimed {
            guard taken.count < count else { break }
            items[position].isClaimed = true
            taken.append(items[position].open)
        }
        return taken
    }

    mutating func release(_ key: ItemKey) {
        if let position = positions[key] { items[position].isClaimed = false }
    }

    mutating func intend(_ key: ItemKey, _ attempt: Attempt) throws(JournalError) -> IntentAnswer {
        let position = try position(key)
        let isOpen =
            items[position].isPending
            || items[position].isLive && items[position].state == .inDoubt && items[position].heldUID == attempt.uid
        guard isOpen else { return .leaseLost }
        guard isFree(attempt.uid, for: position) else { return .uidTaken }
        change(position) { item in
            item.entry.attempts.append(attempt)
            item.entry.attempts[item.entry.attempts.count - 1].outcome = nil
            (item.state, item.heldUID, item.isClaimed) = (.inHand, attempt.uid, true)
        }
        inHand.append(position)
        return .accepted
    }

    /// No other item of the run holds the tag.
    private func isFree(_ uid: UID, for position: Int) -> Bool {
        if items[position].heldUID == uid { return true }
        let held = tags[uid]?.held
        return held == nil || held == position
    }

    /// What an outcome that was accepted says of its tag.
    struct Concluded {
        /// The tag that the item has from now on.
        var heldUID: UID?
        /// The tag on which a write of the item had begun.
        var writtenUID: UID?
        /// Of the item's message.
        var digest: [UInt8]
        var time: Timestamp
    }

    /// Nil: it is in conflict with what is known.
    mutating func conclude(_ key: ItemKey, _ outcome: Outcome) throws(JournalError) -> Concluded? {
        let position = try position(key)
        guard !outcome.lacksFinishTime else {
            throw JournalError(.failed, context: "an outcome without a time: \(key)")
        }
        guard items[position].isLive else { return nil }
        let uidBefore = items[position].heldUID
        var uid: UID?
        if outcome.holdsTag {
            uid = outcome.uid ?? uidBefore
            guard let uid else { throw JournalError(.failed, context: "an outcome without a UID: \(key)") }
            guard isFree(uid, for: position) else { return nil }
        }
        let isInHand = items[position].state == .inHand
        let state: StoredItem.State =
            switch outcome.status {
            case .pending: .pending
            case .inDoubt: .inDoubt
            case .written, .unchanged, .failed, .invalid: .final
            }
        change(position) { item in
            if isInHand { item.closeAttempt(outcome) }
            item.entry.outcome = outcome
            (item.state, item.heldUID, item.isClaimed) = (state, uid, state == .pending)
        }
        if isInHand {
            inHand.removeAll { $0 == position }
            if outcome.reason?.isSpoilage == true, let uidBefore {
                tags[uidBefore, default: StoredRunTag()].failures += 1
            }
        }
        return Concluded(
            heldUID: uid, writtenUID: isInHand ? uidBefore : nil, digest: digest(of: position),
            time: outcome.finishedAt ?? record.startedAt)
    }

    /// What this run knows of a tag.
    /// - Parameter maker: the other run that the ledger says made the tag: since, for the intent was its last word before.
    mutating func find(_ uid: UID, madeBy maker: String?, _ history: inout TagHistory) {
        guard let tag = tags[uid] else { return }
        if tag.failures > 0 { history.failures = tag.failures }
        if let held = tag.held { findHeld(held, madeBy: maker, &history) }
        findBound(tag.bound, &history)
    }

    /// (1) and (2). An item that a later run took is closed; its tag still takes no other item here.
    private func findHeld(_ held: Int, madeBy maker: String?, _ history: inout TagHistory) {
        let key = items[held].key
        switch items[held].state {
        case .inDoubt where items[held].isLive && maker != nil: (history.madeSince, history.overtaken) = (maker, key)
        case .inDoubt where items[held].isLive: history.inDoubt = items[held].open
        case .inHand where items[held].isLive: history.inHand = true
        case .pending, .inHand, .inDoubt, .final:
            history.endedHere = key
            if let reason = items[held].entry.outcome?.reason, reason.isHalfDone { history.endedHalf = reason }
        }
    }

    /// (3). A good row comes before a bad one that names the same tag.
    private func findBound(_ bound: [Int], _ history: inout TagHistory) {
        guard let position = bound.first(where: { items[$0].status != .invalid }) ?? bound.first else { return }
        if !items[position].isLive {
            history.boundEnded = items[position].key
        } else if items[position].state == .pending {
            history.bound = items[position].open
        }
    }

    /// The queued item that is the same one: by SKU and copy, without SKU by the message.
    mutating func match(_ earlier: StoredItem, busy: Set<ItemKey>) -> OpenItem? {
        guard let sku = earlier.entry.item.sku else {
            let places = earlier.entry.item.uidPlaces
            let digest = earlier.digest ?? digest(earlier.entry.item.message)
            return queued(digest, busy: busy) { $0.sku == nil && $0.uidPlaces == places }
        }
        // Byte by byte, and not as Unicode compares.
        let bytes = Array(sku.utf8)
        let position = bySKU.first(bytes, from: firstLive) { position in
            isForAnyTag(position, busy) && items[position].key.copy == earlier.key.copy
                && items[position].entry.item.sku?.utf8.elementsEqual(bytes) == true
        }
        return position.map { items[$0].open }
    }

    /// (6)
    mutating func queued(_ digests: MessageDigests, busy: Set<ItemKey>) -> OpenItem? {
        if let open = queued(digests.whole, busy: busy, { $0.uidPlaces.isEmpty }) { return open }
        guard let digest = digests.withoutUID else { return nil }
        return queued(digest, busy: busy) { !$0.uidPlaces.isEmpty }
    }

    private mutating func queued(_ digest: [UInt8], busy: Set<ItemKey>, _ fits: (Item) -> Bool) -> OpenItem? {
        let position = foundByDigest().first(digest, from: firstLive) { position in
            isForAnyTag(position, busy) && items[position].digest == digest && fits(items[position].entry.item)
        }
        return position.map { items[$0].open }
    }

    private mutating func foundByDigest() -> ItemsByBytes {
        if let byDigest { return byDigest }
        let made = ItemsByBytes(items.indices) { digest(of: $0) }
        byDigest = made
        return made
    }

    /// Of the item's message: made when it is first asked for, for of most items it never is.
    private mutating func digest(of position: Int) -> [UInt8] {
        if let digest = items[position].digest { return digest }
        let made = digest(items[position].entry.item.message)
        items[position].digest = made
        return made
    }

    /// The item goes to any tag, and is in no hand.
    private func isForAnyTag(_ position: Int, _ busy: Set<ItemKey>) -> Bool {
        items[position].isQueued && (busy.isEmpty || !busy.contains(items[position].key))
    }
}
