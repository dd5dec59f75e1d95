import Crypto
import JobFiles
import Jobs
import Provisioning
import SQLiteJournal
import Tags

/// Makes a run out of an earlier report, or run: what did not succeed, with the name and settings of its run (contract,
/// section 6).
struct RerunPreparation {
    let context: CommandContext
    let options: RunOptions
    let input: RerunInput
    /// Nil where there is no journal yet.
    let journal: SQLiteJournal?
    let journalPath: String

    private var console: Console { context.console }

    /// Nil when nothing is left to do.
    func prepare() throws(CommandError) -> PreparedRun? {
        var source = input.source
        guard let run = source.run, !source.records.isEmpty || !source.made.isEmpty else { return nil }
        var history = try history(of: run)
        let origin = try RerunOrigin(
            of: run, history?.record, input: input, settings: options.content.settings, context: context,
            journalPath: journalPath)
        let places = try places(&history)
        let settings = try context.overridden(origin.settings, by: options.overrides)
        let hasCells = history.map { $0.record.forgottenAt == nil } ?? false
        let beside = !hasCells && input.isOfLines ? reportBeside(of: run, history?.record) : nil
        if let known = try knownCells(&history, places, beside) {
            try RerunCells(console: console, input: input, settings: settings, known: known)
                .bringTogether(&source, journalPath)
        }
        choose(&source, run, places, beside)
        guard !source.records.isEmpty else { return nil }
        let pairing = options.pairing ?? origin.pairing
        let passwords = try context.passwords(of: settings)
        let family = try family(of: run)
        let standing = try standing(source.records, family, settings, beside, isKnown: history != nil)
        var job = Job.resolveRerun(
            source, settings: settings, name: settings.name ?? origin.name, pairing: pairing,
            date: SystemClock().today(), passwords: passwords, standing: standing)
        let lines = RerunLines(input, of: run, family, context.arguments)
        let wasBad = Set(source.records.filter { $0.status == .invalid }.map(\.key))
        if let cure = lines.cure, !options.skipsBadRows,
            job.items.contains(where: { $0.fault != nil && wasBad.contains($0.key) })
        {
            console.note(cure)
        }
        if !options.isDryRun {
            try context.refuseBadRows(job, path: lines.path, skipsBadRows: options.skipsBadRows)
        }
        let takeovers = takeovers(of: source.records, places)
        try refuseRunsInUse(takeovers)
        let inDoubt = try inDoubt(source.records, job, places, beside)
        let released = try waitForTags(&job, source.records, places, beside).merging(inDoubt) { $1 }
        return PreparedRun(
            job: job, sha256: digest(settings), path: FilePath.absolute(input.path), pairing: pairing,
            passwords: passwords, linesOf: lines.path, rerunOf: run,
            inDoubt: options.releasesInDoubt ? [:] : inDoubt, released: options.releasesInDoubt ? released : [:],
            takeovers: takeovers)
    }

    /// Over the bytes that were read. A run of the journal is of the bytes that its own digest is over: it stays the same,
    /// unless the settings are others.
    private func digest(_ settings: Settings) -> String {
        guard case .run(let record) = input.kind else {
            return Job.digest(csv: input.bytes, settings: settings, sha256: SHA256.digest)
        }
        if settings.json == record.settings { return record.jobSHA256 }
        return Job.digest(csv: Array(record.jobSHA256.utf8), settings: settings, sha256: SHA256.digest)
    }

    // MARK: What the journal knows

    /// The report.json stands in for the journal; where it is not there either, nothing tells what a spreadsheet did to the
    /// file. Both are said.
    /// - Parameter record: of a run that was forgotten; nil where the journal does not know the run.
    private func reportBeside(of run: String, _ record: RunRecord?) -> ReportBeside? {
        do throws(CommandError) {
            let beside = try ReportBeside(input.path, of: run)
            warnOfUnknownCells(run, record, beside)
            return beside
        } catch {
            console.warning(error.sentence)
            warnOfUnknownCells(run, record, nil)
            return nil
        }
    }

    private func warnOfUnknownCells(_ run: String, _ record: RunRecord?, _ beside: ReportBeside?) {
        let known: String
        if record != nil {
            known = "the journal \(journalPath) forgot the cells of run \(run)"
        } else if journal != nil {
            known = "the journal \(journalPath) does not know run \(run)"
        } else {
            known = "there is no journal \(journalPath)"
        }
        let cure = record == nil ? "; \(journalCure)" : ""
        if let beside {
            let since = record == nil ? "; what was made since it was written is not known to it" : ""
            return console.warning("\(input.path): \(known), so \(beside.path) was used instead\(since)\(cure)")
        }
        console.warning(
            "\(input.path): \(known), so the cells are taken as they stand; if a spreadsheet saved the file, zeros that it took "
                + "cannot be seen\(cure)")
    }

    /// The run's own journal mostly lies above its folder.
    private var journalCure: String {
        let folder = FilePath.parent(of: FilePath.parent(of: FilePath.absolute(input.path)))
        let near = folder + "/" + (JournalOptions.defaultPath.split(separator: "/").last.map(String.init) ?? "")
        return near != journalPath && InputFile.exists(near)
            ? "--journal \(FilePath.shellWord(near)) may be its journal" : "name its journal with --journal"
    }

    /// Nil where nobody knows the cells as they were. Throws where the report has an item that the report.json does not have.
    private func knownCells(
        _ history: inout RerunHistory?, _ places: [ItemKey: RerunHistory.Place], _ beside: ReportBeside?
    ) throws(CommandError) -> KnownCells? {
        if let beside {
            for record in input.source.records + input.source.made where beside.items[record.key] == nil {
                throw noSuchItem(record, by: "by \(beside.path) ")
            }
        }
        guard var known = history else { return beside.map { KnownCells($0) } }
        do throws(JournalError) {
            return try KnownCells(&known, places, beside)
        } catch {
            throw .journal(error, path: journalPath)
        }
    }

    private func noSuchItem(_ record: RerunSource.Record, by whom: String = "") -> CommandError {
        .refusedFile(
            path: input.path,
            reason: "\(input.place(of: record)): \(whom)the run has no \(record.key); "
                + "result_row and result_copy must stay as they were")
    }

    private func history(of run: String) throws(CommandError) -> RerunHistory? {
        guard let journal else { return nil }
        var keys: Set<ItemKey>?
        if case .run = input.kind {} else { keys = Set((input.source.records + input.source.made).map(\.key)) }
        do throws(JournalError) {
            return try RerunHistory(of: run, keys: keys, in: journal)
        } catch {
            throw .journal(error, path: journalPath)
        }
    }

    /// Where each item is now; empty where the journal does not know the run.
    private func places(_ history: inout RerunHistory?) throws(CommandError) -> [ItemKey: RerunHistory.Place] {
        guard history != nil else { return [:] }
        var places: [ItemKey: RerunHistory.Place] = [:]
        for record in input.source.records + input.source.made {
            let place: RerunHistory.Place?
            do throws(JournalError) {
                place = try history?.place(of: record.key)
            } catch {
                throw .journal(error, path: journalPath)
            }
            guard let place else { throw noSuchItem(record) }
            places[record.key] = place
        }
        return places
    }

    /// Leaves what is to be made: not what is made already, and only what `--only` asks for. Says what is passed over.
    private func choose(
        _ source: inout RerunSource, _ run: String, _ places: [ItemKey: RerunHistory.Place], _ beside: ReportBeside?
    ) {
        var made: [String: Int] = [:]
        var others = 0
        var chosen: [RerunSource.Record] = []
        for record in source.records + source.made {
            let place = places[record.key]
            var record = record
            let told = record.status
            record.status = place?.status ?? beside?.status(of: record) ?? told
            if record.status.isSuccess {
                made[place?.run ?? run, default: 0] += 1
            } else if options.only?.contains(record.status) == false {
                others += 1
            } else {
                if told.isSuccess {
                    console.warning(
                        "\(input.place(of: record)): the journal says \(record.status.rawValue), not \(told.rawValue); "
                            + "the item is made")
                }
                chosen.append(record)
            }
        }
        // The made ones stood between the others.
        source.records = chosen.sorted { ($0.reportLine, $0.key) < ($1.reportLine, $1.key) }
        source.made = []
        for (run, count) in made.sorted(by: { $0.key < $1.key }) {
            console.note("\(count == 1 ? "1 item was" : "\(count) items were") made by run \(run); passed over")
        }
        if others > 0 {
            console.note("\(others == 1 ? "1 item stays" : "\(others) items stay") as before, by --only")
        }
    }

    /// Closes the items in the runs that have them now, so that none is made by two runs.
    private func takeovers(
        of records: [RerunSource.Record], _ places: [ItemKey: RerunHistory.Place]
    ) -> [Takeover] {
        var takeovers: [Takeover] = []
        var indices: [String: Int] = [:]
        for record in records {
            guard let run = places[record.key]?.run else { continue }
            if let index = indices[run] {
                takeovers[index].items.append(record.key)
            } else {
                indices[run] = takeovers.count
                takeovers.append(Takeover(run: run, items: [record.key]))
            }
        }
        return takeovers
    }

    /// Before readers are looked for. The journal looks again when the run opens. A dry run says it and goes on.
    private func refuseRunsInUse(_ takeovers: [Takeover]) throws(CommandError) {
        guard let journal else { return }
        for takeover in takeovers {
            do throws(JournalError) {
                guard try journal.summary(run: takeover.run).isInUse else { continue }
                guard options.isDryRun else { throw JournalError(.locked, context: takeover.run) }
            } catch {
                throw .journal(error, path: journalPath)
            }
            console.warning(
                "run \(takeover.run) is in use by another tagmill: this rerun would be refused until that run has ended"
            )
        }
    }

    /// Items that are half done wait for their tags, and this is said, unless they are released. The tags.
    private func waitForTags(
        _ job: inout Job, _ records: [RerunSource.Record], _ places: [ItemKey: RerunHistory.Place],
        _ beside: ReportBeside?
    ) throws(CommandError) -> [ItemKey: UID] {
        let good = Set(job.items.filter { $0.fault == nil }.map(\.key))
        let halfDone = try HalfDoneItems(records.filter { good.contains($0.key) }, places, beside, in: input)
        if !options.releasesInDoubt {
            halfDone.bind(&job)
            for line in halfDone.lines { console.note(line) }
        }
        return halfDone.uids
    }

    /// The tags of items in doubt: the journal's word counts, since a spreadsheet may have changed the cell.
    private func inDoubt(
        _ records: [RerunSource.Record], _ job: Job, _ places: [ItemKey: RerunHistory.Place], _ beside: ReportBeside?
    ) throws(CommandError) -> [ItemKey: UID] {
        let good = Set(job.items.filter { $0.fault == nil }.map(\.key))
        var result: [ItemKey: UID] = [:]
        for record in records where good.contains(record.key) {
            if let place = places[record.key] {
                result[record.key] = place.uidInDoubt
            } else if record.status == .inDoubt {
                guard let uid = record.uid ?? beside?.uidInDoubt(record.key) else {
                    throw .refusedFile(
                        path: input.path,
                        reason: "\(input.place(of: record)): the item is in doubt, and its result_uid is no UID; "
                            + "name the journal of its run with --journal")
                }
                result[record.key] = uid
            }
        }
        return result
    }
}
