/// A table as a file gave it: headers and records, untouched but for decoding.
public struct Table: Hashable, Sendable {
    /// A data record.
    public struct Record: Hashable, Sendable {
        /// From 1.
        public var row: Int
        /// The physical line on which it begins; the header is line 1.
        public var line: Int
        public var cells: [String]
        /// What made the file's reader doubt the record (a NUL byte, a stray quote); nil where nothing did.
        public var fault: String?

        public init(row: Int, line: Int, cells: [String], fault: String? = nil) {
            self.row = row
            self.line = line
            self.cells = cells
            self.fault = fault
        }
    }

    public var headers: [String]
    public var records: [Record]
    /// Issues of the file as a whole.
    public var issues: [JobIssue]
    /// What parts the cells, found out or told by the file; nil where the table came from elsewhere.
    public var delimiter: Character?
    /// What was found out about the file and should be told, a sentence each.
    public var notes: [String] = []

    public init(headers: [String], records: [Record], issues: [JobIssue] = [], delimiter: Character? = nil) {
        self.delimiter = delimiter
        self.headers = headers
        self.records = records
        self.issues = issues
    }
}
