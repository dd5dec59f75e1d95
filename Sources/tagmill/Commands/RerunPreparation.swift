import Crypto
import JobFiles
import Jobs
import Provisioning
import SQLiteJournal
import Tags

/// Makes a run out of an earlier report: what did not succeed, with the name and settings of its run (contract,
/// section 6).
struct RerunPreparation {
    let context: CommandContext
    let options: RunOptions
    let file: JobFile
    /// Nil where there is no journal yet.
    let journal: SQLiteJournal?
    let journalPath: String

    private var path: String { file.path }

    private var console: Console { context.console }

    /// The name, settings and pairing of the run that made the report.
    private struct Origin {
        var name: String
        var settings: Settings
        var pairing: Pairing
    }

    /// Nil when nothing is left to do.
    func prepare() throws(CommandError) -> PreparedRun? {
        var source = try source()
        guard let run = source.run, !source.records.isEmpty else { return nil }
        var history = try history(of: run, keys: Set(source.records.map(\.key)))
        let origin = try origin(of: run, history?.record)
        let places = try places(of: source.records, &history)
        passOver(&source, run, places)
        guard !source.records.isEmpty else { return nil }
        let settings = try context.overridden(origin.settings, by: options.overrides)
        let pairing = options.pairing ?? origin.pairing
        let job = Job.resolveRerun(source, settings: settings, name: settings.name ?? origin.name, pairing: pairing)
        if !options.isDryRun {
            try context.refuseBadRows(job, path: path, skipsBadRows: options.skipsBadRows)
        }
        return PreparedRun(
            job: job, sha256: Job.digest(csv: file.bytes, settings: settings, sha256: SHA256.digest),
            path: FilePath.absolute(path), pairing: pairing, rerunOf: run,
            inDoubt: try inDoubt(source.records, job, places),
            takeovers: try takeover(of: source.records, places).map { [$0] } ?? [])
    }

    private func source() throws(CommandError) -> RerunSource {
        guard let table = file.table else { throw .refusedFile(path: path, reason: "this is no report of a run") }
        do throws(JobFileError) {
            return try ReportFile.rerunSource(table)
        } catch {
            throw .refusedFile(path: path, reason: "\(error)")
        }
    }

    // MARK: Where name and settings come from

    /// `--settings`, else the run in the journal, else the report.json beside the report.
    private func origin(of run: String, _ record: RunRecord?) throws(CommandError) -> Origin {
        let named: Settings? =
            switch options.content.settings {
            case .none: Settings()
            case .file(let file): try context.settingsFile(at: file)
            case .besideJob: nil
            }
        let pairing = record?.pairing ?? .queue
        if let named {
            let name = record?.job ?? (try? reportJSON(of: run))?.name ?? Self.name(in: run)
            return Origin(name: name, settings: named, pairing: pairing)
        }
        if let record {
            return Origin(name: record.job, settings: try settings(record.settings, of: run), pairing: pairing)
        }
        guard let report = try reportJSON(of: run) else {
            throw .refusedFile(
                path: path,
                reason: "the settings of run \(run) are in no journal and in no report.json beside it; "
                    + "name the journal with --journal, or give --settings FILE")
        }
        do throws(SettingsError) {
            return Origin(name: report.name, settings: try Settings(json: report.settings), pairing: pairing)
        } catch {
            throw .refusedFile(path: pathOfReportJSON, reason: "\(error)")
        }
    }

    private func settings(_ json: JSONValue, of run: String) throws(CommandError) -> Settings {
        do throws(SettingsError) {
            return try Settings(json: json)
        } catch {
            throw .journal(
                JournalError(.corrupt, context: "the settings of run \(run): \(error)"), path: journalPath)
        }
    }

    private var pathOfReportJSON: String { FilePath.parent(of: FilePath.absolute(path)) + "/report.json" }

    /// Nil where there is none beside the report, or one of another run.
    private func reportJSON(of run: String) throws(CommandError) -> ReportJSON? {
        let beside = pathOfReportJSON
        guard InputFile.exists(beside) else { return nil }
        let bytes = try InputFile.bytes(at: beside, atMost: FileLimits.reportBytes)
        do throws(JobFileError) {
            let report = try ReportJSON.settings(bytes: bytes)
            return report.runID == run ? report : nil
        } catch {
            throw .refusedFile(path: beside, reason: "\(error)")
        }
    }

    /// The job's name as it stands in the id of its run, `YYYYMMDDTHHMMSSZ-NAME`: all that is left of it where neither
    /// journal nor report.json is at hand.
    private static func name(in run: String) -> String {
        let parts = run.split(separator: "-", maxSplits: 1)
        return parts.count == 2 ? String(parts[1]) : run
    }

    // MARK: What the journal knows better

    private func history(of run: String, keys: Set<ItemKey>) throws(CommandError) -> RerunHistory? {
        guard let journal else { return nil }
        do throws(JournalError) {
            return try RerunHistory(of: run, keys: keys, in: journal)
        } catch {
            throw .journal(error, path: journalPath)
        }
    }

    /// Where each item is now; empty where the journal does not know the run.
    private func places(
        of records: [RerunSource.Record], _ history: inout RerunHistory?
    ) throws(CommandError) -> [ItemKey: RerunHistory.Place] {
        guard history != nil else { return [:] }
        var places: [ItemKey: RerunHistory.Place] = [:]
        for record in records {
            let place: RerunHistory.Place?
            do throws(JournalError) {
                place = try history?.place(of: record.key)
            } catch {
                throw .journal(error, path: journalPath)
            }
            guard let place else {
                throw .refusedFile(
                    path: path,
                    reason: "line \(record.reportLine): the run has no \(record.key); "
                        + "result_row and result_copy must stay as they were")
            }
            places[record.key] = place
        }
        return places
    }

    /// Leaves out what is made already, and says so.
    private func passOver(_ source: inout RerunSource, _ run: String, _ places: [ItemKey: RerunHistory.Place]) {
        var made: [String: Int] = [:]
        if source.succeeded > 0 { made[run] = source.succeeded }
        source.records.removeAll { record in
            guard let place = places[record.key], place.isMade else { return false }
            made[place.run, default: 0] += 1
            return true
        }
        for (run, count) in made.sorted(by: { $0.key < $1.key }) {
            console.note("\(count == 1 ? "1 item was" : "\(count) items were") made by run \(run); passed over")
        }
    }

    /// Closes the items in the run that has them now, so that none is made by two runs.
    private func takeover(
        of records: [RerunSource.Record], _ places: [ItemKey: RerunHistory.Place]
    ) throws(CommandError) -> Takeover? {
        guard let first = records.first.flatMap({ places[$0.key] }) else { return nil }
        for record in records {
            guard let run = places[record.key]?.run, run != first.run else { continue }
            throw .refusedFile(
                path: path,
                reason: "line \(record.reportLine): the item is now of run \(run), others are of run \(first.run); "
                    + "rerun the report of each")
        }
        return Takeover(run: first.run, items: records.map(\.key))
    }

    /// Items in doubt keep their tags: the journal's word counts, since a spreadsheet may have changed the cell.
    private func inDoubt(
        _ records: [RerunSource.Record], _ job: Job, _ places: [ItemKey: RerunHistory.Place]
    ) throws(CommandError) -> [ItemKey: UID] {
        let good = Set(job.items.filter { $0.fault == nil }.map(\.key))
        var result: [ItemKey: UID] = [:]
        for record in records where good.contains(record.key) {
            if let place = places[record.key] {
                result[record.key] = place.uidInDoubt
            } else if record.status == .inDoubt {
                guard let uid = record.uid else {
                    throw .refusedFile(
                        path: path,
                        reason: "line \(record.reportLine): the item is in doubt, and its result_uid is no UID; "
                            + "name the journal of its run with --journal")
                }
                result[record.key] = uid
            }
        }
        return result
    }
}
