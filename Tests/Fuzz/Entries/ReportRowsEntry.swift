import JobFiles
import Jobs
import Reports

extension FuzzEntry {
    /// Rows of a run, written as report.csv and report.json and read back for a rerun.
    ///
    /// The first byte is the number of columns; headers and cells follow, with a zero behind each. Held: both reports give
    /// the same cells again, whatever they hold, but for columns of report.csv in which nothing stands at all.
    static let reportRows = FuzzEntry("report-rows", longestInput: 2048) { input throws(BrokenProperty) in
        var input = FuzzInput(input)
        let count = 1 + Int(input.byte() % 6)
        var texts = input.rest.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }[...]
        let columns = (1...count).map { number in texts.popFirst() ?? "column \(number)" }
        var rows: [[String]] = []
        while !texts.isEmpty, rows.count < 20 {
            let cells = Array(texts.prefix(count))
            rows.append(cells + Array(repeating: "", count: count - cells.count))
            texts = texts.dropFirst(count)
        }
        let run = run(columns)
        let reported = rows.enumerated().map { ReportRow(run: run, entry: entry($0.offset, $0.element)) { _ in [] } }
        try holdJSON(run, reported)
        try holdCSV(columns, reported)
    }

    private static func run(_ columns: [String]) -> RunRecord {
        RunRecord(
            id: "20240229T120000Z-job", job: "job", jobSHA256: "", settings: .object([]), version: "0", station: "s",
            columns: columns, jobPath: "/job.csv", folder: "/job", startedAt: Timestamp(milliseconds: 0))
    }

    private static func entry(_ index: Int, _ cells: [String]) -> ItemEntry {
        ItemEntry(
            item: Item(
                key: ItemKey(row: index + 1, copy: 1), line: index + 2, sku: nil, cells: cells, message: [],
                summary: "", fault: index % 2 == 0 ? "it is bad" : nil))
    }

    private static func holdJSON(_ run: RunRecord, _ rows: [ReportRow]) throws(BrokenProperty) {
        let text =
            Reports.ReportJSON.opening(run: run, totals: [:])
            + rows.map { Reports.ReportJSON.item($0) }.joined(separator: Reports.ReportJSON.separator)
            + Reports.ReportJSON.betweenItemsAndTags + Reports.ReportJSON.betweenTagsAndReaders
            + Reports.ReportJSON.betweenReadersAndChips + Reports.ReportJSON.closing
        let isOneName = Set(run.columns).count < run.columns.count
        let read = Result { () throws(JobFileError) in
            try JobFiles.ReportJSON.rerunSource(bytes: Array(text.utf8)).source
        }
        switch read {
        case .success(let source):
            try hold(source.records.map(\.cells) == rows.map(\.cells), "report.json gives other cells")
            try hold(rows.isEmpty || source.columns == run.columns, "report.json gives other columns")
        case .failure(let error):
            // JSON has one member of a name; a job with two columns of one name is refused before it runs.
            try hold(isOneName, "report.json cannot be read: \(error)")
        }
    }

    private static func holdCSV(_ columns: [String], _ rows: [ReportRow]) throws(BrokenProperty) {
        let text = ReportCSV.header(columns: columns) + rows.map { ReportCSV.line($0) }.joined()
        guard isJob(columns, rows) else { return }
        let read = Result { () throws(JobFileError) in
            try ReportFile.rerunSource(try CSVFile.read(Array(text.utf8)))
        }
        switch read {
        case .success(let source):
            // Spreadsheets add such columns by themselves.
            let kept = columns.indices.filter { index in
                ([columns[index]] + rows.map { $0.cells[index] }).contains { !CellGuard.guarded($0).isBlank }
            }
            let cells = rows.map { row in kept.map { row.cells[$0] } }
            try hold(source.records.filter { $0.fault == nil }.map(\.cells) == cells, "report.csv gives other cells")
            try hold(source.columns == kept.map { columns[$0] }, "report.csv gives other columns")
        case .failure(let error): throw BrokenProperty(what: "report.csv cannot be read: \(error)")
        }
    }

    /// Whether a job can have such columns and cells: those that were read from a file.
    private static func isJob(_ columns: [String], _ rows: [ReportRow]) -> Bool {
        var bytes: [UInt8] = []
        JobCSV.append(headers: columns, to: &bytes)
        for (index, row) in rows.enumerated() {
            let raw = RawRecord(row: index + 1, line: index + 2, cells: CellBytes(row.cells))
            guard (try? JobCSV.append(raw, to: &bytes)) != nil else { return false }
        }
        guard let table = try? CSVFile.read(bytes), table.headers == columns else { return false }
        let settings = Settings()
        let job = Job.resolve(table: table, settings: settings, name: "job")
        return job.columns == columns && table.records.map(\.cells) == rows.map(\.cells)
            && table.records.allSatisfy { $0.fault == nil }
            && !job.issues.contains { $0.row == nil && $0.severity == .error }
    }
}
