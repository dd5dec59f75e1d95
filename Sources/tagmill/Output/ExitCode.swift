/// The exit codes of the contract, section 3.
enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
    case success = 0
    /// An item did not succeed; a tag cannot, or did not.
    case notAchieved = 1
    /// The command line, the job, the settings or a file was refused; no tag was touched.
    case refused = 2
    /// No usable reader, no PC/SC service; the journal or the report cannot be opened or written.
    case unavailable = 3
    /// Stopped before the end.
    case stopped = 4
    /// A defect of tagmill.
    case defect = 70

    /// What the code means, for the help.
    var summary: String {
        switch self {
        case .success: "every item is written or unchanged"
        case .notAchieved: "an item is failed, invalid or in doubt; the tag cannot, or did not"
        case .refused: "the command line, job, settings or file was refused; no tag was touched"
        case .unavailable: "no usable reader, no PC/SC service; journal or report cannot be written"
        case .stopped: "stopped before the end: signal, idle, spoilage; no tag came in time"
        case .defect: "a defect of tagmill"
        }
    }
}
