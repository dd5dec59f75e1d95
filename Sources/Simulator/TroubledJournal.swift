import Jobs
import Provisioning
import Tags

/// The journal as a process of a world has it: it may refuse a write, or the process may die in it; and the checker is told
/// of everything that came to be on disk.
final class TroubledJournal: Journal, @unchecked Sendable {
    // Sendable only in name: used on the world's one thread.
    private let base: any Journal
    private let course: Course

    init(_ base: any Journal, _ course: Course) {
        self.base = base
        self.course = course
    }

    private static let dead = JournalError(.failed, context: "the process is dead")

    private func alive() throws(JournalError) {
        if course.isDead { throw Self.dead }
    }

    /// A call that flushes: one of the moments at which something may go wrong.
    private func write<Answer>(_ body: () throws(JournalError) -> Answer) throws(JournalError) -> Answer {
        try alive()
        let trouble = course.nextJournalTrouble()
        switch trouble {
        case .journalFailure?:
            course.tell?("the journal fails")
            throw JournalError(.full)
        case .death(isAfter: false)?:
            course.die()
            throw Self.dead
        default: break
        }
        let answer = try body()
        if case .death(isAfter: true)? = trouble {
            course.die()
            throw Self.dead
        }
        return answer
    }

    // MARK: Beginning

    func open(_ run: RunRecord, _ opening: RunOpening) throws(JournalError) {
        try write { () throws(JournalError) in
            try base.open(run, opening)
            course.openedRun = course.current.number
        }
    }

    func reopen(run: String, _ execution: Execution, releasingInDoubt: Bool) throws(JournalError) {
        try write { () throws(JournalError) in
            try base.reopen(run: run, execution, releasingInDoubt: releasingInDoubt)
        }
    }

    // MARK: The run

    func claim(run: String, count: Int, station: String) throws(JournalError) -> [OpenItem] {
        try alive()
        return try base.claim(run: run, count: count, station: station)
    }

    func release(run: String, item: ItemKey) throws(JournalError) {
        try alive()
        try base.release(run: run, item: item)
    }

    func backlog(run: String) throws(JournalError) -> Backlog { try base.backlog(run: run) }

    func find(
        run: String, uid: UID, digests: MessageDigests?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        try alive()
        let history = try base.find(run: run, uid: uid, digests: digests, busy: busy)
        course.found = FoundHistory(history)
        return history
    }

    func intend(
        run: String, item: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer {
        course.meanwhile()
        let answer = try write { () throws(JournalError) in
            let answer = try base.intend(run: run, item: item, attempt: attempt, message: message)
            if answer == .accepted { course.intended(item, attempt, message) }
            return answer
        }
        course.meanwhile()
        return answer
    }

    func conclude(run: String, item: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        course.meanwhile()
        let answer = try write { () throws(JournalError) in
            let answer = try base.conclude(run: run, item: item, outcome: outcome)
            if answer == .accepted { course.concluded(item, outcome) }
            return answer
        }
        course.meanwhile()
        return answer
    }

    func note(run: String, presentation: Presentation) throws(JournalError) {
        try alive()
        course.noted(presentation)
        try base.note(run: run, presentation: presentation)
    }

    func note(run: String, reader: ReaderRecord) throws(JournalError) {
        try alive()
        try base.note(run: run, reader: reader)
    }

    func end(run: String, how: RunEnd, exitCode: Int, at time: Timestamp) throws(JournalError) {
        try write { () throws(JournalError) in try base.end(run: run, how: how, exitCode: exitCode, at: time) }
    }

    // MARK: What is known

    func record(run: String) throws(JournalError) -> RunRecord { try base.record(run: run) }

    func summary(run: String) throws(JournalError) -> RunSummary { try base.summary(run: run) }

    func executions(run: String) throws(JournalError) -> [Execution] { try base.executions(run: run) }

    func entries(run: String, _ body: (ItemEntry) -> Void) throws(JournalError) {
        try base.entries(run: run, body)
    }

    func entry(run: String, item: ItemKey) throws(JournalError) -> ItemEntry? { try base.entry(run: run, item: item) }

    func presentations(run: String, _ body: (Presentation) -> Void) throws(JournalError) {
        try base.presentations(run: run, body)
    }

    func readers(run: String) throws(JournalError) -> [ReaderRecord] { try base.readers(run: run) }

    func runs() throws(JournalError) -> [RunSummary] { try base.runs() }

    func ledger(uid: UID) throws(JournalError) -> LedgerEntry? { try base.ledger(uid: uid) }

    func keep(run: String, report: KeptReport) throws(JournalError) { try base.keep(run: run, report: report) }

    func reports(run: String) throws(JournalError) -> [KeptReport] { try base.reports(run: run) }

    func forget(run: String, at time: Timestamp) throws(JournalError) { try base.forget(run: run, at: time) }
}
