public import Jobs

/// A form in which other programs hand out what is to be written, and which is read as a job of ours.
///
/// A dialect is taken only where the file has its signature, to the letter; everything else is a plain job. Three are read
/// row by row, two as a whole; `JobStream` reads them all.
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

    /// How many records at the begin of a table are looked at to tell a dialect; further ones are passed over.
    static let sampleRecords = 20

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
    static func recognized(wholeFile begin: ArraySlice<UInt8>) -> Dialect? {
        let text = begin.starts(with: PlainText.mark) ? begin.dropFirst(PlainText.mark.count) : begin
        if TagWriterJSON.isMeant(text) { return .tagwriterJSON }
        return BatchFile.isMeant(text) ? .batch : nil
    }

    /// The dialect of a table; nil for a plain job and for a report. Throws `badDialect` where two columns may be the UIDs.
    ///
    /// - Parameters:
    ///   - sample: its first records (`sampleRecords`); a column of UIDs under another name is told by them.
    ///   - known: headers that the job's settings name in `columns`: those have a meaning already.
    static func recognized(
        headers: [String], sample: [Table.Record], known: [String]
    ) throws(JobFileError) -> Dialect? {
        guard !headers.contains(where: { HeaderName($0).isResult }) else { return nil }
        if TagWriterRows.isMeant(headers, known: known) { return .tagwriter }
        return try ForeignColumns.meant(headers, sample: sample, known: known)
    }

    /// The settings file's object with what the dialect implies; what the file itself says wins.
    ///
    /// - Parameter own: the object as `SettingsFile.parse` gives it; nil where there is no settings file.
    public static func settings(_ implied: [JSONValue.Member], under own: JSONValue?) -> JSONValue {
        guard case .object(let members)? = own else { return .object(implied) }
        return .object(members + implied.filter { member in !members.contains { $0.name == member.name } })
    }
}
