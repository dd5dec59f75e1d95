import Provisioning

/// The options of `simulate`.
struct SimulateOptions: Hashable, Sendable {
    /// How many worlds are played.
    enum Extent: Hashable, Sendable {
        /// One, and its story is told.
        case story
        case runs(Int)
        case minutes(Int)
    }

    /// Nil: one is drawn.
    var seed: UInt64?
    var extent: Extent
    /// Nil: one thread a core.
    var threads: Int?
    /// Each world has its journal in a file.
    var isOnDisk: Bool
    /// The user's own job, and its rack; nil: jobs are drawn.
    var rehearsal: Rehearsed?

    struct Rehearsed: Hashable, Sendable {
        var job: String
        var rack: String
    }

    /// Worlds where nothing says how many, each of ten tags.
    static let usualRuns = 10_000
    /// The same of a user's own job, which has up to 200.
    static let usualRehearsals = 1000

    /// The highest seed that there is: a whole number of `JSONValue`.
    static let lastSeed = UInt64(Int.max)

    init(_ arguments: Arguments) throws(CommandError) {
        seed = try arguments.integer("seed", in: 0...Int.max, called: "a whole number").map { UInt64($0) }
        isOnDisk = arguments.has("on-disk")
        let runs = try arguments.integer("runs", in: 1...1_000_000_000, called: "a count of runs")
        let minutes = try arguments.integer("minutes", in: 1...10_080, called: "a whole number of minutes")
        threads = try arguments.integer("jobs", in: 1...256, called: "a count of threads")
        rehearsal = try Self.rehearsal(arguments)
        switch (runs, minutes) {
        case (_?, _?): throw .contradiction("'--runs' and '--minutes' both say how long: give one of them")
        case (let runs?, nil): extent = .runs(runs)
        case (nil, let minutes?): extent = .minutes(minutes)
        case (nil, nil):
            extent = seed != nil ? .story : .runs(rehearsal == nil ? Self.usualRuns : Self.usualRehearsals)
        }
        if case .runs(let runs) = extent, let seed, seed > Self.lastSeed - UInt64(runs - 1) {
            throw .contradiction(
                "of \(runs) runs the last seed would be above \(Self.lastSeed), the highest: take a smaller --seed, "
                    + "\(Self.lastSeed - UInt64(runs - 1)) at most")
        }
    }

    /// The options that say how a user's own job is read and checked.
    static let namesOfJob = (OptionTable.content + .jobFile).options.map(\.name) + ["skip-bad-rows"]

    private static func rehearsal(_ arguments: Arguments) throws(CommandError) -> Rehearsed? {
        let rack = arguments.value("rack")
        guard let job = arguments.operands.first else {
            if let option = namesOfJob.first(where: { arguments.has($0) }) {
                throw .contradiction("'--\(option)' is of a job: name its file, as 'tagmill simulate JOB.csv'")
            }
            if rack != nil {
                throw .contradiction("'--rack' goes with a job: 'tagmill simulate JOB.csv --rack RACK.json'")
            }
            return nil
        }
        guard let rack else {
            throw .contradiction(
                "a job is rehearsed on virtual readers and tags: name them with '--rack RACK.json'")
        }
        return Rehearsed(job: job, rack: rack)
    }
}
