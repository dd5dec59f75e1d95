import Foundation
import Simulation

/// One job of 12 items whose command is killed, and whose resumption is killed, until nobody kills it any more.
final class KillRound {
    private static let rows = 12
    /// So many commands end a round at the latest, with or without a result.
    private static let mostCommands = 12

    /// A kill in a write costs an attempt; an item may meet all of them.
    private static let run = ["run", "job.csv", "--attempts", "9"]

    private static let files = ["report.csv", "report.json", "failures.csv"]

    let seed: UInt64
    let scratch: Scratch
    private(set) var kills = 0
    private(set) var faults: [String] = []
    /// What happened, one line a command.
    private(set) var story: [String] = []
    private let job = SealedJob(rows: rows)
    private var random: SeededGenerator

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        scratch = try Scratch()
    }

    /// Keeps the folder when something is not true.
    func play() {
        do {
            let world = try World(rack: WorldTests.rack(), in: scratch)
            try scratch.write("job.csv", job.csv)
            try play(in: world)
        } catch {
            faults.append("\(error)")
        }
        scratch.isKept = !faults.isEmpty
    }

    private func play(in world: World) throws {
        let planned = Int.random(in: 1...3, using: &random)
        var command = Self.run
        for _ in 0..<Self.mostCommands {
            let started = try world.start(command + (command[0] == "report" ? [] : ["--idle-timeout", "60"]))
            var moment: KillMoment?
            if kills < planned {
                moment = .draw(&random, share: 1 / Double(kills + 1))
                if try moment?.kill(started, in: world) == true {
                    kills += 1
                    story.append("\(command[0]) killed \(moment.map { "\($0)" } ?? "")")
                    try world.ask("again \(random.next())")
                    try world.ask("go")
                    try holdAgainstTags(world)
                    command = ["resume"]
                    continue
                }
                try world.ask("go")
            }
            let done = try started.finish()
            story.append("\(command[0]) ended with \(done.code)" + (moment.map { ", before \($0)" } ?? ""))
            guard let next = try next(after: command[0], done) else { return try finish(done, world) }
            command = next
        }
        faults.append("not done after \(Self.mostCommands) commands")
    }

    /// What a person types next; nil when the job is done.
    private func next(after command: String, _ done: BuiltCommand) throws -> [String]? {
        if command == "resume", try !hasRun() { return Self.run }
        if done.code != 0 { faults.append("\(command) ended with \(done.code): \(done.errors)") }
        return nil
    }

    private func hasRun() throws -> Bool {
        let runs = try BuiltCommand.run([BuiltCommand.path, "runs", "--json"], in: scratch.path)
        return runs.code == 0 && runs.output.contains("\"id\"")
    }

    /// After a death: what the journal says was made stands on its tag.
    private func holdAgainstTags(_ world: World) throws {
        let again = try BuiltCommand.run([BuiltCommand.path, "report", "last", "-o", "then"], in: scratch.path)
        guard again.code == 0, let folder = again.lines.last else {
            // Where it died before there was a run, nothing can be rendered.
            if try hasRun() { faults.append("after \(kills) kills: no report: \(again.errors)") }
            return
        }
        let claims = job.claimFaults(try .init(folder: folder), tags: try world.tags())
        faults += claims.map { "after \(kills) kills: \($0)" }
    }

    private func finish(_ done: BuiltCommand, _ world: World) throws {
        guard let folder = done.lines.last else { return faults.append("no report: \(done.errors)") }
        faults += try job.faults(of: done, in: world)
        let again = try BuiltCommand.run([BuiltCommand.path, "report", "last", "-o", "again"], in: scratch.path)
        guard let second = again.lines.last, second != folder else {
            return faults.append("not rendered again: \(again.errors)")
        }
        for file in Self.files {
            let both = [folder, second].map { FileManager.default.contents(atPath: "\($0)/\(file)") }
            if both[0] == nil || both[0] != both[1] { faults.append("\(file) rendered again is another") }
        }
    }
}
