import Glibc
import Simulation

/// How much of their long tables the tests go through: `make test` through all of each, `make check` through a part that is
/// spread evenly over it.
package enum LongTables {
    /// TAGMILL_LONG_TABLES=whole, or every.
    package static let areWhole = isEveryModel || variable("TAGMILL_LONG_TABLES") == "whole"
    /// TAGMILL_LONG_TABLES=every: of a table that is laid on readers that are alike, each of them too.
    package static let isEveryModel = variable("TAGMILL_LONG_TABLES") == "every"
    /// TAGMILL_TABLE_SEED=N takes another part than the usual one.
    package static let seed = variable("TAGMILL_TABLE_SEED").flatMap { UInt64($0) } ?? 1

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension RandomAccessCollection {
    /// All of a long table, or at most so many of its elements: one out of each of so many stretches of the same length, and
    /// which of them the seed tells.
    package func spread(_ most: Int) -> [Element] {
        guard !LongTables.areWhole else { return Array(self) }
        return spread(most, seed: LongTables.seed)
    }

    package func spread(_ most: Int, seed: UInt64) -> [Element] {
        guard count > most else { return Array(self) }
        var random = SeededGenerator(seed: seed)
        return (0..<most).map { index in
            let (begin, end) = (index * count / most, (index + 1) * count / most)
            return self[self.index(startIndex, offsetBy: Int.random(in: begin..<end, using: &random))]
        }
    }
}
