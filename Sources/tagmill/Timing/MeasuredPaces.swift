import Jobs
import Provisioning
import Reports

/// What the journal's runs say of readers.
enum MeasuredPaces {
    /// How many of the newest runs are looked at, and from how many tags on a median counts.
    private static let runs = 10
    private static let fewestTags = 5

    /// By reader: the newest run of this job that says enough, else the newest of another.
    static func paces(of job: String, in journal: any Journal) throws(JournalError) -> [String: ReaderPace.Measured] {
        var paces: [String: ReaderPace.Measured] = [:]
        for summary in try journal.runs().prefix(runs) {
            let isOfThisJob = summary.record.job == job
            var tally = ReaderTally(readers: [])
            try journal.presentations(run: summary.record.id) { tally.add($0) }
            for line in tally.lines {
                guard let milliseconds = line.medianMilliseconds, line.tags - line.failures >= fewestTags else {
                    continue
                }
                if let known = paces[line.name], known.isOfThisJob || !isOfThisJob { continue }
                paces[line.name] = ReaderPace.Measured(
                    run: summary.record.id, milliseconds: milliseconds, tags: line.tags - line.failures,
                    isOfThisJob: isOfThisJob)
            }
        }
        return paces
    }
}
