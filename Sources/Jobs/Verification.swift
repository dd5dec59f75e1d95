/// What came of one expectation, or of one tag that met none (contract, section 8).
public enum VerifyStatus: String, Hashable, Sendable, CaseIterable {
    case match
    case differs
    /// No tag came for the expectation.
    case missing
    /// A tag for which nothing is expected.
    case unexpected
    /// A tag that was seen before, or a second one of a UID.
    case duplicate
    /// What there is cannot be read: a tag that answers no reads, a file that is no image, a broken or truncated one.
    case unreadable
}

/// One way in which a tag is not as expected.
public struct Difference: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case uid
        case chip
        case lockState = "lock_state"
        case genuine
        case recordCount = "record-count"
        case recordType = "record-type"
        case uri
        case text
        case lang
        case bytes
    }

    public var kind: Kind
    /// The record, from 1; nil where the tag or the message as a whole is meant.
    public var record: Int?
    /// Within a smart poster: the record in it that is meant, from 1, and so on inwards; empty else.
    public var inner: [Int]
    /// One sentence for a person: what is expected and what is there.
    public var detail: String

    public init(_ kind: Kind, record: Int? = nil, inner: [Int] = [], detail: String) {
        self.kind = kind
        self.record = record
        self.inner = inner
        self.detail = detail
    }
}

/// A line of verify's report.
public struct VerifyItem: Hashable, Sendable {
    public var status: VerifyStatus
    /// Nil for `unexpected`, `duplicate`, and `unreadable`. With the UID of the tag in its message, where that has a place.
    public var expectation: Expectation?
    /// Nil for `missing`.
    public var tag: ObservedTag?
    /// In the order of `Difference.Kind`, then of the records; empty unless `differs`.
    public var differences: [Difference]
    /// A sentence for a person where there is more to say than the differences do; nil else.
    public var detail: String?

    public init(
        _ status: VerifyStatus, expectation: Expectation? = nil, tag: ObservedTag? = nil,
        differences: [Difference] = [], detail: String? = nil
    ) {
        self.status = status
        self.expectation = expectation
        self.tag = tag
        self.differences = differences
        self.detail = detail
    }

    /// How it is called in JUnit and on the screen: the expectation's name, else the tag's UID, else its source.
    public var name: String {
        expectation?.name ?? tag?.uid.map { "\($0)" } ?? tag?.source ?? ""
    }
}

/// What verify found.
public struct Verification: Hashable, Sendable {
    /// Its expectations are those of `items`, in the same order.
    public var golden: GoldenSet
    /// An item an expectation, in the order of the golden file; then the tags that met none, in the order in which they
    /// were seen.
    public var items: [VerifyItem]
    /// Files in folders that are of no known kind.
    public var filesPassedOver: Int

    public init(golden: GoldenSet, items: [VerifyItem], filesPassedOver: Int = 0) {
        self.golden = golden
        self.items = items
        self.filesPassedOver = filesPassedOver
    }

    /// How many items are of a status.
    public func count(of status: VerifyStatus) -> Int { items.count { $0.status == status } }

    /// Every expectation is met, and no tag or file was seen beside.
    public var isMatch: Bool { items.allSatisfy { $0.status == .match } }
}
