/// Why the journal cannot go on. Nothing that was not acknowledged is on disk.
public struct JournalError: PortError {
    public enum Code: String, Hashable, Sendable {
        case notThere = "there is no journal"
        case cannotOpen = "the journal cannot be opened"
        case full = "no room left on the journal's disk"
        case readOnly = "the journal is read-only"
        case corrupt = "the journal is damaged"
        /// Made by a later version of tagmill.
        case newer = "the journal was made by a newer version of tagmill"
        /// Another process holds the run.
        case locked = "the run is in use by another process"
        case noSuchRun = "there is no such run"
        /// The run is not held by this object: it was never opened here, or it has ended.
        case notHeld = "the run is not held here"
        /// The file was removed or replaced under its user: what is written to it is lost.
        case gone = "the journal's file is no longer there"
        case failed = "the journal failed"
    }

    public var code: Code
    public var context: String

    public init(_ code: Code, context: String = "") {
        self.code = code
        self.context = context
    }

    public var description: String { context.isEmpty ? code.rawValue : "\(code.rawValue): \(context)" }
}
