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
        var name: String?
        var settings: Settings
        var pairing = Pairing.queue
        /// The run's items, where the journal knows it.
        var entries: [ItemKey: ItemEntry]?
    }

    /// Nil when nothing is left to do.
    func prepare() throws(CommandError) -> PreparedRun? {
        var source = try source()
        guard let run = source.run, !source.records.isEmpty else { return nil }
        let origin = try origin(of: run)
        try refuseUnknownItems(source, of: run, origin)
        try passOverWhatWasMadeSince(&source, origin)
        guard !source.records.isEmpty else { return nil }
        let settings = try context.overridden(origin.settings, by: options.overrides)
        let pairing = options.pairing ?? origin.pairing
        let name = settings.name ?? origin.name ?? file.name
        let job = Job.resolveRerun(source, settings: settings, name: name, pairing: pairing)
        if !options.isDryRun {
            try context.refuseBadRows(job, path: path, skipsBadRows: options.skipsBadRows)
        }
        var prepared = PreparedRun(
            job: job, sha256: Job.digest(csv: file.bytes, settings: settings, sha256: SHA256.digest),
            path: FilePath.absolute(path), pairing: pairing, rerunOf: run)
        prepared.inDoubt = try inDoubt(source, job, origin)
        if origin.entries != nil { prepared.takeover = Takeover(run: run, items: job.items.map(\.key)) }
        if source.succeeded > 0 {
            console.note("\(source.succeeded) items of run \(run) succeeded and are passed over")
        }
        return prepared
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
    private func origin(of run: String) throws(CommandError) -> Origin {
        let known = try journaled(run)
        switch options.content.settings {
        case .none: return Origin(name: known?.name, settings: Settings(), entries: known?.entries)
        case .file(let file):
            let settings = try context.settingsFile(at: file)
            return Origin(name: known?.name, settings: settings, entries: known?.entries)
        case .besideJob: break
        }
        if let known { return known }
        if let beside = try reportJSON(of: run) { return beside }
        throw .refusedFile(
            path: path,
            reason: "the settings of run \(run) are in no journal and in no report.json beside it; "
                + "name the journal with --journal, or give --settings FILE")
    }

    private func journaled(_ run: String) throws(CommandError) -> Origin? {
        guard let journal else { return nil }
        do throws(JournalError) {
            let record = try journal.record(run: run)
            var entries: [ItemKey: ItemEntry] = [:]
            try journal.entries(run: run) { entries[$0.item.key] = $0 }
            return Origin(
                name: record.job, settings: try settings(of: run, record.settings), pairing: record.pairing,
                entries: entries)
        } catch {
            if error.code == .noSuchRun { return nil }
            throw .journal(error, path: journalPath)
        }
    }

    private func settings(of run: String, _ json: JSONValue) throws(JournalError) -> Settings {
        do throws(SettingsError) {
            return try Settings(json: json)
        } catch {
            throw JournalError(.corrupt, context: "the settings of run \(run): \(error)")
        }
    }

    private func reportJSON(of run: String) throws(CommandError) -> Origin? {
        let parts = FilePath.absolute(path).split(separator: "/").dropLast()
        let beside = "/" + parts.joined(separator: "/") + "/report.json"
        guard InputFile.exists(beside) else { return nil }
        let bytes = try InputFile.bytes(at: beside)
        do {
            let report = try JobFiles.ReportJSON.settings(bytes: bytes)
            guard report.runID == run else { return nil }
            return Origin(name: report.name, settings: try Settings(json: report.settings))
        } catch {
            throw .refusedFile(path: beside, reason: "\(error)")
        }
    }

    // MARK: What the journal knows better

    /// A `result_row` or `result_copy` that was changed names an item that the run never had.
    private func refuseUnknownItems(
        _ source: RerunSource, of run: String, _ origin: Origin
    ) throws(CommandError) {
        guard let entries = origin.entries, let record = source.records.first(where: { entries[$0.key] == nil }) else {
            return
        }
        throw .refusedFile(
            path: path,
            reason: "line \(record.reportLine): run \(run) has no item \(record.key); "
                + "result_row and result_copy must stand as the report had them")
    }

    /// An item that a later rerun took and made is not made twice.
    private func passOverWhatWasMadeSince(_ source: inout RerunSource, _ origin: Origin) throws(CommandError) {
        guard let run = source.run, let entries = origin.entries else { return }
        var runs = [run: entries]
        var made: [String: Int] = [:]
        var left: [RerunSource.Record] = []
        for record in source.records {
            if let run = try madeBy(record.key, in: run, &runs) {
                made[run, default: 0] += 1
            } else {
                left.append(record)
            }
        }
        source.records = left
        for (run, count) in made.sorted(by: { $0.key < $1.key }) {
            console.note("\(count) items were made by run \(run) and are passed over")
        }
    }

    /// The run in which the item succeeded: the report's own, or one that took it over, as far as that goes.
    private func madeBy(
        _ key: ItemKey, in first: String, _ runs: inout [String: [ItemKey: ItemEntry]]
    ) throws(CommandError) -> String? {
        var next: String? = first
        // A chain of reruns of one item is short; the bound is against a journal that was tampered with.
        for _ in 0..<1000 {
            guard let run = next else { return nil }
            if runs[run] == nil { runs[run] = try journaled(run)?.entries ?? [:] }
            guard let entry = runs[run]?[key] else { return nil }
            if entry.outcome?.status.isSuccess == true { return run }
            next = entry.takenBy
        }
        return nil
    }

    /// Items in doubt keep their tags: the journal's word counts, since a spreadsheet may have changed the cell.
    private func inDoubt(_ source: RerunSource, _ job: Job, _ origin: Origin) throws(CommandError) -> [ItemKey: UID] {
        let good = Set(job.items.filter { $0.fault == nil }.map(\.key))
        var result: [ItemKey: UID] = [:]
        for record in source.records where good.contains(record.key) {
            let entry = origin.entries?[record.key]
            let isInDoubt = entry?.isInDoubt ?? (record.status == .inDoubt)
            guard isInDoubt else { continue }
            guard let uid = entry?.uidInDoubt ?? record.uid else {
                throw .refusedFile(
                    path: path,
                    reason: "line \(record.reportLine): the item is in doubt, and its result_uid is no UID; "
                        + "name the journal of its run with --journal")
            }
            result[record.key] = uid
        }
        return result
    }
}

extension ItemEntry {
    /// In doubt by its outcome, or because the run died in the write.
    fileprivate var isInDoubt: Bool {
        if let last = attempts.last, last.outcome == nil { return outcome?.status.isFinal != true }
        return outcome?.status == .inDoubt
    }

    fileprivate var uidInDoubt: UID? { attempts.last?.uid ?? outcome?.uid }
}
