import Crypto
import Jobs
import Provisioning
import Reports
import Tags

/// Renders a run out of a journal, and digests what is written.
struct RunRendering {
    let run: String
    let journal: any Journal

    /// Renders the run as it stands in the journal now. Reads alone; a run that goes on does not wait for it.
    func render(
        into folder: String, formats: Set<ReportFormat> = ReportFormat.ofEveryRun
    ) throws(RenderingError<JournalError>) -> RenderedReport {
        let record: RunRecord
        let readers: [ReaderRecord]
        do throws(JournalError) {
            record = try journal.record(run: run)
            readers = try journal.readers(run: run)
        } catch {
            throw .source(error)
        }
        let digests = FileDigests()
        let rendered = try RunReports.render(
            run: record, readers: readers, into: folder, formats: formats, digest: { SHA256.digest($0) },
            written: { digests.update($0, with: $1) },
            entries: { (body) throws(JournalError) in try journal.entries(run: run, body) },
            presentations: { (body) throws(JournalError) in try journal.presentations(run: run, body) })
        return RenderedReport(
            record: record, paths: rendered.paths, totals: rendered.totals, digests: digests.finish(),
            chips: rendered.chips)
    }
}

/// The files of a run that were rendered.
struct RenderedReport {
    var record: RunRecord
    var paths: [String]
    /// Of the items in the files.
    var totals: [ItemStatus: Int]
    /// SHA-256 of the bytes that were written, lower-case hex, by the name of the file.
    var digests: [String: String]
    /// The tags by what they are; empty where `report.json` was not rendered.
    var chips: [ChipTally.Line]
}

extension RenderedReport {
    /// Keeps in the journal what the files hash to, so that `tagmill report RUN --check FILE` tells later whether one was
    /// changed. Says where the journal cannot take it: the files stand without it.
    func keep(in journal: any Journal, clock: any WallClock = SystemClock(), console: Console) {
        do throws(JournalError) {
            for (file, sha256) in digests.sorted(by: { $0.key < $1.key }) {
                let report = KeptReport(
                    file: file, sha256: sha256, renderedAt: clock.now(), version: CommandLineTool.version)
                try journal.keep(run: record.id, report: report)
            }
        } catch {
            Self.warnNotKept(error, console)
        }
    }

    static func warnNotKept(_ error: JournalError, _ console: Console) {
        console.warning(
            "the report is there, and its digest could not be kept in the journal: \(error); "
                + "'tagmill report --check' will not know these files")
    }
}

extension CommandError {
    /// The report of a run is not there, for this reason.
    static func noReport(_ error: RenderingError<JournalError>, run: String, journal: String) -> Self {
        switch error {
        // The run is in no journal any more, and nothing renders it later.
        case .source(let error) where [.gone, .corrupt, .notThere].contains(error.code):
            .nothingToReportFrom(reason: "\(error)")
        case .source(let error): .noReport(reason: "\(error)", run: run, journal: journal)
        case .report(let error): .noReport(reason: "\(error)", run: run, journal: journal)
        }
    }
}

/// The digests of several files, each of which comes in pieces. On one thread.
private final class FileDigests {
    private final class Stream {
        var stream: SHA256Stream? = SHA256Stream()
    }

    private var streams: [String: Stream] = [:]

    func update(_ file: String, with bytes: ArraySlice<UInt8>) {
        let stream = streams[file] ?? Stream()
        streams[file] = stream
        stream.stream?.update(bytes)
    }

    /// Lower-case hex, by file; afterwards there is nothing more.
    func finish() -> [String: String] {
        defer { streams = [:] }
        return streams.compactMapValues { $0.stream.take()?.finish().hex.lowercased() }
    }
}
