import Jobs
import Tags

/// The column `item.state`.
enum ItemState: String {
    /// -> in hand, or at once final: `unchanged`, or `failed` for a bound row.
    case pending
    /// A write began and has no outcome yet. -> pending, in doubt, final.
    case inHand = "in-hand"
    /// Bound to the tag that may hold it. -> in hand, pending, final.
    case inDoubt = "in-doubt"
    /// These four are final.
    case written
    case unchanged
    case failed
    case invalid

    init(_ status: ItemStatus) {
        switch status {
        case .pending: self = .pending
        case .inDoubt: self = .inDoubt
        case .written: self = .written
        case .unchanged: self = .unchanged
        case .failed: self = .failed
        case .invalid: self = .invalid
        }
    }

    /// What it is to a reader of the journal: a write without an outcome is in doubt.
    var status: ItemStatus {
        switch self {
        case .pending: .pending
        case .inHand, .inDoubt: .inDoubt
        case .written: .written
        case .unchanged: .unchanged
        case .failed: .failed
        case .invalid: .invalid
        }
    }

    var isFinal: Bool {
        switch self {
        case .pending, .inHand, .inDoubt: false
        case .written, .unchanged, .failed, .invalid: true
        }
    }
}
