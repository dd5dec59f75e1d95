public import Jobs

/// Why a run was not rendered: its journal could not be read, or its files could not be written.
public enum RenderingError<Source: Error>: Error {
    case source(Source)
    case report(ReportError)
}

extension RenderingError: Equatable where Source: Equatable {}

/// The three files that every run leaves in its folder (contract, section 6).
public enum RunReports {
    public static let reportCSV = "report.csv"
    public static let reportJSON = "report.json"
    public static let failuresCSV = "failures.csv"

    /// The names of all three.
    public static let files = [reportCSV, reportJSON, failuresCSV]

    /// Renders a run into a folder, which is made where it is not there, and returns the paths of `report.csv`,
    /// `report.json` and `failures.csv`.
    ///
    /// Each file appears whole or not at all; after an error of the source, of writing or of flushing none of them is
    /// new. The entries are gone through once and are not held, so that the totals are those of the very items in the
    /// files. Blocks; on any thread.
    /// - Parameters:
    ///   - readers: in the order in which the run noted them.
    ///   - digest: SHA-256: bytes -> 32 bytes.
    ///   - entries: hands over the run's items, one after another, in job order.
    ///   - presentations: hands over the run's presentations in the order in which they were noted.
    public static func render<Failure: Error>(
        run: RunRecord, readers: [ReaderRecord], into path: String, digest: @escaping ([UInt8]) -> [UInt8],
        entries: ((ItemEntry) -> Void) throws(Failure) -> Void,
        presentations: ((Presentation) -> Void) throws(Failure) -> Void
    ) throws(RenderingError<Failure>) -> [String] {
        let folder: RunFolder
        let files: Files
        do throws(ReportError) {
            folder = try RunFolder(path: path)
            files = try Files(in: folder)
        } catch { throw .report(error) }

        do throws(Failure) {
            var totals: [ItemStatus: Int] = [:]
            files.report.write(ReportCSV.header(columns: run.columns))
            files.failures.write(ReportCSV.header(columns: run.columns))
            try entries { entry in
                let row = ReportRow(run: run, entry: entry, digest: digest)
                files.add(row, isFirst: totals.isEmpty)
                totals[row.status, default: 0] += 1
            }
            files.json.write(ReportJSON.opening(run: run, totals: totals))
            files.json.append(files.items)
            files.json.write(ReportJSON.betweenItemsAndTags)
            try writeTags(presentations, readers: readers, to: files.json)
        } catch { throw .source(error) }

        do throws(ReportError) {
            try folder.putInPlace([files.report, files.json, files.failures])
        } catch { throw .report(error) }
        return [files.report.path, files.json.path, files.failures.path]
    }

    /// The rest of the JSON: the tags as they come, and the readers that were counted by them.
    private static func writeTags<Failure: Error>(
        _ presentations: ((Presentation) -> Void) throws(Failure) -> Void, readers: [ReaderRecord],
        to json: PendingFile
    ) throws(Failure) {
        var tally = ReaderTally(readers: readers)
        var isFirst = true
        try presentations { presentation in
            tally.add(presentation)
            if !isFirst { json.write(ReportJSON.separator) }
            isFirst = false
            json.write(ReportJSON.tag(presentation))
        }
        json.write(ReportJSON.betweenTagsAndReaders)
        json.write(tally.lines.map(ReportJSON.reader).joined(separator: ReportJSON.separator))
        json.write(ReportJSON.closing)
    }

    /// The files while they are written.
    private struct Files {
        let report: PendingFile
        let json: PendingFile
        let failures: PendingFile
        /// The items of the JSON, which stand behind totals that only the last item settles; it never gets a place.
        let items: PendingFile

        init(in folder: RunFolder) throws(ReportError) {
            report = try folder.pendingFile(reportCSV)
            json = try folder.pendingFile(reportJSON)
            failures = try folder.pendingFile(failuresCSV)
            items = try folder.pendingFile(reportJSON + ".items")
        }

        func add(_ row: ReportRow, isFirst: Bool) {
            let line = ReportCSV.line(row)
            report.write(line)
            if row.isFailure { failures.write(line) }
            if !isFirst { items.write(ReportJSON.separator) }
            items.write(ReportJSON.item(row))
        }
    }
}
