public import Tags

/// A line of a report: what became of one item. A pure function of the run's record and the journal's entry, so that
/// the same journal gives the same report, byte for byte (contract, section 6).
public struct ReportRow: Hashable, Sendable {
    /// The run's id.
    public var run: String
    public var key: ItemKey
    /// The physical line on which the row begins; the header is line 1.
    public var line: Int
    public var sku: String?
    /// The job's own columns as they came, in file order.
    public var columns: [String]
    /// One cell for each of `columns`, as it came. Cells beyond the last column are left out; missing ones are empty.
    public var cells: [String]
    public var status: ItemStatus
    public var reason: Reason?
    /// A sentence for a person; nil where there is nothing to say.
    public var detail: String?
    /// The tag that holds the item, or may hold it, or was tried last.
    public var uid: UID?
    public var chip: Chip?
    public var reader: String?
    public var station: String?
    /// The whole NDEF message, with the UID of the tag where that has a place in it; nil for an invalid row, and where the UID
    /// has a place and no tag is known.
    public var message: [UInt8]?
    public var capacityBytes: Int?
    public var lockState: LockState?
    public var lock: LockResult
    /// How many writes of the item began.
    public var attempts: Int
    public var startedAt: Timestamp?
    public var finishedAt: Timestamp?
    /// SHA-256 of the message, 32 bytes; nil where there is none.
    public var messageSHA256: [UInt8]?

    /// From `startedAt` to `finishedAt`; nil where one is missing or the clock was set back between them.
    public var durationMilliseconds: Int64? {
        guard let startedAt, let finishedAt else { return nil }
        let (duration, overflow) = finishedAt.milliseconds.subtractingReportingOverflow(startedAt.milliseconds)
        return overflow || duration < 0 ? nil : duration
    }

    private static func cells(of item: Item, count: Int) -> [String] {
        var cells = item.cells
        if cells.count > count { cells.removeLast(cells.count - count) }
        while cells.count < count { cells.append("") }
        return cells
    }

    private static func message(of item: Item, on uid: UID?) -> [UInt8]? {
        guard !item.uidPlaces.isEmpty else { return item.message }
        return uid.flatMap { item.message(for: $0) }
    }

    /// Whether the item belongs into `failures.csv`.
    public var isFailure: Bool {
        switch status {
        case .failed, .invalid, .inDoubt: true
        case .written, .unchanged, .pending: false
        }
    }

    /// What the outcome says, and every other tag on which a write of the item began: it may still hold part of it.
    private static func detail(_ ending: Outcome, of entry: ItemEntry) -> String? {
        let uid = ending.uid
        let waiting = ending.status == .pending ? waiting(for: entry.item) : ""
        var isOfOneTag = entry.releasedFrom.isEmpty
        for place in entry.attempts.indices where entry.attempts[place].uid != uid { isOfOneTag = false }
        if isOfOneTag, waiting.isEmpty {
            let detail = ending.detail
            return detail.isEmpty ? nil : detail
        }
        return detail(ending, waiting, of: entry)
    }

    private static func detail(_ ending: Outcome, _ waiting: String, of entry: ItemEntry) -> String? {
        var others: [UID] = []
        func add(_ uid: UID) {
            if uid != ending.uid, !others.contains(uid) { others.append(uid) }
        }
        for attempt in entry.attempts { add(attempt.uid) }
        for uid in entry.releasedFrom { add(uid) }
        let named = others.map { "\($0) (\(whatCame(of: $0, entry)))" }
        let began = named.isEmpty ? "" : "write also began on " + named.joined(separator: ", ")
        let parts = [ending.detail, waiting, began].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// The one tag that a pending item goes to.
    private static func waiting(for item: Item) -> String {
        guard let uid = item.boundUID else { return "" }
        return item.halfDoneUID == nil
            ? "waits for tag \(uid)" : "waits for tag \(uid), on which its lock or protection is incomplete"
    }

    /// What came of the write that began on a tag: by this run's last attempt on it, or by an earlier run's.
    private static func whatCame(of uid: UID, _ entry: ItemEntry) -> String {
        let attempt = entry.attempts.last { $0.uid == uid }
        let isSettled = attempt?.outcome.map { $0.status != .inDoubt } ?? false
        if entry.releasedFrom.contains(uid), !isSettled { return "released" }
        return attempt?.outcome?.reason?.rawValue ?? attempt?.outcome?.status.rawValue ?? "no outcome"
    }
}

extension ReportRow {
    /// - Parameter digest: SHA-256: bytes -> 32 bytes.
    public init(run record: borrowing RunRecord, entry: borrowing ItemEntry, digest: ([UInt8]) -> [UInt8]) {
        self.init(run: record, entry: entry)
        messageSHA256 = message.map(digest)
    }

    /// Without the digest of its message.
    package init(run record: borrowing RunRecord, entry: borrowing ItemEntry) {
        let item = entry.item
        let ending = Outcome(of: entry)
        self.init(
            run: record.id, key: item.key, line: item.line, sku: item.sku, columns: record.columns,
            cells: Self.cells(of: item, count: record.columns.count), status: ending.status, reason: ending.reason,
            detail: Self.detail(ending, of: entry), uid: ending.uid, chip: ending.chip, reader: ending.reader,
            station: ending.station.isEmpty ? nil : ending.station,
            message: ending.status == .invalid ? nil : Self.message(of: item, on: ending.uid ?? item.boundUID),
            capacityBytes: ending.capacityBytes, lockState: ending.lockState, lock: ending.lock,
            attempts: entry.attempts.count, startedAt: ending.startedAt, finishedAt: ending.finishedAt)
    }
}

extension Outcome {
    /// How an item stands by the journal: its last outcome, unless the row is bad, nothing was reached, or a write began
    /// whose outcome never came.
    package init(of entry: borrowing ItemEntry) {
        if let fault = entry.item.fault {
            self.init(status: .invalid, reason: .rowInvalid, detail: fault)
        } else if entry.outcome?.status.isFinal == true, let outcome = entry.outcome {
            self = outcome
        } else if let last = entry.attempts.indices.last, entry.attempts[last].outcome == nil {
            self.init(leftBy: entry.attempts[last])
        } else {
            self = entry.outcome ?? Outcome(status: .pending)
        }
    }
}
