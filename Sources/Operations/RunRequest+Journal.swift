package import Jobs
package import Provisioning
import Tags

/// How a run begins and ends in its journal.
extension RunRequest {
    /// Opens the run, or goes on with it, and gives the Coordinator as the journal knows the run. One that was opened and
    /// cannot be begun is ended, if it can be. Throws what the journal threw.
    package func begin(in journal: any Journal, _ clock: any WallClock) throws(JournalError) -> Coordinator {
        switch beginning {
        case .open(let opening): try journal.open(record, opening)
        case .resume(let execution, let releasing):
            try journal.reopen(run: record.id, execution, releasingInDoubt: releasing)
        }
        do throws(JournalError) {
            return try coordinator(journal)
        } catch {
            try? journal.end(run: record.id, how: .error, exitCode: 3, at: clock.now())
            throw error
        }
    }

    private func coordinator(_ journal: any Journal) throws(JournalError) -> Coordinator {
        let run = record.id
        let policy = RunPolicy(
            settings: settings, pairing: record.pairing, again: record.again, quarantine: quarantine,
            station: station)
        let backlog = try journal.backlog(run: run)
        var awaited: [ItemKey: UID] = [:]
        if backlog.bound + backlog.inDoubt > 0 {
            try journal.entries(run: run) { entry in
                if let tag = entry.awaitedTag { awaited[entry.item.key] = tag }
            }
        }
        return Coordinator(
            policy: policy, backlog: backlog, totals: try journal.summary(run: run).counts, awaited: awaited)
    }

    /// Ends the run. The totals are what the report says of it, where the journal can be read.
    ///
    /// - Parameters:
    ///   - failure: what made it end with `error`.
    ///   - totals: as the Coordinator has them.
    package func end(
        _ ended: RunEnd, _ failure: JournalError?, totals: StatusCounts, in journal: any Journal,
        _ clock: any WallClock
    ) -> RunResult {
        var result = RunResult(
            ended: ended, totals: recorded(journal) ?? totals, exitCode: 4, message: failure?.description)
        switch ended {
        case .complete: result.exitCode = result.counts.areAllSuccess ? 0 : 1
        case .error: result.exitCode = 3
        case .stopped, .idle, .spoilage: break
        }
        do throws(JournalError) {
            try journal.end(run: record.id, how: ended, exitCode: result.exitCode, at: clock.now())
        } catch {
            result.ended = .error
            result.exitCode = 3
            if result.message == nil { result.message = error.description }
        }
        // What came late came before the end, or not at all.
        result.counts = recorded(journal) ?? totals
        return result
    }

    private func recorded(_ journal: any Journal) -> StatusCounts? {
        try? journal.summary(run: record.id).counts
    }
}

extension ItemEntry {
    /// The tag for which the item waits, where it is still to be done and no other will do.
    fileprivate var awaitedTag: UID? {
        guard takenBy == nil, item.fault == nil else { return nil }
        switch outcome?.status {
        case .inDoubt: return outcome?.uid
        case .pending, nil: return item.boundUID
        case .written, .unchanged, .failed, .invalid: return nil
        }
    }
}
