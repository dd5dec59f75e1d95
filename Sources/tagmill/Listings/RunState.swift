import Jobs
import Provisioning

/// How a run stands.
enum RunState: Hashable, Sendable {
    /// A process works on it at this moment.
    case running
    /// It did not come to its end, and nobody works on it.
    case died
    case ended(RunEnd)

    init(_ summary: RunSummary) {
        if let ended = summary.record.ended {
            self = .ended(ended)
        } else {
            self = summary.isInUse ? .running : .died
        }
    }

    var word: String {
        switch self {
        case .running: "running"
        case .died: "died"
        case .ended(let end): end.rawValue
        }
    }
}
