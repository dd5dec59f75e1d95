import Jobs
import Tags

/// What came of a presentation, in words.
struct ProgressOutcome: Hashable, Sendable {
    var result: Presentation.Result
    /// The item, where the tag got one.
    var label: String?
    var uid: UID?
    var reason: Reason?
    var detail: String
    var reader: String

    init(_ presentation: Presentation, label: String?) {
        result = presentation.result
        self.label = label
        uid = presentation.uid
        reason = presentation.reason
        detail = presentation.detail
        reader = presentation.reader
    }

    var style: TextStyle {
        switch result {
        case .written, .unchanged: .good
        case .rejected, .ignored: .warning
        case .failed, .inDoubt: .bad
        }
    }

    /// `written SKU-1`, `rejected (tag-locked)`: for the reader's line.
    var short: String {
        let reason = reason.map { " (\($0.rawValue))" } ?? ""
        return result.rawValue + (label.map { " " + $0 } ?? "") + reason
    }

    /// What is to be done with the tag that lies there.
    var advice: String {
        switch result {
        case .written, .unchanged: "lift the tag"
        case .rejected, .failed: "lift the tag and put it aside"
        case .inDoubt: "lay this tag on a reader again"
        case .ignored: "lift the tag"
        }
    }

    /// The whole of it, for a log: one line a presentation.
    var message: ProgressMessage {
        var text = short
        if let uid { text += ", tag \(uid)" }
        if !detail.isEmpty { text += ": \(detail)" }
        let level: ProgressMessage.Level =
            switch result {
            case .written, .unchanged: .success
            case .rejected, .failed, .inDoubt: .problem
            case .ignored: .detail
            }
        return ProgressMessage(level, reader: reader, text, style: style)
    }
}
