import Foundation
import Jobs
import Operations
import Simulation
import TestSupport
import Testing
import Threads

@testable import Simulator
@testable import tagmill

@Suite struct SimulateCommandTests {
    private static let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    private static let job = repository + "/jobs/demo.csv"
    private static let rack = repository + "/jobs/demo-rack.json"

    /// A command that plays with another simulator.
    private func run(
        _ words: [String], with simulator: Simulator, stop: SimulationStop = SimulationStop()
    ) throws -> (code: ExitCode, output: String, errors: String) {
        let (output, errors) = (RecordedOutput(), RecordedOutput())
        let context = CommandContext(
            arguments: try Arguments(words, table: CommandTable.simulate.options, command: "simulate"),
            surroundings: Surroundings(
                environment: [:], outputIsTerminal: false, errorIsTerminal: false, inputIsTerminal: false),
            console: Console(standardOutput: output, standardError: errors))
        let code = try SimulateCommand(context: context, simulator: simulator, rehearsing: simulator, stop: stop).run()
        return (code, output.text, errors.text)
    }

    // MARK: The command line

    @Test(arguments: [
        (["--seed", "x"], "'--seed' must be a whole number"),
        (["--seed", "-1"], "'--seed' must be a whole number"),
        (
            ["--seed", "9223372036854775808"],
            "must be a whole number, 0 to 9223372036854775807, not '9223372036854775808'"
        ),
        (["--seed", "9223372036854775804", "--runs", "5"], "take a smaller --seed, 9223372036854775803 at most"),
        (["--runs", "0"], "'--runs' must be a count of runs"),
        (["--minutes", "0"], "'--minutes' must be a whole number of minutes"),
        (["--jobs", "0"], "'--jobs' must be a count of threads"),
        (["--runs", "5", "--minutes", "1"], "give one of them"),
        (["--seed", "9223372036854775807", "--runs", "5"], "take a smaller --seed"),
        (["--rack", "rack.json"], "'tagmill simulate JOB.csv --rack RACK.json'"),
        (["--url", "https://example.com/{sku}"], "'--url' is of a job"),
        (["--skip-bad-rows"], "'--skip-bad-rows' is of a job"),
        (["job.csv"], "name them with '--rack RACK.json'"),
        (["job.csv", "more.csv"], "unexpected argument 'more.csv'"),
        (["/nowhere/job.csv", "--rack", "rack.json"], "/nowhere/job.csv: cannot be read"),
        ([job, "--rack", "/nowhere/rack.json"], "/nowhere/rack.json: cannot be read"),
        (["--journal", "x.sqlite"], "unknown option '--journal'"),
    ])
    func aCommandLineThatCannotBeMeantIsRefused(words: [String], sentence: String) {
        let run = ToolRun(words: ["simulate"] + words)
        #expect(run.code == .refused)
        #expect(run.errors.contains(sentence), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test func longRunsMustReachEverything() throws {
        func options(_ words: String...) throws -> SimulateOptions {
            try SimulateOptions(Arguments(words, table: CommandTable.simulate.options, command: "simulate"))
        }
        #expect(try options("--minutes", "1").mustReachAll)
        #expect(try options("--runs", "100000").mustReachAll)
        #expect(try !options("--runs", "99999").mustReachAll)
        #expect(try !options().mustReachAll)
        #expect(try !options("--seed", "5").mustReachAll)
        #expect(try options().count == 10_000)
        #expect(try options(Self.job, "--rack", Self.rack).count == 1000)
        #expect(try options("--seed", "5", "--jobs", "3").extent == .story)
    }

    @Test func seedsGoUpToTheHighest() throws {
        let last = ToolRun("simulate", "--seed", "9223372036854775807")
        #expect(last.code == .success)
        #expect(last.output.hasPrefix("job: "))
        let five = ToolRun("simulate", "--seed", "9223372036854775803", "--runs", "5")
        #expect(five.code == .success)
        #expect(
            five.output.hasSuffix(
                "\nseeds 9223372036854775803 to 9223372036854775807, 5 runs: no invariant was broken\n"))
        // There are no more, however much time is left.
        let minute = ToolRun("simulate", "--seed", "9223372036854775800", "--minutes", "1")
        #expect(
            minute.output.hasSuffix(
                "\nseeds 9223372036854775800 to 9223372036854775807, 8 runs: no invariant was broken\n"))
    }

    // MARK: Stories

    @Test func aSeedTellsTheSameStoryAgain() {
        let first = ToolRun("simulate", "--seed", "11")
        let second = ToolRun("simulate", "--seed", "11", "--jobs", "4")
        #expect(first.code == .success)
        #expect(first.output == second.output)
        #expect(first.output.hasPrefix("job: "))
        #expect(first.output.contains("is laid on Reader"))
        #expect(first.output.hasSuffix("no invariant was broken\n"))
        #expect(first.output != ToolRun("simulate", "--seed", "12").output)
    }

    // MARK: Many worlds

    @Test func theDocumentDoesNotDependOnThreads() throws {
        let one = ToolRun("simulate", "--seed", "7", "--runs", "100", "--jobs", "1", "--json")
        let three = ToolRun("simulate", "--seed", "7", "--runs", "100", "--jobs", "3", "--json")
        #expect(one.code == .success)
        #expect(one.output == three.output)
        let document = try JSONValue(parsing: Array(one.output.utf8))
        #expect(document["schema"] == .string("tagmill.simulate/1"))
        #expect(document["version"] == .string(CommandLineTool.version))
        #expect(document["seed"] == .int(7))
        #expect(document["runs"] == .int(100))
        #expect(document["stopped"] == .bool(false))
        #expect(document["violations"] == .array([]))
        #expect(document["rehearsal"] == nil)
        guard case .object(let kinds)? = document["coverage"] else {
            Issue.record("no coverage")
            return
        }
        #expect(kinds.map(\.name) == Coverage.Kind.allCases.map(\.rawValue))
    }

    @Test func theFirstSeedIsToldSoThatItCanBePlayedAgain() throws {
        let run = ToolRun("simulate", "--runs", "3")
        #expect(run.code == .success)
        let line = try #require(run.errors.split(separator: "\n").first)
        let again = try #require(line.split(separator: ";").last?.split(separator: ": ").last)
        let words = again.split(separator: " ").dropFirst(2).map(String.init)
        #expect(words.count == 4 && words[0] == "--seed" && words[2...] == ["--runs", "3"])
        let document = ToolRun(words: ["simulate", "--json"] + words).output
        #expect(document.contains("\"seed\":\(words[1]),\"runs\":3,"))
        #expect(run.output.hasSuffix("3 runs: no invariant was broken\n"))
        #expect(run.output.contains("reasons: "))
    }

    @Test func aDrawnSeedIsInTheResultWhereNothingElseIsSaid() throws {
        let run = ToolRun("simulate", "--runs", "3", "--quiet")
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
        let line = try #require(run.output.split(separator: "\n").last)
        let words = line.split { " ,".contains($0) }.map(String.init)
        #expect(words[0] == "seeds" && words[2] == "to")
        let first = try #require(UInt64(words[1]))
        #expect(UInt64(words[3]) == first + 2)
        #expect(ToolRun("simulate", "--seed", "\(first)", "--runs", "3").output == run.output)
    }

    /// Both streams are read there.
    @Test func onAScreenTheSeedsAreSaidOnce() throws {
        let run = ToolRun(words: ["simulate", "--runs", "3"], onScreen: true)
        #expect(run.code == .success)
        let again = try #require(run.errors.firstRange(of: "again: tagmill simulate --seed "))
        let first = try #require(UInt64(run.errors[again.upperBound...].prefix { $0.isNumber }))
        #expect(!run.errors.contains("seeds "))
        #expect(run.output.hasSuffix("\nseeds \(first) to \(first + 2), 3 runs: no invariant was broken\n"))
    }

    @Test func theHelpSaysWhatVerboseIsFor() {
        let help = ToolRun("simulate", "--help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("Without a job --verbose says no more"))
    }

    @Test func missingCoverageIsAFailureOfALongRunAlone() throws {
        let (output, errors) = (RecordedOutput(), RecordedOutput())
        let command = SimulateCommand(
            context: CommandContext(
                arguments: Arguments(),
                surroundings: Surroundings(
                    environment: [:], outputIsTerminal: false, errorIsTerminal: false, inputIsTerminal: false),
                console: Console(standardOutput: output, standardError: errors)))
        var document = SimulationDocument(firstSeed: 1)
        #expect(command.finish(document) == .success)
        #expect(errors.text.isEmpty)
        document.mustReachAll = true
        #expect(command.finish(document) == .notAchieved)
        #expect(errors.text.contains("were never reached: chips Ultralight"))
        document.isStopped = true
        #expect(command.finish(document) == .stopped)
    }

    // MARK: What breaks

    /// A trap takes the whole process along, and tells the seed in its last words.
    @Test func aDefectTellsItsSeed() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let defective = Simulator(
                digest: Simulator.quickDigest, makeJournal: { preconditionFailure("a defect") }, reopened: { $0 })
            let plan = WorldRuns.Plan(
                simulator: { _ in defective }, world: { World(seed: $0) }, firstSeed: 4_210, count: 1, deadline: nil,
                threads: 1)
            _ = WorldRuns(plan).play()
        }
        let words = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(words.contains("tagmill: a defect ended it in the world of seed 4210\n"))
    }

    /// Tells of items that were not reached that they were written.
    private static let lying = Simulator(
        digest: Simulator.quickDigest, makeJournal: { MemoryJournal(digest: Simulator.quickDigest) },
        reopened: { journal in
            guard let journal = journal as? MemoryJournal else { return journal }
            concludeUntried(in: journal)
            return MemoryJournal(leftBy: journal)
        })

    @Test func theLowestBrokenSeedIsToldWhateverTheThreads() throws {
        let one = try run(["--seed", "1", "--runs", "400", "--jobs", "1"], with: Self.lying)
        let four = try run(["--seed", "1", "--runs", "400", "--jobs", "4"], with: Self.lying)
        #expect(one.code == .notAchieved)
        #expect(one.output == four.output)
        #expect(one.output.contains(" breaks invariant "))
        #expect(one.output.contains("tagmill \(CommandLineTool.version)\n"))
        #expect(one.output.contains("\nthe whole world again: tagmill simulate --seed "))
        #expect(one.output.contains("\nbroken: invariant "))
    }

    @Test func theCommandThatIsNamedPlaysItAgain() throws {
        let many = try run(["--seed", "1", "--runs", "400"], with: Self.lying).output
        let line = try #require(many.split(separator: "\n").first { $0.hasPrefix("the whole world again: ") })
        let words = line.split(separator: " ").suffix(2).map(String.init)
        let story = try run(words, with: Self.lying)
        #expect(story.code == .notAchieved)
        #expect(story.output.hasPrefix("job: "))
        let broken = many.split(separator: "\n").filter { $0.contains(" breaks invariant ") }
        #expect(!broken.isEmpty)
        for violation in broken { #expect(story.output.contains(violation)) }
    }

    @Test func aBrokenInvariantIsInTheDocument() throws {
        let run = try run(["--seed", "1", "--runs", "400", "--json"], with: Self.lying)
        #expect(run.code == .notAchieved)
        let document = try JSONValue(parsing: Array(run.output.utf8))
        guard case .array(let violations)? = document["violations"], let first = violations.first,
            case .int(let seed)? = first["seed"]
        else {
            Issue.record("no violation: \(run.output)")
            return
        }
        #expect(document["runs"] == .int(seed))
        #expect(first["replay"] == .string("tagmill simulate --seed \(seed)"))
        guard case .array(let world)? = first["world"], case .array(let shrunk)? = first["shrunk"] else {
            Issue.record("no worlds")
            return
        }
        #expect(!shrunk.isEmpty && shrunk.count < world.count)
    }

    // MARK: Ctrl-C

    /// `lying`, which is stopped when the world of this number is made.
    private func lying(_ stop: SimulationStop, at number: Int) -> Simulator {
        let worlds = Monitor(0)
        return Simulator(
            digest: Simulator.quickDigest,
            makeJournal: {
                let count = worlds.withLock { worlds in
                    worlds += 1
                    return worlds
                }
                if count == number { stop.ask() }
                return MemoryJournal(digest: Simulator.quickDigest)
            }, reopened: Self.lying.reopened)
    }

    @Test func beforeTheFirstWorldNothingIsPlayed() throws {
        let stop = SimulationStop()
        stop.ask()
        let stopped = try run(["--seed", "1", "--runs", "400"], with: Self.lying, stop: stop)
        #expect(stopped.code == .stopped)
        #expect(stopped.output == "0 runs before it was stopped: no invariant was broken\n")
    }

    @Test func betweenWorldsItTellsWhatWasPlayed() throws {
        let stop = SimulationStop()
        let rest = Simulator(
            digest: Simulator.quickDigest, makeJournal: lying(stop, at: 40).makeJournal, reopened: Simulator().reopened)
        let stopped = try run(["--seed", "1", "--runs", "400", "--jobs", "1"], with: rest, stop: stop)
        #expect(stopped.code == .stopped)
        #expect(stopped.output.hasSuffix("\nseeds 1 to 64, 64 runs before it was stopped: no invariant was broken\n"))
    }

    @Test func whileAWorldIsMadeSmallTheSmallestSoFarIsTold() throws {
        let whole = try run(["--seed", "1", "--runs", "400", "--jobs", "1", "--json"], with: Self.lying)
        guard case .int(let seed)? = try JSONValue(parsing: Array(whole.output.utf8))["runs"] else {
            Issue.record("no runs: \(whole.output)")
            return
        }
        let stop = SimulationStop()
        let words = ["--seed", "1", "--runs", "400", "--jobs", "1"]
        let stopped = try run(words, with: lying(stop, at: Int(seed) + 3), stop: stop)
        #expect(stopped.code == .stopped)
        #expect(stopped.output.contains("seed \(seed) breaks invariant "))
        #expect(
            stopped.output.contains("\nthe same in the smallest of 3 worlds that were tried before it was stopped:\n"))
    }

    @Test func aStoryEndsInTheMiddle() throws {
        let ended = Monitor(0)
        let stop = SimulationStop(end: { ended.withLock { $0 += 1 } })
        let stopped = try run(["--seed", "1"], with: lying(stop, at: 1), stop: stop)
        #expect(ended.withLock { $0 } == 1)
        #expect(stopped.errors == "stopped in the middle of the story\n")
    }

    /// What cannot be left in the middle takes the process along.
    @Test func theProcessEndsWithWhatIsKnown() async throws {
        let result = try await #require(
            processExitsWith: .exitCode(ExitCode.stopped.rawValue), observing: [\.standardOutputContent]
        ) {
            let stop = SimulationStop()
            let output = DescriptorOutput(descriptor: STDOUT_FILENO)
            stop.cleansUp { _ = output.write("cleaned up\n") }
            stop.endsAtOnce(
                telling: { _ = output.write("nothing was played\n") },
                during: {
                    stop.ask()
                    _ = output.write("and on\n")
                })
        }
        let words = String(decoding: result.standardOutputContent, as: UTF8.self)
        #expect(words.hasSuffix("nothing was played\ncleaned up\n"))
    }

    @Test func whereWorkEndsByItselfTheProcessGoesOn() {
        let ended = Monitor(0)
        let stop = SimulationStop(end: { ended.withLock { $0 += 1 } })
        stop.endsAtOnce(telling: {}, during: {})
        stop.ask()
        #expect(stop.isAsked)
        #expect(ended.withLock { $0 } == 0)
        stop.answers.second()
        #expect(ended.withLock { $0 } == 1)
    }
}
