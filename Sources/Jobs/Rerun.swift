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

extension Job {
    /// Checks the items of a rerun anew: each line is one item with its row and copy, and `quantity` is checked but not
    /// applied again. Items whose line was `in-doubt` are checked like the others.
    ///
    /// A report without a line to make gives a job without items and without an error.
    public static func resolveRerun(
        _ source: RerunSource, settings: Settings, name: String, pairing: Pairing = .queue,
        date: RunDate = .unknown, passwords: TagPasswords? = nil
    ) -> Job {
        let columns = JobColumns(headers: source.columns, settings: settings)
        var job = prepared(columns: columns, settings: settings, name: name, issues: source.issues)
        guard !source.records.isEmpty else { return job }
        guard var check = job.rowCheck(columns: columns, pairing: pairing, date: date, passwords: passwords) else {
            return job
        }
        for record in source.records {
            let ruined = record.isExact ? nil : columns.ruinedKey(in: record.cells)
            let row = RowCheck.Row(key: record.key, line: record.reportLine, cells: columns.cells(of: record.cells))
            var fault = record.fault.map { (code: "row-unreadable", message: $0) }
            if fault == nil, record.status == .invalid, record.detail.contains(RowShape.countMark) {
                fault = (
                    "row-shape",
                    "the row had a wrong number of cells; set it right here and empty its result_detail, or correct the job"
                )
            }
            if fault == nil, let ruined { fault = ("row-ruined", ruined) }
            let result = check.check(row, fault: fault)
            if record.status == .invalid, result.fault == nil, result.quantity > 1 {
                job.issues.append(
                    JobIssue(
                        severity: .warning, code: "quantity-not-applied", row: record.key.row, line: record.reportLine,
                        column: columns.header(.quantity),
                        message: "a rerun makes one tag of this line, whatever its quantity"))
            }
            job.items.append(Item(key: record.key, line: record.line, cells: row.cells, result))
        }
        job.issues += check.takeIssues()
        return job
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
