import Jobs
import Reports
import Simulator

/// What the worlds reached, kind by kind, as a table; what was never reached is said so, and below the table what that means.
///
/// Counts are of what runs must reach, and of what they reached beside it: a state that no world can bring about is listed, and
/// not counted.
struct CoverageListing {
    private let rows: [Coverage.Row]
    /// What was never reached and must be, `reasons lock-incomplete`.
    let missing: [String]

    /// - Parameter isOfGivenJob: nobody expects of such worlds that they reach everything.
    init(_ coverage: Coverage, isOfGivenJob: Bool = false) {
        rows = coverage.rows
        missing = isOfGivenJob ? [] : coverage.missing
        self.isOfGivenJob = isOfGivenJob
    }

    private let isOfGivenJob: Bool

    /// So many runs must reach everything; fewer may miss something by chance.
    static let runsThatReachAll = 100_000

    /// Columns of a terminal whose size nobody has set.
    private static let width = 80

    /// For the one line of progress.
    var summary: String {
        let of = isOfGivenJob ? "" : " of \(Self.reachable(rows))"
        return "\(Self.reached(rows))\(of) states reached"
    }

    private static func reached(_ rows: [Coverage.Row]) -> Int { rows.count { $0.count > 0 } }

    private static func reachable(_ rows: [Coverage.Row]) -> Int { rows.count { $0.isRequired || $0.count > 0 } }

    // MARK: For a person

    var text: String {
        let tables = Coverage.Kind.allCases.map { kind in table(kind, rows.filter { $0.kind == kind }) }
        return (tables + legend).joined(separator: "\n")
    }

    /// Of a given job nobody says what it can reach.
    private var legend: [String] {
        let unreached = isOfGivenJob ? [] : rows.filter { $0.count == 0 }
        var words: [String] = []
        if unreached.contains(where: \.isRequired) { words.append("never: not so far; a long run must reach it") }
        if unreached.contains(where: { !$0.isRequired }) { words.append("-: need not be reached") }
        return words.isEmpty ? [] : [words.joined(separator: "; ")]
    }

    private func count(of row: Coverage.Row) -> String {
        if row.count > 0 || isOfGivenJob { return PlanWords.grouped(row.count) }
        return row.isRequired ? "never" : "-"
    }

    private func heading(_ kind: Coverage.Kind, _ rows: [Coverage.Row]) -> String {
        let of = isOfGivenJob ? "" : " of \(Self.reachable(rows))"
        return "\(kind.words): \(Self.reached(rows))\(of) reached"
    }

    private func table(_ kind: Coverage.Kind, _ rows: [Coverage.Row]) -> String {
        let cells = rows.map { ($0.name, count(of: $0)) }
        let wide = cells.map { $0.0.count + 1 + $0.1.count }.max() ?? 0
        // Two blanks in front of each.
        let perLine = max(1, Self.width / (wide + 2))
        var lines = [heading(kind, rows)]
        for first in stride(from: 0, to: cells.count, by: perLine) {
            let line = cells[first...].prefix(perLine).map { name, count in
                name + String(repeating: " ", count: wide - name.count - count.count) + count
            }
            lines.append("  " + line.joined(separator: "  "))
        }
        return lines.joined(separator: "\n")
    }

    // MARK: JSON

    /// How often each state was reached, by kind.
    var json: JSONValue {
        .object(
            Coverage.Kind.allCases.map { kind in
                .init(
                    kind.rawValue,
                    .object(rows.filter { $0.kind == kind }.map { .init($0.name, .count($0.count)) }))
            })
    }
}

extension Coverage.Kind {
    fileprivate var words: String { rawValue.split(separator: "_").joined(separator: " ") }
}
