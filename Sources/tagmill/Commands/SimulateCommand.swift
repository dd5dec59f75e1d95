import Checker
import Glibc
import Jobs
import Operations
import Reports
import Simulator
import Tags
import Threads

/// `tagmill simulate`: whole runs in simulated worlds, by seed.
struct SimulateCommand {
    let context: CommandContext
    /// What plays worlds of drawn jobs.
    var simulator = Simulator()
    /// What plays those of a user's own: chips are genuine where their maker says so.
    var rehearsing = Simulator(verifySignature: OriginalityKey.verifies)

    private var console: Console { context.console }

    func run() throws(CommandError) -> ExitCode {
        let options = try SimulateOptions(context.arguments)
        let given = try options.rehearsal.map { (rehearsed) throws(CommandError) in
            try context.rehearsedJob(rehearsed)
        }
        let seed = options.seed ?? UInt64(UInt32.random(in: 0...UInt32.max))
        if options.extent == .story, !context.wantsJSON { return tellStory(of: seed, given) }
        return play(options, firstSeed: seed, given)
    }

    private func simulator(for given: GivenJob?) -> Simulator { given == nil ? simulator : rehearsing }

    private func world(_ seed: UInt64, _ given: GivenJob?) -> World {
        given.map { World(seed: seed, rehearsing: $0) } ?? World(seed: seed)
    }

    // MARK: One world, and its story

    private func tellStory(of seed: UInt64, _ given: GivenJob?) -> ExitCode {
        let world = world(seed, given)
        var checker = RunChecker(tags: [])
        var coverage = Coverage()
        let verdict = simulator(for: given).play(world, checker: &checker, coverage: &coverage) { line in
            console.printResult(VisibleText.escaped(line))
        }
        guard !verdict.violations.isEmpty else {
            console.printResult("no invariant was broken")
            return .success
        }
        let broken = WorldRuns.Broken(seed: seed, violations: verdict.violations)
        console.printResult("\n" + listing(broken, world, simulator(for: given)).text)
        return .notAchieved
    }

    private func listing(_ broken: WorldRuns.Broken, _ world: World, _ simulator: Simulator) -> BrokenWorld {
        BrokenWorld(
            broken.violations, seed: broken.seed, world, simulator,
            replay: command(["--seed", String(broken.seed)]))
    }

    /// This command again, with other seeds.
    private func command(_ seeds: [String]) -> String {
        let own = (OptionTable.content + .jobFile).options.map(\.name) + ["rack"]
        let options = context.arguments.given.filter { own.contains($0.name) }.flatMap { given in
            ["--" + given.name] + (given.value.map { [$0] } ?? [])
        }
        let words = ["tagmill", "simulate"] + context.arguments.operands + options + seeds
        return words.map { FilePath.shellWord($0) }.joined(separator: " ")
    }

    // MARK: Many worlds

    private func play(_ options: SimulateOptions, firstSeed: UInt64, _ given: GivenJob?) -> ExitCode {
        let watch = SignalWatch()
        var document = SimulationDocument(firstSeed: firstSeed)
        if let given, let broken = rehearse(given, &document) { return finish(document, broken) }
        let runs = WorldRuns(plan(options, firstSeed, given))
        let isStopped = Monitor(false)
        watch.answer(
            .init(
                first: {
                    isStopped.withLock { $0 = true }
                    runs.stop()
                }, second: { _exit(ExitCode.stopped.rawValue) }))
        defer { watch.answer(.init(first: {}, second: {})) }
        tellBegin(options, firstSeed)
        var progress = SimulationProgress(context, count: options.count)
        let sum = runs.play(every: progress == nil ? nil : SimulationProgress.seconds) { progress?.draw($0) }
        progress?.finish()
        document.sum = sum
        document.isStopped = isStopped.withLock { $0 }
        document.mustReachAll = given == nil && options.mustReachAll
        return finish(document, sum.broken.map { listing($0, world($0.seed, given), simulator(for: given)) })
    }

    private func plan(_ options: SimulateOptions, _ firstSeed: UInt64, _ given: GivenJob?) -> WorldRuns.Plan {
        var plan = WorldRuns.Plan(
            simulator: simulator(for: given), world: { seed in world(seed, given) }, firstSeed: firstSeed,
            count: options.count.map { UInt64($0) }, deadline: nil, threads: options.threads ?? Self.cores)
        if case .minutes(let minutes) = options.extent {
            plan.deadline = MonotonicTime.now().advanced(bySeconds: Double(minutes) * 60)
        }
        return plan
    }

    /// The processors that are there now.
    private static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    private func tellBegin(_ options: SimulateOptions, _ firstSeed: UInt64) {
        guard options.seed == nil else { return }
        guard let count = options.count else {
            return console.note("the first seed is \(firstSeed)")
        }
        let again = command(["--seed", String(firstSeed), "--runs", String(count)])
        console.note("seeds \(firstSeed) to \(firstSeed + UInt64(count) - 1); again: \(again)")
    }

    // MARK: A user's own job

    /// Plays the job as the rack is. Gives the world where an invariant is broken in that already.
    private func rehearse(_ given: GivenJob, _ document: inout SimulationDocument) -> BrokenWorld? {
        let world = World(rehearsing: given)
        var checker = RunChecker(tags: [])
        var coverage = Coverage()
        let verdict = rehearsing.play(world, checker: &checker, coverage: &coverage)
        document.rehearsal = (given, JobEnd(verdict.reports))
        guard !verdict.violations.isEmpty else { return nil }
        // No seed drew it: every rehearsal begins with it.
        return BrokenWorld(verdict.violations, seed: nil, world, rehearsing, replay: command(["--runs", "1"]))
    }

    // MARK: The end

    func finish(_ document: SimulationDocument, _ broken: BrokenWorld? = nil) -> ExitCode {
        console.printResult(
            context.wantsJSON ? document.json(broken).compact : document.text(broken, level: console.level))
        if broken != nil { return .notAchieved }
        if document.isStopped { return .stopped }
        guard document.mustReachAll, !document.coverage.missing.isEmpty else { return .success }
        console.errorMessage(
            "so many runs must reach every state, and these were never reached: "
                + document.coverage.missing.joined(separator: ", "))
        return .notAchieved
    }
}

extension SimulateOptions {
    /// How many worlds are played at most; nil: until the time is over.
    var count: Int? {
        switch extent {
        case .story: 1
        case .runs(let runs): runs
        case .minutes: nil
        }
    }

    /// Whether what is never reached is a failure: so long a run reaches everything that there is.
    var mustReachAll: Bool { count.map { $0 >= CoverageListing.runsThatReachAll } ?? true }
}
