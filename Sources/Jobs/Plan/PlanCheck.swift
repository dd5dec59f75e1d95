public import Tags

/// Checks a job row by row for `plan`, as a file's reader hands the rows over: of a row nothing is kept but 16 bytes for each of
/// its keys (SKU, UID, message).
///
/// What is said of a row is what `Job.resolve` says of it; for the file as a whole that is in `job.issues`.
public struct PlanCheck {
    /// The job without its items. Its issues are those of the file as a whole: of the header and the settings at first, and of
    /// what `check` found that ends the job.
    public private(set) var job: Job
    /// Whether rows get their `sku` and `summary`.
    public var tellsText = true
    /// Whether the items of good rows are kept in `job`, without their cells: for who needs them all (`--time`).
    public var keepsItems = false

    private var rows: RowCheck?
    private var plain: PlainRows?
    private let columns: JobColumns
    private var tags = 0
    /// Rows that were added and not told yet. The keys of all of them are looked for at once, because each look is a wait for
    /// memory, and waits that begin together end together.
    private var waiting = [Waiting](repeating: Waiting(), count: 16)
    private var waitingCount = 0

    private struct Waiting {
        var record = RawRecord(row: 0, line: 0, cells: CellBytes())
        /// Nil where it is not plain.
        var plain: PlainRows.Row?
    }

    private var phones = PhoneTally()
    /// Where the text stands in the table.
    private let textCell: Int?

    /// - Parameters:
    ///   - headers: of the job file.
    ///   - settings: as resolved, flags included.
    ///   - name: the file's name without `.csv`; the settings' own name wins.
    ///   - date: the day for `{date}`.
    ///   - passwords: with which tags are protected; a row that is bound to a tag without one is bad.
    public init(
        headers: [String], settings: Settings, name: String, date: RunDate = .unknown, passwords: TagPasswords? = nil
    ) {
        let columns = JobColumns(headers: headers, settings: settings)
        self.columns = columns
        textCell = columns.positions[.text].map { columns.tableIndices[$0] }
        job = .prepared(columns: columns, settings: settings, name: name, issues: [])
        rows = job.rowCheck(columns: columns, pairing: .queue, date: date, passwords: passwords)
        rows?.findsSameContent = true
        plain = rows.flatMap { PlainRows($0) }
    }

    /// Adds a row; they come in the order of the file. Takes the record's memory and leaves other for the next one. False where
    /// the file as a whole is refused.
    ///
    /// - Parameter each: is given rows that were added, in their order; some wait until others were added, or `finish`.
    public mutating func add(_ record: inout RawRecord, each: (PlannedRow) -> Void) -> Bool {
        guard rows != nil else { return false }
        waiting[waitingCount].plain = plain?.take(record)
        swap(&waiting[waitingCount].record, &record)
        waitingCount += 1
        if waitingCount == waiting.count { tellWaiting(each) }
        return rows != nil
    }

    /// Tells the last rows, or says that none came, at the end of the file.
    public mutating func finish(each: (PlannedRow) -> Void) {
        tellRest(each)
        if rows != nil, tags == 0 { job.refuseForNoRows() }
    }

    /// Tells the rows that wait, where no more can be read, and adds what phones make of the tags to `job.issues`.
    public mutating func tellRest(_ each: (PlannedRow) -> Void) {
        tellWaiting(each)
        job.issues += phones.issues
        phones = PhoneTally()
    }

    private mutating func tellWaiting(_ each: (PlannedRow) -> Void) {
        for index in 0..<waitingCount {
            if let row = waiting[index].plain { rows?.approach(row) }
        }
        for index in 0..<waitingCount {
            guard rows != nil else { break }
            if let row = check(waiting[index]) { each(row) }
        }
        waitingCount = 0
    }

    private mutating func check(_ waiting: Waiting) -> PlannedRow? {
        let record = waiting.record
        var planned = PlannedRow(row: record.row, line: record.line)
        planned.lock = job.settings.lock
        let isPlain = waiting.plain.map { takePlain($0, record, &planned) } ?? false
        if !isPlain { take(record.record, &planned) }
        tags += planned.tags
        guard tags <= JobLimits.items else {
            job.refuseForTags(row: record.row, line: record.line)
            rows = nil
            return nil
        }
        return planned
    }

    /// Says that no row came, at the end of the file.
    public mutating func finish() {
        if rows != nil, tags == 0 { job.refuseForNoRows() }
    }

    // MARK: Rows

    /// False where something is to be said of the row.
    private mutating func takePlain(
        _ row: PlainRows.Row, _ record: RawRecord, _ planned: inout PlannedRow
    ) -> Bool {
        var sameAs: KeyIndex.Place?
        let place = KeyIndex.Place(row: record.row, line: record.line)
        guard rows?.isNew(row, at: place, sameAs: &sameAs) == true else { return false }
        planned.messageBytes = row.messageBytes
        planned.sameTagAs = sameAs.map { PlannedRow.Place(row: $0.row, line: $0.line) }
        if tellsText || keepsItems { addText(row, record, &planned) }
        // Phones open every plain web address.
        if row.firstCell == textCell { phones.addText(row: planned.row) }
        // Its message is made once more for those who need it.
        if keepsItems, plain?.take(record) != nil, let message = plain?.message { addItem(planned, message) }
        return true
    }

    private func addText(_ row: PlainRows.Row, _ record: RawRecord, _ planned: inout PlannedRow) {
        if let sku = columns.positions[.sku] {
            let cell = String(decoding: record.cells[columns.tableIndices[sku]], as: UTF8.self)
            planned.sku = cell.isEmpty ? nil : cell
        }
        planned.summary = String(decoding: record.cells[row.firstCell], as: UTF8.self)
    }

    private mutating func addItem(_ planned: PlannedRow, _ message: [UInt8]) {
        job.items.append(
            Item(
                key: ItemKey(row: planned.row, copy: 1), line: planned.line, sku: planned.sku, lock: planned.lock,
                cells: [], message: message, summary: planned.summary))
    }

    private mutating func take(_ record: Table.Record, _ planned: inout PlannedRow) {
        guard var check = rows.take() else { return }
        defer { rows = check }
        let shape = RowShape(record: record, columns: columns)
        let row = RowCheck.Row(key: ItemKey(row: record.row, copy: 1), line: record.line, cells: shape.cells)
        let result = check.check(row, fault: shape.fault)
        planned.issues = check.takeIssues()
        planned.tags = result.tags
        planned.messageBytes = result.fault == nil ? result.longestCopy ?? result.message.count : nil
        planned.chip = result.chip
        planned.lock = result.lock
        planned.sku = result.sku
        planned.summary = result.summary
        planned.sameTagAs = result.sameAs.map { PlannedRow.Place(row: $0.row, line: $0.line) }
        guard result.fault == nil else { return }
        phones.add(result.message, row: planned.row)
        guard keepsItems else { return }
        for copy in 1...result.tags {
            var item = check.item(row, result, copy: copy)
            item.cells = []
            job.items.append(item)
        }
    }
}
