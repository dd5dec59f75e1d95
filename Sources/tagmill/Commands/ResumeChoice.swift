import Jobs
import Provisioning

extension RunSummary {
    /// Items that have not ended, those that a later run took included.
    var unfinished: Int { totals[.pending, default: 0] + totals[.inDoubt, default: 0] }

    /// Whether anything of the run is still to be done, by whoever holds it.
    var hasWork: Bool {
        guard record.forgottenAt == nil else { return false }
        // Without an item that is open the end alone may be missing, where the run died or was broken off after its last
        // tag; where later runs took what it left, not even that.
        return open > 0 || (record.ended != .complete && unfinished == 0)
    }

    /// Whether `resume` goes on with it.
    var canGoOn: Bool { hasWork && !isInUse }
}

/// Which run `resume` goes on with (contract, section 2).
enum ResumeChoice {
    /// - Parameters:
    ///   - arguments: name the run; without an operand it is the newest that stopped or died, or that has items in doubt.
    ///   - runs: the newest first.
    /// - Returns: nil where no name was given and there is no such run.
    static func choose(
        _ arguments: Arguments, among runs: [RunSummary], journalPath: String
    ) throws(CommandError) -> RunSummary? {
        guard let name = arguments.operands.first else { return runs.first { $0.canGoOn } }
        let run = try RunChoice.choose(name, among: runs, arguments)
        if let forgottenAt = run.record.forgottenAt {
            throw .refusedRun(
                run.record.id,
                "its cells and messages were forgotten at \(forgottenAt), so it cannot go on; its report.csv can be rerun, or "
                    + "the job run anew")
        }
        if run.isInUse { throw .journal(JournalError(.locked, context: run.record.id), path: journalPath) }
        return run
    }
}
