import Jobs
import Provisioning
import Tags

/// The tags that a run rejected and that took no item before or after: what the end of the run advises goes by them.
struct RejectedTags {
    private var reasons: [UID: Reason] = [:]
    private var tookItem: Set<UID> = []

    init(of run: String, in journal: some Journal) throws(JournalError) {
        var tags = RejectedTags([])
        try journal.presentations(run: run) { tags.add($0) }
        self = tags
    }

    init(_ presentations: [Presentation]) { for presentation in presentations { add(presentation) } }

    private mutating func add(_ presentation: Presentation) {
        guard let uid = presentation.uid else { return }
        switch presentation.result {
        case .rejected: reasons[uid] = presentation.reason
        case .written, .unchanged, .failed, .inDoubt: tookItem.insert(uid)
        case .ignored: break
        }
    }

    /// Every tag that came was rejected for what it is: the same tags would be rejected again.
    var areAll: Bool { tookItem.isEmpty && !reasons.isEmpty && reasons.values.allSatisfy { !$0.isPassing } }

    /// How many were rejected for this.
    func count(_ reason: Reason) -> Int { reasons.count { !tookItem.contains($0.key) && $0.value == reason } }
}
