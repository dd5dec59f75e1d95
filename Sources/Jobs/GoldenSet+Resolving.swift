import Tags

extension GoldenSet {
    /// Understands a golden file: the columns of a job, with `lock_state`, `genuine` and `message_hex` (contract, section 8).
    /// Settings and templates apply, so a job is one.
    ///
    /// - Parameters:
    ///   - table: the golden file.
    ///   - settings: as resolved, flags included.
    ///   - name: the file's name without `.csv`; the settings' own name wins.
    ///   - date: the day for `{date}`.
    /// - Returns: an expectation for every tag, in file order; and every issue, those of the file first, then row by row. With an
    ///   error nothing may be compared: rows that are bad expect nothing.
    public static func resolve(
        table: Table, settings: Settings, name: String, date: RunDate = .unknown
    ) -> (golden: GoldenSet, issues: [JobIssue]) {
        let columns = JobColumns(headers: table.headers, settings: settings)
        var job = Job.prepared(columns: columns, settings: settings, name: name, issues: table.issues)
        job.issues += columns.misspeltGoldenColumns
        var expectations: [Expectation] = []
        let isWhole = job.check(table, for: .comparing, columns: columns, date: date) { check, row, result in
            guard result.fault == nil else { return }
            for copy in 1...result.tags {
                let (row, result) = check.copied(row, result, copy)
                expectations.append(Expectation(row, result, mirror: settings.mirror))
            }
        }
        let golden = GoldenSet(name: job.name, columns: job.columns, expectations: isWhole ? expectations : [])
        return (golden, job.issues)
    }
}

extension Expectation {
    /// - Parameter mirror: what the settings ask for; nothing where no message is expected.
    fileprivate init(_ row: RowCheck.Row, _ result: RowCheck.Result, mirror: AsciiMirror.Content?) {
        self.init(
            key: row.key, line: row.line, sku: result.sku, uid: result.uid, cells: row.cells, message: result.message,
            uidPlaces: result.uidPlaces, mirror: result.message.isEmpty ? nil : mirror, chip: result.chip,
            lockState: result.lockState, genuine: result.genuine)
    }
}
