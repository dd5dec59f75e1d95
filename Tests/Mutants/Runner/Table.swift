import Foundation

/// What came of every trial, a line each, in order; a line is printed as soon as those before it are.
final class Table: @unchecked Sendable {
    // Sendable: what changes does so under the lock.
    private let lock = NSLock()
    private let mutants: [Mutant]
    private let width: Int
    private var results: [Trial.Result?]
    private var printed = 0

    init(mutants: [Mutant]) {
        self.mutants = mutants
        results = Array(repeating: nil, count: mutants.count + 1)
        width = mutants.map(\.name.count).max() ?? 0
        print(line("mutant", "seed", "breaks", "what the checker said"))
    }

    /// - Parameter place: 0: no mutant was at work.
    func enter(_ result: Trial.Result, at place: Int) {
        lock.withLock {
            results[place] = result
            while printed < results.count, let result = results[printed] {
                print(words(of: result, at: printed))
                printed += 1
            }
        }
    }

    /// The last line; whether every mutant was caught, and nothing said of the product as it is.
    func conclude() -> Bool {
        lock.withLock {
            let caught = results.dropFirst().count { if case .caught = $0 { true } else { false } }
            var isSilent = false
            if case .quiet = results[0] { isSilent = true }
            print(
                "\(caught) of \(mutants.count) mutants caught"
                    + (isSilent ? "" : "; the product as it is was not silent"))
            return caught == mutants.count && isSilent
        }
    }

    private func words(of result: Trial.Result, at place: Int) -> String {
        let name = place == 0 ? "(none)" : mutants[place - 1].name
        let breaks = place == 0 ? "" : mutants[place - 1].invariants
        switch result {
        case .caught(let seed, let invariant, let rule, let detail):
            return line(name, String(seed), breaks, "\(invariant) \(rule): \(detail)" + (place == 0 ? " — WRONG" : ""))
        case .quiet(let runs):
            return line(name, "-", breaks, "nothing in \(runs) runs" + (place == 0 ? "" : " — NOT CAUGHT"))
        case .broken(let what): return line(name, "-", breaks, "the trial \(what) — NOT CAUGHT")
        }
    }

    private func line(_ name: String, _ seed: String, _ breaks: String, _ said: String) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return padded(name, width) + "  " + padded(seed, 6) + "  " + padded(breaks, 6) + "  " + said
    }
}
