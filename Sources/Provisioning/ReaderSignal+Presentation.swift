public import Jobs
public import ReaderModels

extension ReaderSignal {
    /// What a reader shows of a tag; nil where nothing came of it that a person should know.
    public init?(of presentation: Presentation) {
        switch presentation.result {
        case .written, .unchanged: self = .success
        // The tag bounced, or there was none.
        case .ignored: return nil
        case .inDoubt: self = .lift
        case .rejected, .failed: self = presentation.reason?.isPassing == true ? .lift : .failure
        }
    }
}
