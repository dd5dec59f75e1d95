/// Why a file of a job was refused as a whole. Two errors are equal when their codes are.
public struct JobFileError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case empty = "file-empty"
        case tooLarge = "file-too-large"
        case notUTF8 = "file-not-utf8"
        /// UTF-16 or UTF-32, by its mark or by its zero bytes.
        case wideCharacters = "file-utf16"
        /// An encoding that is unknown, or not the file's.
        case badEncoding = "file-encoding"
        /// Bytes that are no character of the encoding.
        case undecodable = "file-undecodable"
        /// A workbook, a PDF, a web page …
        case foreign = "file-format"
        /// What the source of the bytes could not give.
        case unreadable = "file-unreadable"
        case unbalancedQuote = "csv-quote-open"
        case strayQuote = "csv-quote-stray"
        case badHeader = "csv-header"
        case badSeparatorLine = "csv-sep"
        /// A delimiter of the options that is none.
        case badDelimiter = "csv-delimiter"
        /// A sign of comments that is none.
        case badComment = "csv-comment"
        case tooManyRecords = "csv-too-many-rows"
        case outOfMemory = "csv-out-of-memory"
        /// A dialect that is not known, or that the file does not have.
        case badDialect = "dialect-invalid"
        case badJSON = "json-syntax"
        /// A settings key that is an option of the command line.
        case optionAsKey = "settings-option"
        case badPassword = "password-invalid"
        case badReport = "report-invalid"
        /// A report of several runs.
        case severalRuns = "report-several-runs"
        /// verify's own report: nothing of it can be made again.
        case verifyReport = "report-of-verify"
    }

    public var code: Code
    /// The physical line, from 1; nil where none is meant.
    public var line: Int?
    /// The byte of the line, from 1; nil where none is meant.
    public var column: Int?
    /// One sentence that says what to do next.
    public var context: String

    public init(_ code: Code, line: Int? = nil, column: Int? = nil, context: String) {
        self.code = code
        self.line = line
        self.column = column
        self.context = context
    }

    /// What is said of a report of verify, in either of its forms.
    public static let ofVerify = JobFileError(
        .verifyReport,
        context:
            "this is a report of verify, which says what was found: nothing in it can be made again, and it is no golden "
            + "file; use the job or a run's report")

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String {
        switch (line, column) {
        case (let line?, let column?): "line \(line), byte \(column): \(context)"
        case (let line?, nil): "line \(line): \(context)"
        default: context
        }
    }
}
