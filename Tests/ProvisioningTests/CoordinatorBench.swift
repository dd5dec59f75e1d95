import Jobs
import Provisioning
import Tags

/// A Coordinator between plain calls: items in a list stand for the journal, and every conclusion is confirmed at once.
struct CoordinatorBench {
    var coordinator: Coordinator
    private var queue: [OpenItem]
    private var time: Int64 = 0

    init(
        _ items: [Item], policy: RunPolicy = RunPolicy(station: "bench"), readers: [String] = ["A"],
        inDoubt: Int = 0
    ) {
        let bound = items.count { $0.boundUID != nil }
        queue = items.filter { $0.boundUID == nil }.map { OpenItem(item: $0) }
        let backlog = Backlog(queued: items.count - bound, bound: bound, inDoubt: inDoubt)
        coordinator = Coordinator(
            policy: policy, backlog: backlog, totals: [.pending: items.count, .inDoubt: inDoubt],
            awaited: Dictionary(uniqueKeysWithValues: items.compactMap { item in item.boundUID.map { (item.key, $0) } })
        )
        for reader in readers { coordinator.plugged(reader) }
        coordinator.listed()
        offer()
    }

    mutating func offer() {
        let shortage = coordinator.shortage
        if shortage > 0 {
            coordinator.received(Array(queue.prefix(shortage)), asked: shortage)
            queue.removeFirst(min(shortage, queue.count))
        }
        coordinator.assignOffers()
    }

    /// The journal hands an item out no more once it was in hand.
    mutating func takeFromQueue(_ row: Int) { queue.removeAll { $0.item.key.row == row } }

    mutating func now() -> Timestamp {
        time += 10
        return Timestamp(milliseconds: time)
    }

    func offerRow(_ reader: String) -> Int? { coordinator.offer(of: reader)?.key.row }

    /// Lays a tag; returns the row that it takes, or nil where it is concluded at once (see `last`).
    private(set) var last: Conclusion?

    mutating func lay(
        _ reader: String, _ uid: String?, history: TagHistory = TagHistory(), chip: Chip = .ntag213,
        message: [UInt8]? = nil, rejection: Rejection? = nil
    ) -> Int? {
        assign(reader, uid, history: history, chip: chip, message: message, rejection: rejection)?.item.key.row
    }

    mutating func assign(
        _ reader: String, _ uid: String?, history: TagHistory = TagHistory(), chip: Chip = .ntag213,
        message: [UInt8]? = nil, rejection: Rejection? = nil
    ) -> Assignment? {
        let tag = PresentedTag(
            reader: reader, uid: uid.flatMap { UID(hex: $0) }, chip: chip, message: message, lockState: .writable,
            capacityBytes: 137, rejection: rejection, presentedAt: now())
        switch coordinator.claim(tag, history: history, now: now()) {
        case .take(let assignment):
            offer()
            return assignment
        case .conclude(let conclusion):
            last = conclusion
            coordinator.confirm(conclusion)
            offer()
            return nil
        }
    }

    /// The write began, and came to this.
    mutating func end(_ reader: String, _ result: TagResult, lockState: LockState? = nil, intended: Bool = true) {
        if intended { coordinator.intended(reader) }
        guard let conclusion = coordinator.conclude(reader, result, lockState: lockState, now: now()) else { return }
        last = conclusion
        coordinator.confirm(conclusion)
        offer()
    }

    mutating func write(_ reader: String, _ uid: String, history: TagHistory = TagHistory()) -> Int? {
        let row = lay(reader, uid, history: history)
        if row != nil { end(reader, .written(detail: "")) }
        return row
    }

    var status: ItemStatus? { last?.outcome?.status }
    var reason: Reason? { last?.presentation.reason }
    var result: Presentation.Result? { last?.presentation.result }
}

/// `count` rows with SKU `S1`, `S2` …, each with a message of its own.
func rows(_ count: Int) -> [Item] {
    (1...count).map { row in
        Item(
            key: ItemKey(row: row, copy: 1), line: row + 1, sku: "S\(row)", cells: ["S\(row)"],
            message: [0xD1, 0x01, 0x03, 0x55, 0x04, 0x61, UInt8(row)], summary: "https://a\(row)")
    }
}

let uidA = "04112233445566"
let uidB = "04AABBCCDDEEFF"
let uidC = "04010203040506"
