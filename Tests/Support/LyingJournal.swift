import Jobs
package import Provisioning
import Tags

/// Records of an item that was never reached that it was written on a tag that was never touched: the lie that a checker of
/// runs must see. Nothing where every item was reached.
package func concludeUntried(in journal: any Journal) {
    guard let run = try? journal.runs().first?.record.id else { return }
    var untried: ItemKey?
    try? journal.entries(run: run) { entry in
        let isUntried = entry.outcome == nil && entry.attempts.isEmpty && entry.item.fault == nil
        if untried == nil, isUntried { untried = entry.item.key }
    }
    guard let untried, let uid = UID([0x04, 0xEE, 0xEE, 0xEE, 0xEE, 0xEE, 0xEE]) else { return }
    let now = Timestamp(milliseconds: 1_780_000_000_000)
    let outcome = Outcome(
        status: .written, uid: uid, chip: .ntag213, reader: "R", station: "S", capacityBytes: 137,
        lockState: .writable, startedAt: now, finishedAt: now)
    _ = try? journal.conclude(run: run, item: untried, outcome: outcome)
}
