public import Tags

extension Job {
    /// Checks a whole job: every row and everything that is wrong with it, before any tag is touched (contract,
    /// section 4).
    ///
    /// - Parameters:
    ///   - table: the job file.
    ///   - settings: as resolved, flags included.
    ///   - name: the file's name without `.csv`; the settings' own name wins.
    ///   - pairing: `uid` asks a UID of every row.
    ///   - date: the day for `{date}`.
    ///   - passwords: with which tags are protected; a row that is bound to a tag without one is bad.
    /// - Returns: the items in job order, a bad row being one item with a `fault`; and every issue, those of the file
    ///   first, then row by row. With an error of the file as a whole there are no items.
    public static func resolve(
        table: Table, settings: Settings, name: String, pairing: Pairing = .queue, date: RunDate = .unknown,
        passwords: TagPasswords? = nil
    ) -> Job {
        let columns = JobColumns(headers: table.headers, settings: settings)
        var job = prepared(columns: columns, settings: settings, name: name, issues: table.issues)
        var items: [Item] = []
        let isWhole = job.check(
            table, for: .making, columns: columns, pairing: pairing, date: date, passwords: passwords
        ) {
            check, row, result in
            for copy in 1...result.tags { items.append(check.item(row, result, copy: copy)) }
        }
        if isWhole { job.items = items }
        return job
    }

    /// Checks the rows of a table one after another, and adds what is wrong to the issues. False where the file as a whole is
    /// refused; then what came so far is void.
    mutating func check(
        _ table: Table, for purpose: RowCheck.Purpose, columns: JobColumns, pairing: Pairing = .queue,
        date: RunDate = .unknown, passwords: TagPasswords? = nil,
        each: (RowCheck, RowCheck.Row, RowCheck.Result) -> Void
    ) -> Bool {
        guard
            var check = rowCheck(
                columns: columns, pairing: pairing, purpose: purpose, date: date, passwords: passwords)
        else { return false }
        guard !table.records.isEmpty else {
            refuseForNoRows()
            return false
        }
        var count = 0
        for record in table.records {
            let shape = RowShape(record: record, columns: columns)
            let row = RowCheck.Row(key: ItemKey(row: record.row, copy: 1), line: record.line, cells: shape.cells)
            let result = check.check(row, fault: shape.fault)
            count += result.tags
            guard count <= JobLimits.items else {
                refuseForTags(row: record.row, line: record.line)
                issues += check.takeIssues()
                return false
            }
            each(check, row, result)
        }
        issues += check.takeIssues()
        return true
    }

    /// Says that there is nothing to make.
    mutating func refuseForNoRows() {
        issues.append(JobIssue(severity: .error, code: "no-rows", message: "the file has a header and no rows"))
    }

    /// Says that there is too much, from this row on.
    mutating func refuseForTags(row: Int, line: Int) {
        issues.append(
            JobIssue(
                severity: .error, code: "items-too-many", row: row, line: line,
                message: "the job asks for more than \(JobLimits.items) tags; split it"))
    }

    /// A job without rows, with the issues of its header.
    static func prepared(columns: JobColumns, settings: Settings, name: String, issues: [JobIssue]) -> Job {
        Job(
            name: settings.name ?? name, settings: settings, columns: columns.own, items: [],
            issues: issues + columns.issues)
    }

    /// What checks the rows; nil where the file as a whole was refused.
    mutating func rowCheck(
        columns: JobColumns, pairing: Pairing, purpose: RowCheck.Purpose = .making, date: RunDate = .unknown,
        passwords: TagPasswords? = nil, standing: StandingRows? = nil
    ) -> RowCheck? {
        let records = RecordPlan.plans(settings: settings, columns: columns, for: purpose)
        issues += records.issues
        if pairing == .uid, columns.positions[.uid] == nil {
            issues.append(
                JobIssue(severity: .error, code: "uid-missing", message: "--pair uid needs a column uid"))
        }
        if date == .unknown, records.plans.contains(where: { $0.templates.contains(where: \.usesDate) }) {
            issues.append(
                JobIssue(severity: .error, code: "date-unknown", message: "{date} is used, and the day is not known"))
        }
        guard !hasErrors else { return nil }
        return RowCheck(
            settings: settings, pairing: pairing, purpose: purpose, columns: columns, plans: records.plans,
            date: date, passwords: passwords, standing: standing)
    }

    /// The chips that a message of so many bytes fits as they are delivered, of those that the job, or the row's own
    /// cell, allows, and that can do what the job asks of its tags.
    /// - Parameter locked: the tag is to be locked; nil: as the settings say.
    public func fits(messageBytes: Int, chip: Chip? = nil, locked: Bool? = nil) -> [Chip] {
        let allowed = chip.map { [$0] } ?? settings.chips ?? Chip.written
        let wishes = ChipWish.all(settings, locked: locked ?? settings.lock)
        return Chip.fits(messageBytes: messageBytes).filter { chip in
            allowed.contains(chip) && wishes.allSatisfy { $0.isMet(by: chip) }
        }
    }

    /// The job's digest, lower-case hex: SHA-256 of the CSV bytes and the settings as resolved.
    ///
    /// A zero byte parts the two; compact JSON holds none, so no two jobs are the same bytes.
    public static func digest(csv: [UInt8], settings: Settings, sha256: ([UInt8]) -> [UInt8]) -> String {
        sha256(csv + [0] + Array(settings.json.compact.utf8)).hex.lowercased()
    }
}

extension RowCheck {
    /// One tag of a row that was checked.
    func item(_ row: Row, _ result: Result, copy: Int) -> Item {
        let (row, result) = copied(row, result, copy)
        return Item(key: row.key, line: row.line, cells: row.cells, result)
    }

    /// A copy of a row that was checked. It has a message of its own where its number is in it.
    func copied(_ row: Row, _ result: Result, _ copy: Int) -> (Row, Result) {
        var (copied, own) = (row, result)
        copied.key.copy = copy
        if usesCopy, copy != row.key.copy, result.fault == nil, !result.message.isEmpty, !givesMessage(row) {
            recompose(copied, into: &own)
        }
        return (copied, own)
    }
}

extension Item {
    init(key: ItemKey, line: Int, cells: [String], _ result: RowCheck.Result) {
        self.init(
            key: key, line: line, sku: result.sku, boundUID: result.uid, chip: result.chip, lock: result.lock,
            cells: cells, message: result.message, uidPlaces: result.uidPlaces, summary: result.summary,
            fault: result.fault)
    }
}
