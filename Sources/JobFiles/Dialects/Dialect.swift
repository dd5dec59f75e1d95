public import Jobs

/// A form in which other programs hand out what is to be written, and which is read as a job of ours.
///
/// A dialect is taken only where the file has its signature, to the letter; everything else is a plain job. Three read row by
/// row (`DialectMapping`), two as a whole (`DialectTable`).
public enum Dialect: String, Hashable, Sendable, CaseIterable {
    /// NXP TagWriter's CSV: `Type,Content,URI type,Description,…` (TagWriterRows.swift).
    case tagwriter
    /// The JSON of TagWriter for iPhone: an array of records (TagWriterJSON.swift).
    case tagwriterJSON = "tagwriter-json"
    /// A line `true` or `false`, then lines of keywords and values parted by semicolons (BatchFile.swift).
    case batch
    /// A table whose rows are bound to tags by a column of UIDs, whatever its name (ForeignColumns.swift).
    case uidList = "uid-list"
    /// A table with a column `ReadOnly` (ForeignColumns.swift).
    case sheet

    /// Whether the file is read as a whole and not as CSV.
    public var isWholeFile: Bool { self == .tagwriterJSON || self == .batch }

    /// How many records at the begin of a table are looked at to tell a dialect; further ones are passed over.
    public static let sampleRecords = 20

    /// What a file in the dialect is called.
    var words: String {
        switch self {
        case .tagwriter: "a TagWriter export"
        case .tagwriterJSON: "a TagWriter export in JSON"
        case .batch: "a batch of records"
        case .uidList: "a list bound to UIDs"
        case .sheet: "a sheet with ReadOnly"
        }
    }

    /// What is told: how the file was read, and how to turn that off.
    func sentence(_ more: String = "") -> String {
        "read as \(words)\(more.isEmpty ? "" : ": \(more)") (--dialect none turns that off)"
    }

    /// The dialect of a file that is no CSV, by its first bytes; nil for every other file.
    public static func recognized(wholeFile bytes: [UInt8]) -> Dialect? {
        let sample = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
            .prefix(FileLimits.sampleBytes)
        if TagWriterJSON.isMeant(sample) { return .tagwriterJSON }
        return BatchFile.isMeant(sample) ? .batch : nil
    }

    /// The dialect of a table; nil for a plain job and for a report.
    ///
    /// - Parameters:
    ///   - sample: its first records (`sampleRecords`); a column of UIDs under another name is told by them.
    ///   - known: headers that the job's settings name in `columns`: those have a meaning already.
    public static func recognized(headers: [String], sample: [Table.Record], known: [String] = []) -> Dialect? {
        guard !headers.contains(where: { HeaderName($0).isResult }) else { return nil }
        if TagWriterRows.isMeant(headers, known: known) { return .tagwriter }
        return ForeignColumns.meant(headers, sample: Array(sample.prefix(sampleRecords)), known: known)
    }
}

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

    /// The table of a file that is no CSV; nil where it is to be read as CSV. Throws as `TagWriterJSON` and `BatchFile` do.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark.
    ///   - language: the job's, for texts among several records of a tag.
    public func wholeFile(_ bytes: [UInt8], language: String = "en") throws(JobFileError) -> DialectTable? {
        let dialect: Dialect?
        switch self {
        case .recognized: dialect = Dialect.recognized(wholeFile: bytes)
        case .none: dialect = nil
        case .named(let named): dialect = named
        }
        switch dialect {
        case .tagwriterJSON?: return DialectTable(try TagWriterJSON.table(bytes), .tagwriterJSON)
        case .batch?: return DialectTable(try BatchFile.table(bytes, language: language), .batch)
        default: return nil
        }
    }

    /// How the rows of a CSV file are mapped; nil for a plain job. Throws `badDialect` where the file is not in the dialect that
    /// was named.
    ///
    /// - Parameters:
    ///   - sample: the file's first records (`Dialect.sampleRecords`).
    ///   - known: headers that the job's settings name in `columns`.
    public func mapping(
        headers: [String], sample: [Table.Record], known: [String] = []
    ) throws(JobFileError) -> DialectMapping? {
        switch self {
        case .none: return nil
        case .named(let dialect): return try DialectMapping(dialect, headers: headers, sample: sample, known: known)
        case .recognized:
            guard let dialect = Dialect.recognized(headers: headers, sample: sample, known: known) else { return nil }
            return try DialectMapping(dialect, headers: headers, sample: sample, known: known)
        }
    }

    /// Headers that help to find the delimiter of a CSV file, beside those that the settings name: the header of a TagWriter
    /// export may hold commas where semicolons part it.
    public func headerHints(_ bytes: [UInt8]) -> [String] {
        self == .none ? [] : TagWriterRows.headers(atBeginOf: bytes)
    }

    /// A whole file as the table of a job, held in memory. Throws as `CSVFile.read`, `wholeFile` and `mapping` do.
    public func table(
        _ bytes: [UInt8], known: [String] = [], language: String = "en"
    ) throws(JobFileError) -> DialectTable {
        guard bytes.count <= FileLimits.tableBytes else { return DialectTable(try CSVFile.read(bytes), nil) }
        if let whole = try wholeFile(bytes, language: language) { return whole }
        let plain = try CSVFile.read(bytes, knownHeaders: known + headerHints(bytes))
        guard
            var mapping = try mapping(
                headers: plain.headers, sample: Array(plain.records.prefix(Dialect.sampleRecords)), known: known)
        else {
            return DialectTable(plain, nil)
        }
        var table = plain
        table.headers = mapping.headers
        table.records = plain.records.map { mapping.map($0) }
        table.issues += mapping.issues
        return DialectTable(table, mapping.dialect, sentence: mapping.sentence, settings: mapping.settings)
    }
}

/// A table as a job has it, and the dialect in which it was found.
public struct DialectTable: Hashable, Sendable {
    public var table: Table
    /// Nil: a plain job.
    public var dialect: Dialect?
    /// What is told to the user; nil for a plain job.
    public var sentence: String?
    /// Settings that the dialect implies, for `Dialect.settings`.
    public var settings: [JSONValue.Member]

    init(_ table: Table, _ dialect: Dialect?, sentence: String? = nil, settings: [JSONValue.Member] = []) {
        self.table = table
        self.dialect = dialect
        self.sentence = sentence ?? dialect?.sentence()
        self.settings = settings
    }
}

extension Dialect {
    /// The settings file's object with what the dialect implies; what the file itself says wins.
    ///
    /// - Parameter own: the object as `SettingsFile.parse` gives it; nil where there is no settings file.
    public static func settings(_ implied: [JSONValue.Member], under own: JSONValue?) -> JSONValue {
        guard case .object(let members)? = own else { return .object(implied) }
        return .object(members + implied.filter { member in !members.contains { $0.name == member.name } })
    }
}
