import JobFiles
import Jobs

extension FuzzEntry {
    /// A report, as CSV and as JSON, read back for a rerun and as a golden file.
    ///
    /// Held: items are no more than lines, none stands twice, and each has a cell for every column; a golden set expects
    /// messages alone that stand in the file.
    static let reports = FuzzEntry("reports", sharedFolders: ["../../reports/sample"], longestInput: 10_240) {
        input throws(BrokenProperty) in
        if ReportJSON.isReport(input) || input.first == UInt8(ascii: "{") {
            if let (_, source) = try? ReportJSON.rerunSource(bytes: input) { try holdSource(source) }
            _ = try? ReportJSON.settings(bytes: input)
            if let (golden, _) = try? GoldenReport.golden(json: input, name: "golden") {
                try holdGolden(golden, input.count)
            }
        }
        guard let table = try? CSVFile.read(input) else { return }
        if let source = try? ReportFile.rerunSource(table) { try holdSource(source) }
        if let (golden, _) = try? GoldenReport.golden(table, name: "golden") { try holdGolden(golden, input.count) }
    }

    private static func holdSource(_ source: RerunSource) throws(BrokenProperty) {
        let keys = (source.records + source.made).map(\.key)
        try hold(Set(keys).count == keys.count, "an item stands twice")
        for record in source.records + source.made where record.fault == nil {
            try hold(
                record.cells.count == source.columns.count,
                "\(record.key) has \(record.cells.count) cells for \(source.columns.count) columns")
        }
        let job = Job.resolveRerun(source, settings: Settings(), name: "job")
        try hold(job.items.count <= source.records.count, "more items than lines")
    }

    private static func holdGolden(_ golden: GoldenSet, _ count: Int) throws(BrokenProperty) {
        let bytes = golden.expectations.reduce(0) { $0 + $1.message.count }
        try hold(bytes * 2 <= count, "\(bytes) bytes of messages in a file of \(count)")
    }
}
