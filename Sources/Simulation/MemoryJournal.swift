public import Jobs
public import Provisioning
public import Tags

/// The journal in memory: the same answers as the one on disk, by the same conformance suite. Nothing survives it.
///
/// One lock; calls from any thread, one after another. Runs are in use by one object alone, so none is `locked`.
public final class MemoryJournal: Journal {
    private let store = Guarded(Store())
    private let digest: Digest

    /// - Parameter digest: of messages.
    public init(digest: @escaping Digest) { self.digest = digest }

    public func open(
        _ run: RunRecord, items: [Item], inDoubt: [ItemKey: UID], takeover: Takeover?
    ) throws(JournalError) {
        let opened = try StoredRun(run, items: items, inDoubt: inDoubt, since: takeover?.run, digest: digest)
        try store.withLock { (store) throws(JournalError) in try store.open(opened, takeover: takeover) }
    }

    public func claim(run: String, count: Int, station: String) throws(JournalError) -> [OpenItem] {
        try change(run) { (run) throws(JournalError) in run.claim(count: count) }
    }

    public func release(run: String, item: ItemKey) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in _ = run.claimed.remove(item) }
    }

    public func backlog(run: String) throws(JournalError) -> Backlog {
        try change(run) { (run) throws(JournalError) in run.backlog }
    }

    public func find(
        run: String, uid: UID, digest: [UInt8]?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        try store.withLock { (store) throws(JournalError) in
            try store.find(run: try store.index(run), uid: uid, digest: digest, busy: busy)
        }
    }

    public func intend(
        run: String, item: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer {
        try change(run) { (run) throws(JournalError) in try run.intend(item, attempt) }
    }

    public func conclude(run: String, item: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        try store.withLock { (store) throws(JournalError) in
            let run = try store.index(run)
            let answer = try store.runs[run].conclude(item, outcome)
            if answer == .accepted, outcome.status.isSuccess { store.recordMade(run: run, item: item) }
            return answer
        }
    }

    public func note(run: String, presentation: Presentation) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in run.presentations.append(presentation) }
    }

    public func note(run: String, reader: ReaderRecord) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in
            if !run.readers.contains(where: { $0.name == reader.name }) { run.readers.append(reader) }
        }
    }

    public func end(run: String, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError) {
        try change(run) { (run) throws(JournalError) in
            (run.record.ended, run.record.exitCode, run.record.finishedAt) = (how, exitCode, at)
            run.claimed = []
        }
    }

    public func record(run: String) throws(JournalError) -> RunRecord {
        try change(run) { (run) throws(JournalError) in run.record }
    }

    /// The run as it was at the call; `body` may call the journal.
    public func entries(run: String, _ body: (ItemEntry) -> Void) throws(JournalError) {
        for item in try change(run, { (run) throws(JournalError) in run.items }) { body(item.entry) }
    }

    public func presentations(run: String, _ body: (Presentation) -> Void) throws(JournalError) {
        for presentation in try change(run, { (run) throws(JournalError) in run.presentations }) { body(presentation) }
    }

    public func readers(run: String) throws(JournalError) -> [ReaderRecord] {
        try change(run) { (run) throws(JournalError) in run.readers }
    }

    public func runs() throws(JournalError) -> [RunSummary] {
        store.withLock { store in
            store.runs.reversed().map { run in
                let totals = run.items.reduce(into: [ItemStatus: Int]()) { $0[$1.status, default: 0] += 1 }
                return RunSummary(record: run.record, totals: totals)
            }
        }
    }

    private func change<Result: Sendable>(
        _ id: String, _ body: (inout StoredRun) throws(JournalError) -> Result
    ) throws(JournalError) -> Result {
        try store.withLock { (store) throws(JournalError) in try body(&store.runs[try store.index(id)]) }
    }
}

/// Every run, and which items were made on which tag, over all of them.
private struct Store: Sendable {
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

    mutating func open(_ run: StoredRun, takeover: Takeover?) throws(JournalError) {
        let id = run.record.id
        guard indices[id] == nil else { throw JournalError(.failed, context: "there is a run \(id) already") }
        if let takeover {
            let earlier = try index(takeover.run)
            for key in takeover.items { _ = try runs[earlier].position(key) }
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

private struct StoredItem: Sendable {
    enum State {
        case pending, inHand, inDoubt, final
    }

    var entry: ItemEntry
    var digest: [UInt8]
    var state: State
    /// The tag on which it is in hand, in doubt or ended, and that may take no other item of the run.
    var heldUID: UID?

    var open: OpenItem { OpenItem(item: entry.item, attempts: entry.attempts.count) }
    /// Neither ended nor taken: these two never change back.
    var isLive: Bool { state != .final && entry.takenBy == nil }
    var isPending: Bool { state == .pending && entry.takenBy == nil }
    var isQueued: Bool { isPending && entry.item.boundUID == nil }

    var status: ItemStatus {
        switch state {
        case .pending: .pending
        case .inHand, .inDoubt: .inDoubt
        case .final: entry.outcome?.status ?? .invalid
        }
    }
}

private struct StoredRun: Sendable {
    var record: RunRecord
    private(set) var items: [StoredItem] = []
    private(set) var backlog = Backlog(queued: 0, bound: 0, inDoubt: 0)
    var claimed: Set<ItemKey> = []
    var presentations: [Presentation] = []
    var readers: [ReaderRecord] = []
    private var positions: [ItemKey: Int] = [:]
    /// Positions in job order.
    private var byDigest: [[UInt8]: [Int]] = [:]
    private var bySKU: [[UInt8]: [Int]] = [:]
    private var byBound: [UID: [Int]] = [:]
    private var held: [UID: ItemKey] = [:]
    /// Every item before this one has ended or was taken.
    private var firstLive = 0

    init(
        _ record: RunRecord, items: [Item], inDoubt: [ItemKey: UID], since earlier: String?, digest: Digest
    ) throws(JournalError) {
        self.record = record
        var doubtful = inDoubt
        for item in items {
            var stored = StoredItem(entry: ItemEntry(item: item), digest: digest(item.message), state: .pending)
            if let fault = item.fault {
                stored.state = .final
                stored.entry.outcome = Outcome(status: .invalid, reason: .rowInvalid, detail: fault)
            } else if let uid = doubtful.removeValue(forKey: item.key) {
                (stored.state, stored.heldUID) = (.inDoubt, uid)
                let detail = earlier.map { "in doubt since run \($0)" } ?? ""
                stored.entry.outcome = Outcome(
                    status: .inDoubt, detail: detail, uid: uid, station: record.station)
            }
            try append(stored)
        }
        guard doubtful.isEmpty else {
            throw JournalError(.failed, context: "an item that is to be in doubt is not there or invalid")
        }
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
        claimed.insert(key)
        return .accepted
    }

    mutating func conclude(_ key: ItemKey, _ outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        guard outcome.finishedAt != nil || !(outcome.status.isSuccess || outcome.status == .failed) else {
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
        let state: StoredItem.State = [.pending: .pending, .inDoubt: .inDoubt][outcome.status] ?? .final
        try change(key) { item in
            if isInHand { item.entry.attempts[item.entry.attempts.count - 1].outcome = outcome }
            item.entry.outcome = outcome
            (item.state, item.heldUID) = (state, uid)
        }
        if state == .pending { claimed.insert(key) } else { claimed.remove(key) }
        return .accepted
    }

    /// (1) and (2). An item that a later run took is closed; its tag still takes no other item here.
    func findHeld(_ uid: UID, _ history: inout TagHistory) {
        guard let key = held[uid], let item = try? stored(key) else { return }
        switch item.state {
        case .inDoubt where item.isLive: history.inDoubt = item.open
        case .inHand where item.isLive: history.inHand = true
        case .pending, .inHand, .inDoubt, .final: history.endedHere = key
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
            return queued(withDigest: earlier.digest, busy: busy) { $0.sku == nil }
        }
        return queued(bySKU[Array(sku.utf8)], busy: busy) { $0.key.copy == earlier.entry.item.key.copy }
    }

    func queued(withDigest digest: [UInt8], busy: Set<ItemKey>, _ fits: (Item) -> Bool) -> OpenItem? {
        queued(byDigest[digest], busy: busy, fits)
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

extension Outcome {
    /// The tag is the item's from now on and takes no other (contract, section 5): made, in doubt, or half locked.
    fileprivate var holdsTag: Bool {
        switch status {
        case .written, .unchanged, .inDoubt: true
        case .failed: reason == .lockIncomplete || reason == .protectIncomplete
        case .pending, .invalid: false
        }
    }
}
