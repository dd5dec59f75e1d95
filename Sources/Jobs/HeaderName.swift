/// A column's name as it is matched: without blanks around it (`trimmingBlanks`) and without regard to case.
public struct HeaderName: Hashable, Sendable, CustomStringConvertible {
    public let folded: String

    public init(_ header: String) { folded = header.trimmingBlanks.caseFolded }

    /// Headers that begin with `result_` are those of a report and never a job's own (contract, section 6).
    public var isResult: Bool { folded.hasPrefix("result_") }

    public var description: String { folded }
}

/// The columns of a job that mean something (contract, section 4).
public enum JobColumn: String, Hashable, Sendable, CaseIterable {
    case sku
    case url
    case text
    case lang
    case type
    case value
    case uid
    case quantity
    case lock
    case chip

    /// The column that a header names, if it names one of ours.
    public init?(_ name: HeaderName) { self.init(rawValue: name.folded) }
}
