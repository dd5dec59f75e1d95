public import Jobs

/// Why a run was not rendered: its journal could not be read, or its files could not be written.
public enum RenderingError<Source: Error>: Error {
    case source(Source)
    case report(ReportError)
}

extension RenderingError: Equatable where Source: Equatable {}

/// What was rendered of a run.
public struct RenderedRun: Hashable, Sendable {
    /// The paths of the files: of `report.csv`, `report.json`, `failures.csv` and `junit.xml` those that were asked for.
    public var paths: [String]
    /// How many items in these files are in each status.
    public var totals: [ItemStatus: Int]
    /// The tags by what they are; empty where `report.json` was not asked for.
    public var chips: [ChipTally.Line]
}

/// The three files that every run leaves in its folder, and the one that is made when it is asked for (contract, section 6).
public enum RunReports {
    public static let reportCSV = "report.csv"
    public static let reportJSON = "report.json"
    public static let failuresCSV = "failures.csv"
    public static let junitXML = "junit.xml"

    /// The names of the three that every run leaves.
    public static let files = [reportCSV, reportJSON, failuresCSV]

    /// Renders a run into a folder, which is made where it is not there.
    ///
    /// Temporary files of a rendering whose process was killed are removed. Each file appears whole or not at all; after an
    /// error of the source, of writing or of flushing none of them is new. The entries are gone through once and are not held, so that the totals are those of the very items in the
    /// files. Blocks; on any thread.
    /// - Parameters:
    ///   - readers: in the order in which the run noted them.
    ///   - formats: what is rendered; other files in the folder are left as they are.
    ///   - digest: SHA-256: bytes -> 32 bytes.
    ///   - written: is handed the name of a file and the next bytes that were written to it, on the calling thread.
    ///   - entries: hands over the run's items, one after another, in job order.
    ///   - presentations: hands over the run's presentations in the order in which they were noted.
    public static func render<Failure: Error>(
        run: RunRecord, readers: [ReaderRecord], into path: String,
        formats: Set<ReportFormat> = ReportFormat.ofEveryRun, digest: @escaping ([UInt8]) -> [UInt8],
        written: @escaping (_ file: String, _ bytes: ArraySlice<UInt8>) -> Void = { _, _ in },
        entries: ((ItemEntry) -> Void) throws(Failure) -> Void,
        presentations: ((Presentation) -> Void) throws(Failure) -> Void
    ) throws(RenderingError<Failure>) -> RenderedRun {
        let folder: RunFolder
        var files: Files
        do throws(ReportError) {
            folder = try RunFolder(path: path)
            PendingFile.removeLeftOvers(in: folder.path, of: Files.names)
            files = try Files(of: run, in: folder, formats: formats, written: written)
        } catch { throw .report(error) }

        var totals: [ItemStatus: Int] = [:]
        var chips: [ChipTally.Line] = []
        do throws(Failure) {
            files.begin(columns: run.columns)
            try entries { entry in
                let row = ReportRow(run: run, entry: entry, digest: digest)
                files.add(row, isFirst: totals.isEmpty)
                totals[row.status, default: 0] += 1
            }
            if let json = files.json {
                json.file.write(ReportJSON.opening(run: run, totals: totals))
                json.file.append(json.items)
                json.file.write(ReportJSON.betweenItemsAndTags)
                chips = try writeTags(presentations, readers: readers, chips: json.chips, to: json.file)
            }
            files.junit?.finish()
        } catch { throw .source(error) }

        do throws(ReportError) {
            try folder.putInPlace(files.placed)
        } catch { throw .report(error) }
        return RenderedRun(paths: files.placed.map(\.path), totals: totals, chips: chips)
    }

    /// The rest of the JSON: the tags as they come, and the readers and chips that were counted by them.
    /// - Returns: the chips.
    private static func writeTags<Failure: Error>(
        _ presentations: ((Presentation) -> Void) throws(Failure) -> Void, readers: [ReaderRecord], chips: ChipFile,
        to json: PendingFile
    ) throws(Failure) -> [ChipTally.Line] {
        var tally = ReaderTally(readers: readers)
        var isFirst = true
        var text = JSONWriter()
        try presentations { presentation in
            tally.add(presentation)
            chips.add(presentation)
            if !isFirst { json.write(ReportJSON.separator) }
            isFirst = false
            ReportJSON.write(presentation, to: &text)
            json.take(&text)
        }
        json.write(ReportJSON.betweenTagsAndReaders)
        json.write(tally.lines.map(ReportJSON.reader).joined(separator: ReportJSON.separator))
        let lines = chips.lines()
        json.fail(as: chips.file)
        json.write(ReportJSON.betweenReadersAndChips)
        json.write(lines.map(ReportJSON.chip).joined(separator: ReportJSON.separator))
        json.write(ReportJSON.closing)
        return lines
    }

    /// The files while they are written.
    private struct Files {
        /// Of all that are written, those that never get a place included.
        static let names = RunReports.files + [itemsName, chipsName] + JUnitFile.names
        private static let itemsName = reportJSON + ".items"
        private static let chipsName = reportJSON + ".chips"

        let csv: (report: PendingFile, failures: PendingFile)?
        /// The items stand behind totals that only the last of them settles: they are written beside, and never get a
        /// place of their own.
        let json: (file: PendingFile, items: PendingFile, chips: ChipFile)?
        let junit: JUnitFile?
        private var csvText = CSVWriter()
        private var jsonText = JSONWriter()

        init(
            of run: RunRecord, in folder: RunFolder, formats: Set<ReportFormat>,
            written: @escaping (_ file: String, _ bytes: ArraySlice<UInt8>) -> Void
        ) throws(ReportError) {
            func file(_ name: String) throws(ReportError) -> PendingFile {
                try folder.pendingFile(name) { written(name, $0) }
            }
            csv = formats.contains(.csv) ? (report: try file(reportCSV), failures: try file(failuresCSV)) : nil
            json =
                formats.contains(.json)
                ? (
                    file: try file(reportJSON), items: try folder.pendingFile(Self.itemsName),
                    chips: ChipFile(try folder.pendingFile(Self.chipsName))
                ) : nil
            junit = formats.contains(.junit) ? try JUnitFile(of: run, in: folder, written: written) : nil
        }

        /// What is to be put in place.
        var placed: [PendingFile] { [csv?.report, json?.file, csv?.failures, junit?.file].compactMap { $0 } }

        func begin(columns: [String]) {
            let header = ReportCSV.header(columns: columns)
            csv?.report.write(header)
            csv?.failures.write(header)
        }

        mutating func add(_ row: ReportRow, isFirst: Bool) {
            if let csv {
                ReportCSV.write(row, to: &csvText)
                if row.isFailure { csv.failures.write(bytes: csvText.bytes) }
                csv.report.take(&csvText)
            }
            if let json {
                if !isFirst { json.items.write(ReportJSON.separator) }
                ReportJSON.write(row, to: &jsonText)
                json.items.take(&jsonText)
            }
            junit?.add(row)
        }
    }
}
