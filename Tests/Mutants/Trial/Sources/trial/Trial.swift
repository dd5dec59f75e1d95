import Checker
import Simulator

/// Runs the worlds of seeds 1, 2, 3 … until the checker finds a broken invariant, and says so in one line.
///
/// Arguments: the number of the mutant that is at work, 0 for none, which `activeMutant` reads; how many seeds at most.
@main enum Trial {
    static func main() {
        let seeds = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 0 : 0
        for seed in 1...max(1, seeds) {
            guard let violation = World(seed: UInt64(seed)).run().first else { continue }
            print("caught", seed, violation.invariant, violation.rule, violation.detail, separator: "\t")
            return
        }
        print("quiet", seeds, separator: "\t")
    }
}
