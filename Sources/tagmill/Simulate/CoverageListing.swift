import Jobs
import Reports
import Simulation
import Simulator
import Tags

/// What the worlds reached, kind by kind, as a table; what was never reached is named.
struct CoverageListing {
    private let coverage: Coverage

    init(_ coverage: Coverage) { self.coverage = coverage }

    /// So many runs must reach everything; fewer may miss something by chance.
    static let runsThatReachAll = 100_000

    private static let width = 100

    /// For the one line of progress.
    var summary: String {
        let all = Coverage.Kind.allCases.reduce(0) { $0 + names($1).count }
        return "\(all - never.count) of \(all) states reached"
    }

    /// What was never reached, `reasons lock-incomplete`.
    var never: [String] { Coverage.Kind.allCases.flatMap { kind in coverage.never(kind).map { "\(kind.rawValue) \($0)" } } }

    var text: String { Coverage.Kind.allCases.map { table($0) }.joined(separator: "\n") }

    private func names(_ kind: Coverage.Kind) -> [String] {
        (Array(coverage.counts[kind, default: [:]].keys) + coverage.never(kind)).sorted()
    }

    private func table(_ kind: Coverage.Kind) -> String {
        let counts = coverage.counts[kind, default: [:]]
        let names = names(kind)
        let cells = names.map { name in
            "\(name) " + (counts[name].map { PlanWords.grouped($0) } ?? "never")
        }
        let wide = (cells.map(\.count).max() ?? 0) + 2
        let perLine = max(1, (Self.width - 2) / max(1, wide))
        var lines = ["\(kind.rawValue): \(counts.count) of \(names.count) reached"]
        for first in stride(from: 0, to: cells.count, by: perLine) {
            let line = zip(names[first...], cells[first...]).prefix(perLine).map { name, cell in
                // The number at the right end of its column.
                let count = cell.dropFirst(name.count + 1)
                return name + String(repeating: " ", count: max(1, wide - 2 - name.count - count.count)) + count
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
                let counts = coverage.counts[kind, default: [:]].sorted { $0.key < $1.key }
                return .init(kind.rawValue, .object(counts.map { .init($0.key, .count($0.value)) }))
            })
    }

    var neverJSON: JSONValue {
        .object(
            Coverage.Kind.allCases.map { kind in
                .init(kind.rawValue, .array(coverage.never(kind).map { .string($0) }))
            })
    }
}

extension Coverage {
    /// Which names of a kind were never reached, and must be.
    fileprivate func never(_ kind: Kind) -> [String] {
        let all: [String] =
            switch kind {
            case .chips: VirtualChip.allCases.map(\.rawValue)
            case .readers: VirtualReaderModel.allCases.map(\.rawValue)
            case .reasons:
                Reason.allCases.filter { ![.internal, .leaseLost, .skuMismatch].contains($0) }.map(\.rawValue)
            case .statuses: ItemStatus.allCases.map(\.rawValue)
            case .verdicts, .faults, .transitions: []
            }
        return all.filter { counts[kind, default: [:]][$0] == nil }
    }
}
