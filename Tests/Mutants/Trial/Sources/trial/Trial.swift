import Checker
import Simulator

/// Plays the worlds of seeds 1, 2, 3 … until the checker finds a broken invariant, and says so in one line.
///
/// Arguments: the number of the mutant that is at work, 0 for none, which `activeMutant` reads; how many seeds at most.
@main enum Trial {
    static func main() {
        let seeds = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 0 : 0
        let simulator = Simulator()
        var checker = RunChecker(tags: [])
        var coverage = Coverage()
        for seed in 1...max(1, seeds) {
            let verdict = simulator.play(World(seed: UInt64(seed)), checker: &checker, coverage: &coverage)
            guard let violation = verdict.violations.first else { continue }
            print("caught", seed, violation.invariant, violation.rule, violation.detail, separator: "\t")
            return
        }
        print("quiet", seeds, separator: "\t")
    }
}
