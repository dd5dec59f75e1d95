import Jobs
import Provisioning
import Tags

/// The tags that a run rejected and that took no item before or after: what the end of the run advises goes by them.
struct RejectedTags {
    private var reasons: [UID: Reason] = [:]
    private var tookItem: Set<UID> = []

    init(of run: String, in journal: some Journal) throws(JournalError) {
        var reasons: [UID: Reason] = [:]
        var tookItem: Set<UID> = []
        try journal.presentations(run: run) { presentation in
            guard let uid = presentation.uid else { return }
            switch presentation.result {
            case .rejected: reasons[uid] = presentation.reason
            case .written, .unchanged, .failed, .inDoubt: tookItem.insert(uid)
            case .ignored: break
            }
        }
        (self.reasons, self.tookItem) = (reasons.filter { !tookItem.contains($0.key) }, tookItem)
    }

    /// Every tag that came was rejected for what it is: the same tags would be rejected again.
    var areAll: Bool { tookItem.isEmpty && !reasons.isEmpty && reasons.values.allSatisfy { !$0.isPassing } }

    /// How many were rejected for this.
    func count(_ reason: Reason) -> Int { reasons.values.count { $0 == reason } }
}
