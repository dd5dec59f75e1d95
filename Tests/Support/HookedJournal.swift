package import Jobs
package import Provisioning
package import Simulation
package import Tags
import Threads

/// A journal in memory that fails, or answers otherwise, when a test says so.
package final class HookedJournal: Journal {
    package enum Call: String, Sendable, CaseIterable {
        case open, reopen, keep, forget, claim, release, backlog, find, intend, conclude, notePresentation, noteReader,
            end
    }

    package let base = MemoryJournal(digest: sha256)
    private let before: @Sendable (_ call: Call, _ number: Int) throws(JournalError) -> Void
    private let after: @Sendable (_ call: Call, _ number: Int) -> Void
    private let answer: @Sendable (_ item: ItemKey, _ number: Int) -> IntentAnswer?
    private let counts = Guarded<[Call: Int]>([:])

    /// - Parameters:
    ///   - before: called before each call, with its number among those of its kind, from 1.
    ///   - after: called after an intent or an outcome was recorded, before the caller knows.
    ///   - answer: what an intent is answered instead; nil: what the journal says.
    package init(
        answer: @escaping @Sendable (_ item: ItemKey, _ number: Int) -> IntentAnswer? = { _, _ in nil },
        before: @escaping @Sendable (_ call: Call, _ number: Int) throws(JournalError) -> Void = { _, _ in },
        after: @escaping @Sendable (_ call: Call, _ number: Int) -> Void = { _, _ in }
    ) {
        self.before = before
        self.after = after
        self.answer = answer
    }

    /// Fails at the call with this number, and, unless `once`, at every one of its kind that follows.
    package convenience init(failingAt failing: Call, _ number: Int, once: Bool = false) {
        self.init(before: { (call, count) throws(JournalError) in
            if call == failing, once ? count == number : count >= number {
                throw JournalError(.full, context: "\(call) \(count)")
            }
        })
    }

    @discardableResult
    private func enter(_ call: Call) throws(JournalError) -> Int {
        let number = counts.withLock { counts in
            counts[call, default: 0] += 1
            return counts[call, default: 0]
        }
        try before(call, number)
        return number
    }

    package func open(_ run: RunRecord, _ opening: RunOpening) throws(JournalError) {
        try enter(.open)
        try base.open(run, opening)
    }

    package func reopen(run: String, _ execution: Execution, releasingInDoubt: Bool) throws(JournalError) {
        try enter(.reopen)
        try base.reopen(run: run, execution, releasingInDoubt: releasingInDoubt)
    }

    package func executions(run: String) throws(JournalError) -> [Execution] { try base.executions(run: run) }

    package func ledger(uid: UID) throws(JournalError) -> LedgerEntry? { try base.ledger(uid: uid) }

    package func keep(run: String, report: KeptReport) throws(JournalError) {
        try enter(.keep)
        try base.keep(run: run, report: report)
    }

    package func reports(run: String) throws(JournalError) -> [KeptReport] { try base.reports(run: run) }

    package func forget(run: String, at: Timestamp) throws(JournalError) {
        try enter(.forget)
        try base.forget(run: run, at: at)
    }

    package func summary(run: String) throws(JournalError) -> RunSummary { try base.summary(run: run) }

    package func claim(run: String, count: Int, station: String) throws(JournalError) -> [OpenItem] {
        try enter(.claim)
        return try base.claim(run: run, count: count, station: station)
    }

    package func release(run: String, item: ItemKey) throws(JournalError) {
        try enter(.release)
        try base.release(run: run, item: item)
    }

    package func backlog(run: String) throws(JournalError) -> Backlog {
        try enter(.backlog)
        return try base.backlog(run: run)
    }

    package func find(
        run: String, uid: UID, digests: MessageDigests?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        try enter(.find)
        return try base.find(run: run, uid: uid, digests: digests, busy: busy)
    }

    package func intend(
        run: String, item: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer {
        let number = try enter(.intend)
        if let answer = answer(item, number) { return answer }
        defer { after(.intend, number) }
        return try base.intend(run: run, item: item, attempt: attempt, message: message)
    }

    package func conclude(run: String, item: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        let number = try enter(.conclude)
        defer { after(.conclude, number) }
        return try base.conclude(run: run, item: item, outcome: outcome)
    }

    package func note(run: String, presentation: Presentation) throws(JournalError) {
        try enter(.notePresentation)
        try base.note(run: run, presentation: presentation)
    }

    package func note(run: String, reader: ReaderRecord) throws(JournalError) {
        try enter(.noteReader)
        try base.note(run: run, reader: reader)
    }

    package func end(run: String, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError) {
        try enter(.end)
        try base.end(run: run, how: how, exitCode: exitCode, at: at)
    }

    package func record(run: String) throws(JournalError) -> RunRecord { try base.record(run: run) }

    package func entry(run: String, item: ItemKey) throws(JournalError) -> ItemEntry? {
        try base.entry(run: run, item: item)
    }

    package func entries(run: String, _ body: (ItemEntry) -> Void) throws(JournalError) {
        try base.entries(run: run, body)
    }

    package func presentations(run: String, _ body: (Presentation) -> Void) throws(JournalError) {
        try base.presentations(run: run, body)
    }

    package func readers(run: String) throws(JournalError) -> [ReaderRecord] { try base.readers(run: run) }

    package func runs() throws(JournalError) -> [RunSummary] { try base.runs() }
}
