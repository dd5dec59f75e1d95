import Checker
import Jobs
import Simulator

/// A world in which an invariant was broken, what broke, and the same made as small as it can be.
struct BrokenWorld {
    /// Nil: the world of a rehearsal in which nothing was drawn.
    let seed: UInt64?
    let violations: [Violation]
    /// Plays the whole world again, line by line.
    let replay: String
    private let world: World
    private let shrunk: Shrinking.Result
    /// It was to be made smaller still.
    private let wasStopped: Bool
    private let simulator: Simulator

    /// - Parameter isStopped: asked while the world is made small; true: it is small enough.
    init(
        _ violations: [Violation], seed: UInt64?, _ world: World, _ simulator: Simulator, replay: String,
        unless isStopped: () -> Bool = { false }
    ) {
        self.seed = seed
        self.violations = violations
        self.world = world
        self.simulator = simulator
        self.replay = replay
        var checker = RunChecker(tags: [])
        shrunk =
            violations.first.map {
                Shrinking(with: simulator).shrink(world, breaking: $0, checker: &checker, unless: isStopped)
            } ?? Shrinking.Result(world: world, tries: 0)
        wasStopped = isStopped()
    }

    // MARK: For a person

    /// `seed 17`
    var name: String { seed.map { "seed \($0)" } ?? "the rack as it is" }

    var text: String {
        var lines = violations.map { "\(name) breaks \($0)" }
        lines.append("tagmill \(CommandLineTool.version)")
        lines += world.lines
        lines.append("")
        let when = wasStopped ? " before it was stopped" : ""
        lines.append("the same in the smallest of \(shrunk.tries) worlds that were tried\(when):")
        lines += story
        lines.append("")
        lines.append("the whole world again: \(replay)")
        return lines.map { VisibleText.escaped($0) }.joined(separator: "\n")
    }

    /// What the shrunk world is made of, and what happens in it up to what breaks.
    private var story: [String] {
        var lines: [String] = []
        var checker = RunChecker(tags: [])
        var coverage = Coverage()
        let verdict = simulator.play(shrunk.world, checker: &checker, coverage: &coverage) { lines.append($0) }
        return lines + verdict.violations.map { "broken: \($0)" }
    }

    // MARK: JSON

    var json: JSONValue {
        .array(
            violations.map { violation in
                .object([
                    .init("seed", .count(seed)),
                    .init("invariant", .count(violation.invariant)),
                    .init("rule", .string(violation.rule)),
                    .init("detail", .string(violation.detail)),
                    .init("world", Self.lines(world)),
                    .init("shrunk", Self.lines(shrunk.world)),
                    .init("replay", .string(replay)),
                ])
            })
    }

    private static func lines(_ world: World) -> JSONValue { .array(world.lines.map { .string($0) }) }
}
