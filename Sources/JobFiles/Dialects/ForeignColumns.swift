import Jobs
import Tags

/// Columns of a foreign table that are ours under another name: a column of UIDs, and `ReadOnly`.
///
/// Ours are put in front of the file's own, which stay as they are: templates go on naming them, and the report shows them.
struct ForeignColumns: Sendable {
    /// The headers of the job.
    let headers: [String]
    /// What is told of the mapping.
    let words: String
    /// Whether the rows are a job's as they are.
    var isUnchanged: Bool { uid == nil && lock == nil }
    private let uid: Int?
    private let lock: Int?

    /// Names under which platforms and programs hand out UIDs and nothing else, folded: what is no UID there is a bad row.
    private static let sureNames = [
        "xuid", "tag uid", "tag_uid", "taguid", "nfc uid", "chip uid", "uid (hex)", "uid hex",
    ]
    /// Names that stand for other numbers as well, folded: the cells decide.
    private static let looseNames = [
        "tag id", "tag_id", "tagid", "nfc id", "serial number", "serial_number", "serial",
    ]
    private static let lockName = "readonly"

    /// The dialect of a table with such columns; nil where it has none. Throws `badDialect` where two columns may be the UIDs.
    static func meant(_ headers: [String], sample: [Table.Record], known: [String]) throws(JobFileError) -> Dialect? {
        if lockColumn(headers, known: known) != nil { return .sheet }
        if try uidColumn(headers, sample: sample, known: known) != nil { return .uidList }
        let names = Set(headers.map { HeaderName($0).folded })
        // A golden file may say what a tag is without what it holds.
        let content = ["url", "text", "type", "value", "message_hex", "lock_state", "genuine"]
        let isList = names.contains(JobColumn.uid.rawValue) && names.isDisjoint(with: content)
        return isList && known.isEmpty ? .uidList : nil
    }

    /// Throws `badDialect` where the table has no column of the dialect, or several of UIDs.
    init(
        _ dialect: Dialect, headers: [String], sample: [Table.Record], known: [String]
    ) throws(JobFileError) {
        let hasUID = (headers + known).contains { HeaderName($0).folded == JobColumn.uid.rawValue }
        var uid = try Self.uidColumn(headers, sample: sample, known: known)
        if dialect == .uidList, !hasUID, uid == nil { uid = try Self.namedUIDColumn(headers) }
        lock = Self.lockColumn(headers, known: known)
        if dialect == .sheet, lock == nil {
            throw JobFileError(
                .badDialect,
                context: "a sheet has a column ReadOnly, and no column lock beside it; leave --dialect sheet out")
        }
        self.uid = uid
        var added: [String] = []
        var told: [String] = []
        if let uid {
            added.append(JobColumn.uid.rawValue)
            told.append("its column \(headers[uid].quoted) is uid")
        } else if dialect == .uidList {
            told.append("each row with a uid is for that tag; --url or --text says what is written")
        }
        if let lock {
            added.append(JobColumn.lock.rawValue)
            told.append("its column \(headers[lock].quoted) is lock")
        }
        if dialect == .sheet {
            told.append("rows alike are a tag each (duplicates of the settings permits a sku that is repeated)")
        }
        self.headers = added + headers
        words = told.joined(separator: ", ")
    }

    /// The cells of the job's row.
    func map(_ cells: [String]) -> (cells: [String], fault: String?) {
        var added: [String] = []
        var fault: String?
        if let uid {
            let cell = uid < cells.count ? cells[uid].trimmingBlanks : ""
            // What is no UID is left to the check of the row.
            added.append(UID(hex: cell)?.description ?? cell)
        }
        if let lock {
            let cell = lock < cells.count ? cells[lock].trimmingBlanks : ""
            added.append(cell.lowercased())
            if !["true", "false", ""].contains(cell.lowercased()) {
                fault = "ReadOnly must be TRUE, FALSE or empty, not \(cell.quoted)"
            }
        }
        return (added + cells, fault)
    }

    private static func lockColumn(_ headers: [String], known: [String]) -> Int? {
        let names = headers.map { HeaderName($0).folded }
        let taken = known.map { HeaderName($0).folded }
        guard !(names + taken).contains(JobColumn.lock.rawValue), !taken.contains(lockName) else { return nil }
        return names.firstIndex(of: lockName)
    }

    /// The column of UIDs under another name; nil where there is none. Throws `badDialect` where several may be it: the rows of
    /// a list that is bound to tags must not go to any tag.
    private static func uidColumn(
        _ headers: [String], sample: [Table.Record], known: [String]
    ) throws(JobFileError) -> Int? {
        let names = headers.map { HeaderName($0).folded }
        let taken = Set(known.map { HeaderName($0).folded })
        guard !names.contains(JobColumn.uid.rawValue), !taken.contains(JobColumn.uid.rawValue) else { return nil }
        let columns = names.indices.filter { index in
            guard !taken.contains(names[index]) else { return false }
            // The serial of a GS1 Digital Link is a field of ours.
            if names[index] == "serial", names.contains("gtin") { return false }
            return sureNames.contains(names[index])
                || looseNames.contains(names[index]) && holdsUIDs(sample, at: index)
        }
        return try onlyOne(of: columns, headers)
    }

    /// Whether one cell of the sample is a UID that is more than a number, and most are UIDs.
    private static func holdsUIDs(_ sample: [Table.Record], at index: Int) -> Bool {
        let cells = sample.map { index < $0.cells.count ? $0.cells[index].trimmingBlanks : "" }.filter { !$0.isEmpty }
        let uids = cells.filter { UID(hex: $0) != nil }
        return 2 * uids.count >= cells.count && uids.contains { cell in cell.contains { !$0.isNumber } }
    }

    /// The column of UIDs by its name alone, as asked for.
    private static func namedUIDColumn(_ headers: [String]) throws(JobFileError) -> Int {
        let names = sureNames + looseNames
        let columns = headers.indices.filter { names.contains(HeaderName(headers[$0]).folded) }
        guard let column = try onlyOne(of: columns, headers) else {
            throw JobFileError(
                .badDialect,
                context:
                    "a list of UIDs has a column uid, or one called \(names.prefix(2).joined(separator: ", ")) or "
                    + "alike; name yours in columns of the settings")
        }
        return column
    }

    private static func onlyOne(of columns: [Int], _ headers: [String]) throws(JobFileError) -> Int? {
        guard columns.count > 1 else { return columns.first }
        let names = columns.map { headers[$0].quoted }.joined(separator: " and ")
        throw JobFileError(
            .badDialect,
            context:
                "\(names) may both be the UIDs; say which one is uid in columns of the settings, or --dialect none "
                + "where neither is")
    }
}
