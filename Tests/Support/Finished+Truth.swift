package import Jobs
import Operations
import Simulation
import Tags
package import Testing

extension ItemEntry {
    /// What the report says of it: an attempt without outcome leaves the item in doubt.
    package var status: ItemStatus {
        if let last = attempts.last, last.outcome == nil { return .inDoubt }
        return outcome?.status ?? .pending
    }
}

extension Finished {
    /// What must hold of every run, whatever happened in it.
    package func expectTruth(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        var made: [UID: ItemKey] = [:]
        for entry in entries where entry.status.isSuccess {
            guard let uid = entry.outcome?.uid else {
                Issue.record("\(entry.item.key) is made on no tag", sourceLocation: sourceLocation)
                continue
            }
            #expect(holds("\(uid)", entry.item.message(for: uid) ?? []), comment, sourceLocation: sourceLocation)
            let other = made.updateValue(entry.item.key, forKey: uid)
            #expect(other == nil, comment, sourceLocation: sourceLocation)
        }
        let named = Set(entries.flatMap { $0.attempts.map(\.uid) })
        for tag in rack.tags where tag.writes > 0 {
            #expect(named.contains(tag.uid), comment, sourceLocation: sourceLocation)
        }
        for presentation in presentations where presentation.result == .rejected {
            guard let uid = presentation.uid, !named.contains(uid) else { continue }
            #expect(tag("\(uid)")?.writes ?? 0 == 0, comment, sourceLocation: sourceLocation)
        }
        let totals = entries.reduce(into: [ItemStatus: Int]()) { $0[$1.status, default: 0] += 1 }
        #expect(result.totals.filter { $0.value != 0 } == totals, comment, sourceLocation: sourceLocation)
    }
}
