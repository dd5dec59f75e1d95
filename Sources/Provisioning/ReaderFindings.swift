public import ReaderModels
import Tags

/// What one reader was found to do in this run: what its model leaves open is tried once, and decided for the run.
///
/// Belongs to the thread of its reader, and to one reader alone.
public final class ReaderFindings {
    /// Whether the reader does something that is not known of its model.
    enum Finding: Hashable, Sendable {
        case untried
        case works
        /// It is not tried again.
        case refused
    }

    public let model: ReaderModel

    /// Whether it passes commands of the tag's own. What a tag does, a refusal or silence, decides nothing.
    private(set) var passThrough: Finding
    /// Answers that were none of what was asked for.
    private var misfits = 0

    /// A transparent session was begun, and its end was not answered yet: the reader's own commands are refused until it is.
    var isSessionOpen = false
    /// Whether the tag takes the reader's own commands when a session has ended; refused: only after a new activation.
    var afterSession = Finding.untried
    /// Whether a tag that was opened by its password in a session stays open when that ends.
    var passwordOutlivesSession = Finding.untried

    /// A new connection does not wake a tag here that refused a command, and InListPassiveTarget does: it follows every one.
    var wakesByListing = false

    /// The Le of READ BINARY: all four pages of a READ, or what the reader names in `6C xx`.
    var readLength: UInt8 = 0x10

    public init(of model: ReaderModel) {
        self.model = model
        passThrough =
            switch (model.passThrough, model.evidence) {
            case (.none, _): .refused
            case (_, .seen): .works
            case (_, .documented), (_, .hypothesis): .untried
            }
    }

    /// Takes in what came of a command of the tag's own, or of the session for it. What was decided stays.
    func take(_ answer: PassThroughAnswer) {
        guard passThrough == .untried else { return }
        switch answer {
        case .data: takeData()
        case .notPassed: passThrough = .refused
        case .noAnswer: break
        case .misfit:
            misfits += 1
            if misfits == 2 { passThrough = .refused }
        }
    }

    /// As `take`: the tag's own bytes came.
    func takeData() {
        if passThrough == .untried { passThrough = .works }
    }
}
