import Jobs
import Reports
import Simulator

/// What the worlds reached, kind by kind, as a table; what was never reached is said so.
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

    private static let width = 100

    /// For the one line of progress.
    var summary: String { "\(rows.count { $0.count > 0 }) of \(rows.count) states reached" }

    // MARK: For a person

    var text: String {
        Coverage.Kind.allCases.map { kind in table(kind, rows.filter { $0.kind == kind }) }.joined(separator: "\n")
    }

    private func table(_ kind: Coverage.Kind, _ rows: [Coverage.Row]) -> String {
        let cells = rows.map { row in
            let none = row.isRequired && !isOfGivenJob ? "never" : "-"
            return (row.name, row.count > 0 ? PlanWords.grouped(row.count) : none)
        }
        let wide = cells.map { $0.0.count + 1 + $0.1.count }.max() ?? 0
        let perLine = max(1, Self.width / (wide + 2))
        var lines = ["\(kind.words): \(rows.count { $0.count > 0 }) of \(rows.count) reached"]
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
