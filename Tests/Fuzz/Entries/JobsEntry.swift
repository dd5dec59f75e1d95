import JobFiles
import Jobs
import NDEF

extension FuzzEntry {
    /// Settings and a table as a job, and as a golden file: the bytes up to the first zero are settings (JSON5), and those
    /// behind it a CSV file; without a zero all is CSV.
    ///
    /// Held: what `plan` says row by row and what `run` checks as a whole agree; the message of every good item is one.
    static let jobs = FuzzEntry("jobs", sharedFolders: ["csv"], longestInput: 4096) { input throws(BrokenProperty) in
        let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        var settings = Settings()
        if parts.count == 2 {
            guard let json = try? SettingsFile.parse(Array(parts[0])), let read = try? Settings(json: json) else {
                return
            }
            settings = read
        }
        guard let table = try? CSVFile.read(Array(parts[parts.count - 1])) else { return }
        let date = RunDate(year: 2024, month: 2, day: 29)
        // Quantities of a hostile file are many items, of which one is like the other.
        let job = Job.resolve(table: withoutMany(table), settings: settings, name: "job", date: date)
        for item in job.items where item.fault == nil {
            try hold((try? Message(decoding: item.message)) != nil, "\(item.key) has a message that is none")
            try hold(item.cells.count == job.columns.count, "\(item.key) has \(item.cells.count) cells")
        }
        try holdPlan(withoutMany(table), settings, date, job)
        _ = GoldenSet.resolve(table: withoutMany(table), settings: settings, name: "golden", date: date)
    }

    /// The table with quantities of at most two digits: longer cells of digits are cut.
    private static func withoutMany(_ table: Table) -> Table {
        guard let column = table.headers.firstIndex(where: { HeaderName($0).folded == "quantity" }) else {
            return table
        }
        var table = table
        for index in table.records.indices where table.records[index].cells.indices.contains(column) {
            let cell = table.records[index].cells[column]
            if cell.utf8.count > 2 { table.records[index].cells[column] = String(cell.unicodeScalars.prefix(2)) }
        }
        return table
    }

    private static func holdPlan(
        _ table: Table, _ settings: Settings, _ date: RunDate, _ job: Job
    ) throws(BrokenProperty) {
        var check = PlanCheck(headers: table.headers, settings: settings, name: "job", date: date)
        var rows: [PlannedRow] = []
        for record in table.records {
            var raw = RawRecord(
                row: record.row, line: record.line, cells: CellBytes(record.cells), fault: record.fault)
            guard check.add(&raw, each: { rows.append($0) }) else { break }
        }
        check.finish { rows.append($0) }
        guard !job.items.isEmpty else { return }
        let bad = Set(job.items.filter { $0.fault != nil }.map(\.key.row))
        let planned = Set(rows.filter { $0.issues.contains { $0.severity == .error } }.map(\.row))
        try hold(bad == planned, "rows \(bad.sorted()) are bad, and \(planned.sorted()) by the plan")
        let tags = rows.reduce(0) { $0 + $1.tags }
        try hold(tags == job.items.count, "\(tags) tags by the plan, and \(job.items.count) items")
    }
}
