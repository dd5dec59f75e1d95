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
    /// What Ctrl-C does.
    var stop = SimulationStop()

    private var console: Console { context.console }

    func run() throws(CommandError) -> ExitCode {
        let options = try SimulateOptions(context.arguments)
        let seed = options.seed ?? UInt64(UInt32.random(in: 0...UInt32.max))
        let watch = SignalWatch()
        watch.answer(stop.answers)
        defer { watch.answer(.init(first: {}, second: {})) }
        let given = try options.rehearsal.map { (rehearsed) throws(CommandError) in
            try stop.endsAtOnce(
                telling: { tellNothingPlayed(seed) },
                during: { () throws(CommandError) in try context.rehearsedJob(rehearsed) })
        }
        let journals = try options.isOnDisk ? journalsOnDisk() : nil
        defer { journals?.remove() }
        let worlds = Worlds(given, given == nil ? simulator : rehearsing, journals)
        if options.extent == .story, !context.wantsJSON { return tellStory(of: seed, worlds) }
        return play(options, firstSeed: seed, worlds)
    }

    /// What is played, and with what.
    private struct Worlds: Sendable {
        let given: GivenJob?
        private let simulator: Simulator
        private let journals: WorldJournals?
        /// For what is played on the command's own thread.
        let first: Simulator

        init(_ given: GivenJob?, _ simulator: Simulator, _ journals: WorldJournals?) {
            self.given = given
            self.simulator = simulator
            self.journals = journals
            first = journals?.simulator(0, verifySignature: simulator.verifySignature) ?? simulator
        }

        /// - Parameter thread: from 0, of those that play worlds side by side.
        func simulator(_ thread: Int) -> Simulator {
            journals?.simulator(thread + 1, verifySignature: simulator.verifySignature) ?? simulator
        }

        /// How many seeds are handed out at once: some milliseconds.
        var portion: UInt64 { given == nil && journals == nil ? WorldRuns.usualPortion : 1 }

        func world(_ seed: UInt64) -> World { given.map { World(seed: seed, rehearsing: $0) } ?? World(seed: seed) }
    }

    private func journalsOnDisk() throws(CommandError) -> WorldJournals {
        let journals = try WorldJournals(in: context.surroundings.environment) { [console, stop] reason in
            console.errorMessage(reason)
            stop.cleanUp()
            _exit(ExitCode.unavailable.rawValue)
        }
        stop.cleansUp { journals.remove() }
        return journals
    }

    // MARK: One world, and its story

    private func tellStory(of seed: UInt64, _ worlds: Worlds) -> ExitCode {
        let world = worlds.world(seed)
        var checker = RunChecker(tags: [])
        var coverage = Coverage()
        // It is told while it is played: what is known so far stands there.
        let tell = { (line: String) in console.printResult(VisibleText.escaped(line)) }
        let verdict = stop.endsAtOnce(
            telling: { [console] in console.note("stopped in the middle of the story") },
            during: { worlds.first.play(world, checker: &checker, coverage: &coverage, tell: tell) })
        guard !verdict.violations.isEmpty else {
            console.printResult("no invariant was broken")
            return .success
        }
        let broken = WorldRuns.Broken(seed: seed, violations: verdict.violations)
        console.printResult("\n" + listing(broken, worlds).text)
        return stop.isAsked ? .stopped : .notAchieved
    }

    private func listing(_ broken: WorldRuns.Broken, _ worlds: Worlds) -> BrokenWorld {
        BrokenWorld(
            broken.violations, seed: broken.seed, worlds.world(broken.seed), worlds.first,
            replay: command(["--seed", String(broken.seed)]), unless: { stop.isAsked })
    }

    /// This command again, with other seeds.
    private func command(_ seeds: [String]) -> String {
        let own = SimulateOptions.namesOfJob + ["rack", "on-disk"]
        let options = context.arguments.given.filter { own.contains($0.name) }.flatMap { given in
            ["--" + given.name] + (given.value.map { [$0] } ?? [])
        }
        // A file whose name begins like an option's.
        let operands = context.arguments.operands.map { $0.hasPrefix("-") ? "./" + $0 : $0 }
        let words = ["tagmill", "simulate"] + operands + options + seeds
        return words.map { FilePath.shellWord($0) }.joined(separator: " ")
    }

    // MARK: Many worlds

    private func play(_ options: SimulateOptions, firstSeed: UInt64, _ worlds: Worlds) -> ExitCode {
        var document = SimulationDocument(firstSeed: firstSeed)
        document.isOfGivenJob = worlds.given != nil
        if let given = worlds.given, let broken = rehearse(given, worlds, &document) { return finish(document, broken) }
        let runs = WorldRuns(plan(options, firstSeed, worlds))
        stop.stops(runs)
        tellBegin(options, firstSeed)
        var progress = SimulationProgress(context, count: options.count)
        let sum = runs.play(every: progress == nil ? nil : SimulationProgress.seconds) { progress?.draw($0) }
        progress?.finish()
        document.sum = sum
        document.mustReachAll = worlds.given == nil && options.mustReachAll
        return finish(document, sum.broken.map { listing($0, worlds) })
    }

    private func plan(_ options: SimulateOptions, _ firstSeed: UInt64, _ worlds: Worlds) -> WorldRuns.Plan {
        var plan = WorldRuns.Plan(
            simulator: { worlds.simulator($0) }, world: { worlds.world($0) }, firstSeed: firstSeed,
            count: options.count.map { UInt64($0) } ?? SimulateOptions.lastSeed - firstSeed + 1, deadline: nil,
            threads: options.threads ?? Self.cores, portion: worlds.portion)
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
        // On one screen the result says the seeds.
        let isOneScreen = context.surroundings.outputIsTerminal && context.surroundings.errorIsTerminal
        let seeds = isOneScreen ? "" : "seeds \(firstSeed) to \(firstSeed + UInt64(count) - 1); "
        console.note("\(seeds)again: \(again)")
    }

    private func tellNothingPlayed(_ seed: UInt64) {
        var document = SimulationDocument(firstSeed: seed)
        document.isOfGivenJob = !context.arguments.operands.isEmpty
        document.isStopped = true
        console.printResult(context.wantsJSON ? document.json(nil).compact : document.text(nil, level: console.level))
    }

    // MARK: A user's own job

    /// Plays the job as the rack is. Gives the world where an invariant is broken in that already.
    private func rehearse(_ given: GivenJob, _ worlds: Worlds, _ document: inout SimulationDocument) -> BrokenWorld? {
        let world = World(rehearsing: given)
        var checker = RunChecker(tags: [])
        var coverage = Coverage()
        // No seed tells this story: who wants more said gets it.
        let tell: ((String) -> Void)? = console.level == .verbose ? { console.detail($0) } : nil
        let verdict = worlds.first.play(world, checker: &checker, coverage: &coverage, tell: tell)
        document.rehearsal = RehearsalDocument(
            given: given, trial: JobEnd(verdict.reports), unreachedFaults: verdict.unreachedFaults)
        guard !verdict.violations.isEmpty else { return nil }
        return BrokenWorld(
            verdict.violations, seed: nil, world, worlds.first, replay: command(["--runs", "1", "--verbose"]),
            unless: { stop.isAsked })
    }

    // MARK: The end

    func finish(_ document: SimulationDocument, _ broken: BrokenWorld? = nil) -> ExitCode {
        var document = document
        document.isStopped = document.isStopped || stop.isAsked
        console.printResult(
            context.wantsJSON ? document.json(broken).compact : document.text(broken, level: console.level))
        if document.isStopped { return .stopped }
        if broken != nil { return .notAchieved }
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
