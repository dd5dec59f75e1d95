public import Tags

/// What a report says is still to be made: where a rerun comes from (contract, section 6).
public struct RerunSource: Hashable, Sendable {
    /// One line of the report: one item.
    public struct Record: Hashable, Sendable {
        /// Row and copy as in the run of the report.
        public var key: ItemKey
        /// The line of the row in the job's file, `result_line`.
        public var line: Int
        /// The physical line of the file at hand: in a report of lines there, else in the job.
        public var reportLine: Int
        /// The own cells as they came to the job.
        public var cells: [String]
        public var status: ItemStatus
        /// Nil where there was none, or a spreadsheet left none that is known.
        public var reason: Reason?
        public var detail: String
        /// The cell `result_uid` as it stands; a spreadsheet may have changed it, so the journal's word counts first.
        public var uidCell: String
        /// What made the file's reader doubt the line; nil where nothing did.
        public var fault: String?
        /// The cells are those of the journal or of a report.json: no spreadsheet went over them.
        public var isExact: Bool

        /// Whether the item is on its tag, half locked or protected.
        package var isHalfDone: Bool { status == .failed && reason?.isHalfDone == true }

        /// The UID of the cell, where it still is one.
        public var uid: UID? { SpreadsheetChange.hasLostDigits(uidCell) ? nil : UID(hex: uidCell) }

        public init(
            key: ItemKey, line: Int, reportLine: Int, cells: [String], status: ItemStatus, reason: Reason? = nil,
            detail: String = "", uidCell: String = "", fault: String? = nil, isExact: Bool = false
        ) {
            self.key = key
            self.line = line
            self.reportLine = reportLine
            self.cells = cells
            self.status = status
            self.reason = reason
            self.detail = detail
            self.uidCell = uidCell
            self.fault = fault
            self.isExact = isExact
        }
    }

    /// The id of the run; nil where the report has no line.
    public var run: String?
    /// The job's own columns as they came.
    public var columns: [String]
    /// The items that did not succeed, in the order of the file.
    public var records: [Record]
    /// The items that the report says are `written` or `unchanged`.
    public var made: [Record]
    /// Issues of the file as a whole.
    public var issues: [JobIssue]

    public init(
        run: String?, columns: [String], records: [Record], made: [Record] = [], issues: [JobIssue] = []
    ) {
        self.run = run
        self.columns = columns
        self.records = records
        self.made = made
        self.issues = issues
    }
}

extension RerunSource {
    /// The records in the order in which they are checked. Rows that were good come before those that were not, whatever the
    /// order of the file, so that a row that was refused for what stands in another is never taken in the other's place.
    fileprivate var checked: [Int] {
        let places = records.map { ($0.status == .invalid ? 1 : 0, $0.key) }
        return places.indices.sorted { places[$0] < places[$1] }
    }
}

extension Job {
    /// Checks the items of a rerun anew: each line is one item with its row and copy, and `quantity` is checked but not
    /// applied again. Items whose line was `in-doubt` are checked like the others.
    ///
    /// A report without a line to make gives a job without items and without an error. Items and issues are in the order of the
    /// file.
    /// - Parameter standing: the other rows of the run, among which SKU, UID and content must not stand either.
    public static func resolveRerun(
        _ source: RerunSource, settings: Settings, name: String, pairing: Pairing = .queue,
        date: RunDate = .unknown, passwords: TagPasswords? = nil, standing: StandingRows? = nil
    ) -> Job {
        let columns = JobColumns(headers: source.columns, settings: settings)
        var job = prepared(columns: columns, settings: settings, name: name, issues: source.issues)
        guard !source.records.isEmpty else { return job }
        guard
            var check = job.rowCheck(
                columns: columns, pairing: pairing, date: date, passwords: passwords, standing: standing)
        else { return job }
        var results: [(item: Item, issues: [JobIssue])?] = Array(repeating: nil, count: source.records.count)
        for index in source.checked {
            let item = check.item(source.records[index])
            results[index] = (item, check.takeIssues())
        }
        for case let result? in results {
            job.items.append(result.item)
            job.issues += result.issues
        }
        return job
    }
}

extension RowCheck {
    /// One line of a report, checked.
    fileprivate mutating func item(_ record: RerunSource.Record) -> Item {
        let row = Row(key: record.key, line: record.reportLine, cells: columns.cells(of: record.cells))
        let result = check(row, fault: fault(of: record))
        if record.status == .invalid, result.fault == nil, result.quantity > 1 {
            add(
                .warning, "quantity-not-applied", row, .quantity,
                "a rerun makes one tag of this line, whatever its quantity; \(RerunMerge.cureOfQuantity)")
        }
        return Item(key: record.key, line: record.line, cells: row.cells, result)
    }

    /// What is wrong with a line before its cells are looked at.
    private func fault(of record: RerunSource.Record) -> (code: String, message: String)? {
        if let fault = record.fault { return ("row-unreadable", fault) }
        if record.status == .invalid, record.detail.contains(RowShape.countMark) {
            return (
                "row-shape",
                "the row had a wrong number of cells; set it right here and empty its result_detail, or correct the job"
            )
        }
        guard !record.isExact, let ruined = columns.ruinedKey(in: record.cells) else { return nil }
        return ("row-ruined", ruined)
    }
}

extension JobColumns {
    /// What is wrong with the SKU or UID of a line that a spreadsheet went over and the journal does not know: what the
    /// number was cannot be told. Nil where nothing is seen.
    fileprivate func ruinedKey(in record: [String]) -> String? {
        let cells = cells(of: record)
        for column in [JobColumn.sku, .uid] {
            guard let cell = cell(column, in: cells) else { continue }
            let isCut = column == .uid && SpreadsheetChange.hasLostDigits(cell)
            guard isCut || SpreadsheetChange.ruin(of: cell) != nil else { continue }
            return
                "a spreadsheet has ruined the \(column.rawValue) (\(cell.quoted)), and no journal is at hand that knows it; "
                + "name the journal with --journal, or rerun the report.json"
        }
        return nil
    }
}
