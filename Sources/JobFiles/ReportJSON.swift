public import Jobs
import Tags

/// A report.json, as far as a rerun needs it (contract, section 6).
public struct ReportJSON: Hashable, Sendable {
    public var runID: String
    /// The job's name.
    public var name: String
    /// The settings as they were resolved, for `Settings(json:)`.
    public var settings: JSONValue

    /// Whether the bytes are a report.json rather than a table: an object that names the schema.
    public static func isReport(_ bytes: [UInt8]) -> Bool {
        schema(of: bytes) == .run
    }

    /// Whether the bytes are the report.json of verify, which is neither a report to be made again nor a golden file.
    public static func isVerifyReport(_ bytes: [UInt8]) -> Bool { schema(of: bytes) == .verify }

    private enum Schema: String, CaseIterable {
        case run = "\"tagmill.report/"
        case verify = "\"tagmill.verify/"
    }

    /// The schema that an object names, the first of them where it names several; nil where it names none, or the bytes are no
    /// object.
    private static func schema(of bytes: [UInt8]) -> Schema? {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") else { return nil }
        let marks = Schema.allCases.map { ($0, Array($0.rawValue.utf8)) }
        for index in text.indices where text[index] == UInt8(ascii: "\"") {
            if let found = marks.first(where: { text[index...].starts(with: $0.1) }) { return found.0 }
        }
        return nil
    }

    /// Reads the `run` of a report.json. Throws `badJSON` with its place, or `badReport` where it is no report of a run.
    public static func settings(bytes: [UInt8]) throws(JobFileError) -> ReportJSON {
        try ReportJSON(parsed(bytes))
    }

    /// Reads a report.json as what is still to be made: its run, and its items with their exact cells. Lines are those of
    /// the job. Throws as `settings` does, and `badReport` with the place of an item among the items.
    public static func rerunSource(
        bytes: [UInt8]
    ) throws(JobFileError) -> (report: ReportJSON, source: RerunSource) {
        let json = try parsed(bytes)
        let report = try ReportJSON(json)
        let (columns, entries) = try entries(of: json)
        var source = RerunSource(run: report.runID, columns: columns, records: [])
        for entry in entries {
            if entry.record.status.isSuccess {
                source.made.append(entry.record)
            } else {
                source.records.append(entry.record)
            }
        }
        return (report, source)
    }

    /// Reads a report.json as what it says of the tags: the job's own columns, and each item with its tag. Throws as
    /// `rerunSource` does.
    static func reportedTags(bytes: [UInt8]) throws(JobFileError) -> (columns: [String], tags: [ReportedTag]) {
        let json = try parsed(bytes)
        _ = try ReportJSON(json)
        let (columns, entries) = try entries(of: json)
        return (columns, entries.map(\.tag))
    }

    /// The items, of which each has the same columns, and none stands twice.
    private static func entries(
        of json: JSONValue
    ) throws(JobFileError) -> (columns: [String], entries: [ReportJSONItem]) {
        guard case .array(let items)? = json["items"] else {
            throw JobFileError(.badReport, context: "the items are missing from the report.json")
        }
        var entries: [ReportJSONItem] = []
        var seen: [ItemKey: Int] = [:]
        for (index, item) in items.enumerated() {
            let entry = try ReportJSONItem(item, number: index + 1)
            guard entry.columns == (entries.first ?? entry).columns else {
                throw JobFileError(
                    .badReport,
                    context: "item \(index + 1) has other cells than the first: each has one for every column")
            }
            if let first = seen.updateValue(index + 1, forKey: entry.record.key) {
                throw JobFileError(
                    .badReport,
                    context: "items \(first) and \(index + 1) are both \(entry.record.key); take one of them out")
            }
            entries.append(entry)
        }
        return (entries.first?.columns ?? [], entries)
    }

    private init(_ report: JSONValue) throws(JobFileError) {
        guard case .string("tagmill.report/1")? = report["schema"] else {
            throw JobFileError(.badReport, context: "this is no report of a run: its schema is not tagmill.report/1")
        }
        guard let run = report["run"], case .string(let id)? = run["id"], case .string(let name)? = run["job"],
            let settings = run["settings"], case .object = settings
        else {
            throw JobFileError(.badReport, context: "run.id, run.job or run.settings is missing from the report.json")
        }
        runID = id
        self.name = name
        self.settings = settings
    }

    private static func parsed(_ bytes: [UInt8]) throws(JobFileError) -> JSONValue {
        guard bytes.count <= FileLimits.reportBytes else {
            throw JobFileError(
                .tooLarge,
                context: "report.json has \(bytes.count) bytes, and at most \(FileLimits.reportBytes) are read; "
                    + "'tagmill rerun RUN' takes the run out of the journal")
        }
        return try PlainText.json(bytes, as: .json)
    }
}

/// A member of `items`.
private struct ReportJSONItem {
    let columns: [String]
    let record: RerunSource.Record
    let tag: ReportedTag

    /// Throws `badReport`; `number` is its place, from 1.
    init(_ item: JSONValue, number: Int) throws(JobFileError) {
        func refuse(_ what: String) -> JobFileError { JobFileError(.badReport, context: "item \(number): \(what)") }
        func count(_ name: String) throws(JobFileError) -> Int {
            guard case .int(let value)? = item[name], value >= 1, let count = Int(exactly: value) else {
                throw refuse("\(name) must be a number from 1 on")
            }
            return count
        }
        guard case .object(let cells)? = item["cells"] else { throw refuse("the cells are missing") }
        var texts: [String] = []
        for cell in cells {
            guard case .string(let text) = cell.value else {
                throw refuse("the cell \(cell.name.quoted) must be a string")
            }
            texts.append(text)
        }
        guard case .string(let word)? = item["status"], let status = ItemStatus(rawValue: word) else {
            let known = ItemStatus.allCases.map(\.rawValue).joined(separator: ", ")
            throw refuse("status must be one of \(known)")
        }
        func text(_ name: String) -> String {
            guard case .string(let text)? = item[name] else { return "" }
            return text
        }
        let line = try count("line")
        columns = cells.map(\.name)
        record = RerunSource.Record(
            key: ItemKey(row: try count("row"), copy: try count("copy")), line: line, reportLine: line, cells: texts,
            status: status, reason: Reason(rawValue: text("reason")), detail: text("detail"), uidCell: text("uid"),
            isExact: true)
        tag = ReportedTag(
            item: record, sku: text("sku"), uid: text("uid"), chip: text("chip"), lockState: text("lock_state"),
            message: text("message_hex"))
    }
}
