import Provisioning
import Simulation
import Simulator
import Tags

extension Coverage {
    /// One state, and how often it was reached.
    struct Row {
        var kind: Kind
        var name: String
        var count: Int
        /// Whether a night of runs that never reaches it has failed.
        var isRequired: Bool
    }

    var rows: [Row] {
        Kind.allCases.flatMap { kind in
            let reached = counts[kind, default: [:]]
            let names = Self.required(kind)
            return (names + reached.keys.filter { !names.contains($0) }.sorted()).map {
                Row(kind: kind, name: $0, count: reached[$0, default: 0], isRequired: names.contains($0))
            }
        }
    }

    var missing: [String] {
        rows.filter { $0.isRequired && $0.count == 0 }.map { "\($0.kind.rawValue) \($0.name)" }
    }

    private static func required(_ kind: Kind) -> [String] {
        switch kind {
        case .chips: VirtualChip.allCases.map(\.rawValue)
        case .readers: VirtualReaderModel.allCases.map(\.rawValue)
        case .reasons: Reason.allCases.filter { ![.internal, .leaseLost, .skuMismatch].contains($0) }.map(\.rawValue)
        default: []
        }
    }
}
