public import Tags

/// What `plan` tells of a row.
public struct PlannedRow: Hashable, Sendable {
    /// Another row of the job, for messages.
    public struct Place: Hashable, Sendable {
        public var row: Int
        public var line: Int

        public init(row: Int, line: Int) {
            self.row = row
            self.line = line
        }
    }

    /// From 1.
    public var row: Int
    /// The physical line on which it begins; the header is line 1.
    public var line: Int
    /// How many tags it stands for; a bad row for itself alone.
    public var tags = 1
    /// Of the longest of its copies; nil where the row is bad.
    public var messageBytes: Int?
    /// The chip that the row must go to; nil: any of the job's.
    public var chip: Chip?
    public var lock = false
    /// Nil where the row has none, and where texts are not asked for.
    public var sku: String?
    /// What the operator is shown of the first record; "" where texts are not asked for.
    public var summary = ""
    public var issues: [JobIssue] = []
    /// The first row whose tag would hold the same message.
    public var sameTagAs: Place?

    public init(row: Int, line: Int) {
        self.row = row
        self.line = line
    }

    /// The bytes that the message takes on a tag with the type and the length of its TLV: the length has one byte up to 254 and
    /// three from 255 on (NFC Forum Type 2 Tag 1.2, section 4.3). The terminator is not counted: it is written where there is
    /// room.
    public var tlvBytes: Int? { messageBytes.map { Self.tlvBytes($0) } }

    static func tlvBytes(_ messageBytes: Int) -> Int { messageBytes + (messageBytes <= 254 ? 2 : 4) }
}
