import Jobs
import Provisioning
import Reports

/// What the journal's runs say of readers.
enum MeasuredPaces {
    /// How many of the newest runs are looked at, and from how many tags on a median counts.
    private static let runs = 10
    private static let fewestTags = 5

    /// By reader: the medians of runs that wrote enough tags, of this job's first, then of others', the newest first of each.
    ///
    /// Tags that were found as they should be are not counted: reading them takes a fraction of the time.
    static func paces(of job: String, in journal: any Journal) throws(JournalError) -> [String: ReaderPace.Measured] {
        var own: [String: [ReaderPace.Median]] = [:]
        var others: [String: [ReaderPace.Median]] = [:]
        for summary in try journal.runs().prefix(runs) {
            let isOfThisJob = summary.record.job == job
            var tally = ReaderTally(readers: [])
            try journal.presentations(run: summary.record.id) { if $0.result == .written { tally.add($0) } }
            for line in tally.lines {
                guard let milliseconds = line.medianMilliseconds, line.tags >= fewestTags else { continue }
                let median = ReaderPace.Median(
                    run: summary.record.id, milliseconds: milliseconds, tags: line.tags, isOfThisJob: isOfThisJob)
                if isOfThisJob {
                    own[line.name, default: []].append(median)
                } else {
                    others[line.name, default: []].append(median)
                }
            }
        }
        return own.merging(others) { $0 + $1 }.mapValues { ReaderPace.Measured(medians: $0) }
    }
}
