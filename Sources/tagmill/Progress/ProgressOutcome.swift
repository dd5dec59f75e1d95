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
    /// How the reader's model is called, where it is known.
    var model: String?

    private var isChipTold: Bool

    init(_ presentation: Presentation, label: String?, model: String? = nil) {
        self.model = model
        result = presentation.result
        self.label = label
        uid = presentation.uid
        reason = presentation.reason
        detail = presentation.detail
        reader = presentation.reader
        isChipTold = presentation.chip.map { $0 != .unknown } ?? false
    }

    var style: TextStyle {
        switch result {
        case .written, .unchanged: .good
        case .rejected, .ignored: .warning
        case .failed, .inDoubt: .bad
        }
    }

    /// `written SKU-1`, `rejected for SKU-1 (tag-locked)`: for the reader's line. A tag is rejected, never an item.
    var short: String {
        let reason = reason.map { " (\($0.rawValue))" } ?? ""
        let item = label.map { (result == .rejected ? " for " : " ") + $0 } ?? ""
        return result.rawValue + item + reason
    }

    /// What is to be done with the tag that lies there.
    var advice: String {
        switch (result, reason) {
        case (.inDoubt, _): "lay this tag on a reader again"
        // The antenna of another reader reaches here; lifting the tag would tear what is written there.
        case (.rejected, .duplicateUID?) where detail.hasSuffix("in hand there"):
            "leave the tag there until the other reader is done with it; keep the readers apart"
        case (_, .tagRemoved?): "lay the tag on again, and leave it there"
        case (_, .severalTags?), (_, .tagChanged?): "lay one tag alone"
        case (_, .readerError?), (_, .readerLost?), (_, .leaseLost?), (_, .internal?): "lift the tag"
        case (.written, _), (.unchanged, _), (.ignored, _): "lift the tag"
        case (.rejected, _), (.failed, _): "lift the tag and put it aside"
        }
    }

    /// Readers differ in what they pass on: where a command was refused, the model is the first thing to know.
    private var mayBeTheReaders: Bool {
        switch reason {
        // A chip that was told is not the reader's doing.
        case .chipUnsupported?: !isChipTold
        case .notATag?, .readerError?, .writeFailed?: true
        default: false
        }
    }

    /// The whole of it, for a log: one line a presentation.
    var message: ProgressMessage {
        var text = short
        if let uid { text += ", tag \(uid)" }
        if !detail.isEmpty { text += ": \(detail)" }
        if let model, mayBeTheReaders { text += "; the reader is of model \(model)" }
        let level: ProgressMessage.Level =
            switch result {
            case .written, .unchanged: .success
            case .rejected, .failed, .inDoubt: .problem
            case .ignored: .detail
            }
        return ProgressMessage(level, reader: reader, text, style: style)
    }
}
