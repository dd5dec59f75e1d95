import Jobs

/// What was looked at on this machine, what was found, and what cures it.
struct Finding: Hashable, Sendable {
    /// What is looked at; a closed list.
    enum Check: String, Hashable, Sendable, CaseIterable {
        case service
        case socket
        case access
        case modules = "kernel-modules"
        case drivers
        case usb
        case readers
        case slots
        case escape
        case journal
        case disk
        case user
        case container
        case station
        case clock
        case locale
    }

    enum Status: String, Hashable, Sendable, CaseIterable {
        case ok
        /// Things work, and may not for long, or not all of them.
        case warning
        case fault
        /// It could not be looked at.
        case unknown
    }

    /// One step of a cure.
    enum Step: Hashable, Sendable {
        /// A command of the shell; may be several lines that can be pasted as they are.
        case run(String)
        /// Something that a person does.
        case act(String)

        var text: String {
            switch self {
            case .run(let command): command
            case .act(let sentence): sentence
            }
        }
    }

    var check: Check
    var status: Status
    /// A sentence without a full stop.
    var found: String
    /// In the order in which they are done; empty where nothing is to be cured.
    var cure: [Step]
    /// What it was seen by.
    var facts: [String]
    /// A fault that keeps every tag from being read, or every run from beginning.
    var stopsWork: Bool

    private init(
        _ check: Check, _ status: Status, _ found: String, cure: [Step] = [], facts: [String], stopsWork: Bool = false
    ) {
        self.check = check
        self.status = status
        self.found = found
        self.cure = cure
        self.facts = facts
        self.stopsWork = stopsWork
    }

    static func ok(_ check: Check, _ found: String, facts: [String] = []) -> Finding {
        Finding(check, .ok, found, facts: facts)
    }

    static func unknown(_ check: Check, _ found: String, facts: [String] = []) -> Finding {
        Finding(check, .unknown, found, facts: facts)
    }

    static func warning(_ check: Check, _ found: String, cure: [Step], facts: [String] = []) -> Finding {
        Finding(check, .warning, found, cure: cure, facts: facts)
    }

    /// A fault beside which work goes on.
    static func fault(_ check: Check, _ found: String, cure: [Step], facts: [String] = []) -> Finding {
        Finding(check, .fault, found, cure: cure, facts: facts)
    }

    /// A fault that keeps every tag from being read, or every run from beginning.
    static func stop(_ check: Check, _ found: String, cure: [Step], facts: [String] = []) -> Finding {
        Finding(check, .fault, found, cure: cure, facts: facts, stopsWork: true)
    }
}
