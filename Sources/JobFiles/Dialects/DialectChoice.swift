import Jobs

/// What `--dialect` says.
public enum DialectChoice: Hashable, Sendable {
    /// Nothing: the dialect that the file shows, if any.
    case recognized
    /// `none`: a plain job.
    case none
    case named(Dialect)

    /// The names that `--dialect` takes, for messages and help.
    public static let names = Dialect.allCases.map(\.rawValue) + ["none"]

    /// Reads the option's value, without regard to case; nil is the option left out. Throws `badDialect` with the nearest name.
    public init(name: String?) throws(JobFileError) {
        guard let name else {
            self = .recognized
            return
        }
        let folded = name.lowercased()
        if folded == "none" {
            self = .none
        } else if let dialect = Dialect(rawValue: folded) {
            self = .named(dialect)
        } else {
            let nearest = nearName(to: folded, among: Self.names).map { "; is \($0) meant?" } ?? ""
            throw JobFileError(
                .badDialect,
                context: "--dialect takes \(Self.names.joined(separator: ", ")), not \(name.quoted)\(nearest)")
        }
    }

    /// The dialect of a file that is read as a whole; nil where it is to be read as CSV.
    func wholeFile(_ begin: ArraySlice<UInt8>) -> Dialect? {
        switch self {
        case .none, .named(.tagwriter), .named(.uidList), .named(.sheet): nil
        case .named(let dialect): dialect
        case .recognized: Dialect.recognized(wholeFile: begin)
        }
    }

    /// How the rows of a CSV file are mapped; nil for a plain job. Throws as `DialectMapping`.
    func mapping(
        headers: [String], sample: [Table.Record], known: [String]
    ) throws(JobFileError) -> DialectMapping? {
        let dialect: Dialect?
        switch self {
        case .none: dialect = nil
        case .named(let named): dialect = named
        case .recognized: dialect = try Dialect.recognized(headers: headers, sample: sample, known: known)
        }
        guard let dialect else { return nil }
        return try DialectMapping(dialect, headers: headers, sample: sample, known: known)
    }

    /// The delimiter of a TagWriter export: in its header stand commas where semicolons part it, and names of our columns among
    /// them, so that any delimiter could be meant. Nil for every other file.
    func delimiter(_ begin: ArraySlice<UInt8>) -> Delimiter? {
        guard self == .recognized || self == .named(.tagwriter) else { return nil }
        return TagWriterRows.delimiter(begin)
    }
}
