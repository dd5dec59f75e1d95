/// What is told of a CSV file beside its bytes; what is not told is found out.
public struct CSVOptions: Hashable, Sendable {
    /// The name of the text's encoding, as iconv knows it; nil: UTF-8, or what the file's byte order mark says.
    public var encoding: String?
    /// What parts the cells: one of `,` `;` `|` and the tab.
    public var delimiter: Character?
    /// Lines that begin with it are no records; nil: every line is one.
    public var comment: Character?
    /// Headers that the job's settings name; they help to find the delimiter.
    public var knownHeaders: [String]

    public init(
        encoding: String? = nil, delimiter: Character? = nil, comment: Character? = nil, knownHeaders: [String] = []
    ) {
        self.encoding = encoding
        self.delimiter = delimiter
        self.comment = comment
        self.knownHeaders = knownHeaders
    }
}
