import Jobs
import Provisioning

/// Which run is meant: `RUN` is a run's id, any part of one that is unique, or `last` (contract, section 2); or the path of
/// its folder.
enum RunChoice {
    /// The newest run.
    static let last = "last"

    /// - Parameters:
    ///   - runs: the newest first.
    ///   - arguments: the command line, for the command that a refusal names.
    static func choose(
        _ name: String, among runs: [RunSummary], _ arguments: Arguments
    ) throws(CommandError) -> RunSummary {
        if name == last {
            guard let newest = runs.first else { throw .refusedRun(name, "the journal has no run yet") }
            return newest
        }
        // The folder that a run prints; no id has a slash.
        let id = name.split(separator: "/").last.map(String.init) ?? name
        if let exact = runs.first(where: { $0.record.id == id }) { return exact }
        let matching = name.isEmpty ? [] : runs.filter { $0.record.id.contains(name) }
        guard let only = matching.first else {
            throw .refusedRun(name, "the journal has no such run; they are listed by: \(arguments.nextCommand("runs"))")
        }
        guard matching.count == 1 else {
            let ids = matching.prefix(10).map { "\n  " + $0.record.id }.joined()
            throw .refusedRun(name, "\(matching.count) runs are called so:\(ids)")
        }
        return only
    }
}
