import Checker
import Jobs
import Reports
import Simulation
import Simulator

/// What `simulate` found, for a person and as `tagmill.simulate/1` (Documentation/Simulation.md).
struct SimulationDocument {
    let firstSeed: UInt64
    var sum = WorldRuns.Sum()
    var rehearsal: RehearsalDocument?
    /// What is simulated is a user's own job, whether or not it came to be played.
    var isOfGivenJob = false
    /// A signal ended it early.
    var isStopped = false
    /// What was never reached is a failure.
    var mustReachAll = false

    static let schema = "tagmill.simulate/1"

    init(firstSeed: UInt64) { self.firstSeed = firstSeed }

    var coverage: CoverageListing { CoverageListing(sum.coverage, isOfGivenJob: isOfGivenJob) }

    private var rehearsalListing: RehearsalListing? {
        rehearsal.map {
            RehearsalListing(
                given: $0.given, trial: $0.trial, unreachedFaults: $0.unreachedFaults, drawn: sum.rehearsals)
        }
    }

    func text(_ broken: BrokenWorld?, level: Console.Level) -> String {
        var parts: [String] = []
        if let rehearsalListing { parts.append(rehearsalListing.text) }
        // A rehearsed job reaches what is in it, and no more.
        if sum.runs > 0, !isOfGivenJob || level == .verbose { parts.append(coverage.text) }
        if let broken { parts.append(broken.text + "\n") }
        parts.append(last(broken))
        return parts.joined(separator: "\n")
    }

    private func last(_ broken: BrokenWorld?) -> String {
        let runs = seeds + PlanWords.counted(sum.runs, "run")
        guard let broken else { return "\(runs)\(isStopped ? " before it was stopped" : ""): no invariant was broken" }
        let rules = Set(broken.violations.map(\.invariant)).sorted().map(String.init).joined(separator: ", ")
        return "\(runs): invariant \(rules) was broken, \(broken.name)"
    }

    /// Which worlds were played, so that they can be played again whatever else was said.
    private var seeds: String {
        switch sum.runs {
        case 0: ""
        case 1: "seed \(firstSeed), "
        default: "seeds \(firstSeed) to \(firstSeed + UInt64(sum.runs) - 1), "
        }
    }

    func json(_ broken: BrokenWorld?) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", .string(Self.schema)),
            .init("version", .string(CommandLineTool.version)),
            .init("seed", .count(firstSeed)),
            .init("runs", .count(sum.runs)),
            .init("stopped", .bool(isStopped)),
            .init("violations", broken?.json ?? .array([])),
            .init("coverage", coverage.json),
            .init("never_reached", isOfGivenJob ? .null : .array(coverage.missing.map { .string($0) })),
        ]
        if let rehearsalListing { members.append(.init("rehearsal", rehearsalListing.json)) }
        return .object(members)
    }
}

/// A user's own job, and how it ends as the rack is.
struct RehearsalDocument {
    let given: GivenJob
    let trial: JobEnd
    /// Faults of the rack that did not happen.
    let unreachedFaults: [UnreachedFault]
}
