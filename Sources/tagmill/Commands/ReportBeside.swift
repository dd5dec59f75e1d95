import JobFiles
import Jobs
import Tags

/// The report.json that lies beside a report of lines: no spreadsheet went over it, so it stands in for a journal that does not
/// know the run, or has forgotten its cells.
struct ReportBeside {
    let path: String
    let run: String
    let columns: [String]
    let items: [ItemKey: RerunSource.Record]

    /// Where it lies, if it is there.
    static func path(beside report: String) -> String {
        FilePath.parent(of: FilePath.absolute(report)) + "/report.json"
    }

    /// Nil where there is none beside the report, or one of another run. Throws where it cannot be read as one.
    init?(_ report: String, of run: String) throws(CommandError) {
        path = Self.path(beside: report)
        guard InputFile.exists(path) else { return nil }
        let bytes = try InputFile.bytes(at: path, atMost: FileLimits.reportBytes)
        let source: RerunSource
        do throws(JobFileError) {
            source = try ReportJSON.rerunSource(bytes: bytes).source
        } catch {
            throw .refusedFile(path: path, reason: "\(error)")
        }
        guard source.run == run else { return nil }
        self.run = run
        columns = source.columns
        var items: [ItemKey: RerunSource.Record] = [:]
        for record in source.records + source.made { items[record.key] = record }
        self.items = items
    }

    /// How an item ended by both files, of which either may be the older one: neither is an item made twice, nor one in doubt
    /// given to a new tag, because one of them does not know it yet.
    func status(of record: RerunSource.Record) -> ItemStatus {
        let known = items[record.key]?.status ?? record.status
        return known.isSuccess || (known == .inDoubt && !record.status.isSuccess) ? known : record.status
    }

    /// The tag that an item in doubt may be on, where the report does not say it any more.
    func uidInDoubt(_ key: ItemKey) -> UID? {
        guard let record = items[key], record.status == .inDoubt else { return nil }
        return record.uid
    }

    /// The tag on which an item came out half locked or protected, where the report does not say it any more.
    func uidHalfDone(_ key: ItemKey) -> UID? {
        guard let record = items[key], record.isHalfDone else { return nil }
        return record.uid
    }
}
