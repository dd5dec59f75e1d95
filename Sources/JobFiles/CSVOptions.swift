import Jobs

/// What is told of a CSV file beside its bytes; what is not told is found out.
public struct CSVOptions: Hashable, Sendable {
    /// The name of the text's encoding, as iconv knows it; nil: UTF-8, or what the file's byte order mark says.
    public var encoding: String?
    /// What parts the cells: one of `,` `;` `|` and the tab.
    public var delimiter: Character?
    /// A sign of ASCII, neither letter nor digit; lines that begin with it are no records. Nil: every line is one.
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

    /// A delimiter as a person names it: the sign itself, or `comma`, `semicolon`, `tab`, `bar`, `pipe`. Throws
    /// `badDelimiter`.
    public static func delimiter(named name: String) throws(JobFileError) -> Character {
        try Delimiter(named: name).character
    }

    /// A sign of comments as a person gives it. Throws `badComment`.
    public static func comment(named name: String) throws(JobFileError) -> Character {
        guard let byte = commentByte(name) else { throw Self.badComment(name) }
        return Character(Unicode.Scalar(byte))
    }

    /// Throws `badDelimiter`.
    var delimiterChoice: Delimiter? {
        get throws(JobFileError) {
            guard let delimiter else { return nil }
            return try Delimiter(named: String(delimiter))
        }
    }

    /// Throws `badComment`.
    var commentByte: UInt8? {
        get throws(JobFileError) {
            guard let comment else { return nil }
            guard let byte = Self.commentByte(String(comment)), byte != delimiter?.asciiValue else {
                throw Self.badComment(String(comment))
            }
            return byte
        }
    }

    private static func commentByte(_ sign: String) -> UInt8? {
        guard let byte = sign.utf8.first, sign.utf8.count == 1, byte != UInt8(ascii: "\"") else { return nil }
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9": return nil
        case "!"..."~": return byte
        default: return nil
        }
    }

    static func badComment(_ sign: String) -> JobFileError {
        JobFileError(
            .badComment,
            context: "\(sign.quoted) cannot begin comments: it must be one sign such as #, and not what parts the cells"
        )
    }
}
