import Glibc
import Simulation

/// How much of their long tables the tests go through: `make test` through a third of each, `make check` through less, both
/// spread evenly over it; `make tables` through all.
package enum LongTables {
    /// TAGMILL_LONG_TABLES=third: at least so much of each.
    private static let areThirds = variable("TAGMILL_LONG_TABLES") == "third"
    /// TAGMILL_LONG_TABLES=whole, or every.
    package static let areWhole = isEveryModel || variable("TAGMILL_LONG_TABLES") == "whole"
    /// TAGMILL_LONG_TABLES=every: of a table that is laid on readers that are alike, each of them too.
    package static let isEveryModel = variable("TAGMILL_LONG_TABLES") == "every"

    /// How many elements of a table are taken, where so many do for `make check`.
    static func part(of count: Int, _ most: Int) -> Int {
        if areWhole { return count }
        return areThirds ? max(most, count / 3) : most
    }
    /// TAGMILL_TABLE_SEED=N takes another part than the usual one.
    package static let seed = variable("TAGMILL_TABLE_SEED").flatMap { UInt64($0) } ?? 1

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension RandomAccessCollection {
    /// As much of a long table as `LongTables` says, and so many of its elements in `make check`: one out of each of so many
    /// stretches of the same length, and which of them the seed tells.
    package func spread(_ most: Int) -> [Element] {
        spread(LongTables.part(of: count, most), seed: LongTables.seed)
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
