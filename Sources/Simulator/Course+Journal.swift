import Checker
import Jobs
import Operations
import Provisioning
import Simulation
import Tags

/// What the journal was told, and came to be on disk.
extension Course {
    /// What goes wrong at the next write of the journal.
    func nextJournalTrouble() -> Trouble.What? {
        journalWrites += 1
        guard nextJournalTroubleAt <= journalWrites, let trouble = journalTroubles.popLast() else { return nil }
        cover(Coverage.FaultName(trouble.what, atExchange: false))
        return trouble.what
    }

    func taken(_ tag: PresentedTag, _ assignment: Assignment) {
        cover(taken: assignment)
        if let tell {
            let how = assignment.settles ? ", which is in doubt on it" : ""
            tell("  tag \(tag.uid?.description ?? "?") takes \(assignment.item.key)\(how)")
        }
    }

    func intended(_ item: ItemKey, _ attempt: Attempt, _ message: [UInt8]) {
        checker.intended(
            run: current.number, item: item.worldNumber, uid: bytes(of: attempt.uid), message: message)
        cover(intended: item)
        if let tag = tagNumber(of: attempt.uid), world.tags[tag].misleads { checker.misled(tag: tag) }
        tell?("  the write of \(item) on \(attempt.uid) begins")
    }

    func concluded(_ item: ItemKey, _ outcome: Outcome) {
        checker.concluded(
            run: current.number, item: item.worldNumber, status: outcome.status.rawValue,
            reason: outcome.reason?.rawValue ?? "", uid: outcome.uid.map(bytes(of:)), lock: outcome.lock.rawValue)
        cover(concluded: item, outcome)
        if let tell {
            let reason = outcome.reason.map { " (\($0.rawValue))" } ?? ""
            let detail = outcome.detail.isEmpty ? "" : ": \(outcome.detail)"
            tell("  \(item) is \(outcome.status.rawValue)\(reason) on \(outcome.uid?.description ?? "no tag")\(detail)")
        }
    }

    func noted(_ presentation: Presentation) {
        cover(noted: presentation)
        // In a user's rack as it is only a tag that a fault removed comes back (contract, section 9).
        let comesBack = world.isUntroubled ? presentation.reason == .tagRemoved : presentation.isWorthAnotherTry
        if comesBack, let index = presentation.uid.flatMap(tagNumber(of:)), !again.contains(index),
            !world.isUntroubled || returnsLeft[index] > 0
        {
            if world.isUntroubled { returnsLeft[index] -= 1 }
            again.append(index)
        }
        guard let tell, presentation.result == .rejected || presentation.result == .ignored else { return }
        let reason = presentation.reason.map { " (\($0.rawValue))" } ?? ""
        let tag = presentation.uid?.description ?? "?"
        tell("  tag \(tag) is \(presentation.result.rawValue)\(reason): \(presentation.detail)")
    }

    /// The first tag of the world with this UID.
    private func tagNumber(of uid: UID) -> Int? { world.tags.firstIndex { $0.uid == uid } }

    /// The UID as the checker has it.
    private func bytes(of uid: UID) -> [UInt8] { tagNumber(of: uid).map { uids[$0] } ?? uid.bytes }

    /// Renders the run out of the journal, twice, and holds it against the tags.
    func report() {
        let first = rows()
        checker.rendered(run: current.number, first, rows())
        var presentations: [CheckedPresentation] = []
        presentations.reserveCapacity(world.tags.count + 8)
        var kept: [Presentation] = []
        try? journal.presentations(run: current.record.id) { presentation in
            presentations.append(
                CheckedPresentation(
                    item: presentation.item?.worldNumber, uid: presentation.uid.map(bytes(of:)),
                    result: presentation.result.rawValue, reason: presentation.reason?.rawValue ?? ""))
            if world.isOfGivenJob { kept.append(presentation) }
        }
        var totals = [String: Int](minimumCapacity: ItemStatus.allCases.count)
        if let counts = try? journal.summary(run: current.record.id).counts {
            for status in ItemStatus.allCases {
                if let count = counts[status], count > 0 { totals[status.rawValue] = count }
            }
        }
        checker.ended(run: current.number, rows: first, presentations: presentations, totals: totals)
        reports.append(WorldReport(rows: first, presentations: kept))
    }

    private func rows() -> [CheckedRow] {
        var rows: [CheckedRow] = []
        rows.reserveCapacity(current.checked.count)
        let record = current.record
        try? journal.entries(run: record.id) { entry in
            let row = ReportRow(run: record, entry: entry)
            cover(reported: row)
            rows.append(checked(row))
        }
        return rows
    }

    private func checked(_ row: ReportRow) -> CheckedRow {
        CheckedRow(
            item: row.key.worldNumber, status: row.status.rawValue, reason: row.reason?.rawValue ?? "",
            detail: row.detail ?? "", uid: row.uid.map(bytes(of:)), lock: row.lock.rawValue,
            lockState: row.lockState?.rawValue ?? "", attempts: row.attempts, messageBytes: row.message)
    }
}

/// What happens between readers, for the coverage of states.
struct CourseObserver: RunObserver, @unchecked Sendable {
    // Sendable only in name: used on the world's one thread.
    private let course: Course

    init(_ course: Course) { self.course = course }

    /// What becomes of tags, the journal tells.
    var observesTags: Bool { false }

    func observe(_ event: RunEvent) { course.cover(observed: event) }
}

extension WorldTag {
    /// On one of its exchanges the reader says success, and nothing is sent to the tag.
    fileprivate var misleads: Bool { faults.contains { $0.fault == .status(0x9000) } }
}

extension Presentation {
    /// Another time the same tag may do better.
    fileprivate var isWorthAnotherTry: Bool {
        switch result {
        case .failed, .inDoubt: true
        case .rejected: reason == .tagRemoved || reason == .readerLost || reason == .readerError
        case .written, .unchanged, .ignored: false
        }
    }
}
