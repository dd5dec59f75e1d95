/// One thing found wrong, or worth a warning, in a job before any tag was touched.
public struct JobIssue: Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        case error
        case warning
    }

    public var severity: Severity
    /// A short name in the manner of `url-invalid`, stable for scripts.
    public var code: String
    /// The data record, from 1; nil where the file as a whole is meant.
    public var row: Int?
    /// The physical line, header = 1; nil where none is meant.
    public var line: Int?
    /// The header as it came.
    public var column: String?
    /// One sentence that says what to do next.
    public var message: String

    public init(
        severity: Severity, code: String, row: Int? = nil, line: Int? = nil, column: String? = nil, message: String
    ) {
        self.severity = severity
        self.code = code
        self.row = row
        self.line = line
        self.column = column
        self.message = message
    }
}

/// A job as checked: what is to be made, and everything that is wrong with it.
public struct Job: Sendable {
    public var name: String
    public var settings: Settings
    /// The job's own columns as they came, in file order.
    public var columns: [String]
    /// The items in job order, those of bad rows (one each, with a `fault`) included.
    public var items: [Item]
    /// The issues in the order of the file.
    public var issues: [JobIssue]

    public init(name: String, settings: Settings, columns: [String], items: [Item], issues: [JobIssue]) {
        self.name = name
        self.settings = settings
        self.columns = columns
        self.items = items
        self.issues = issues
    }

    public var hasErrors: Bool { issues.contains { $0.severity == .error } }
}
