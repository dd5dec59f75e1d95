import Crypto
import Jobs
import Operations
import Provisioning
import SQLiteJournal
import Simulation

/// Makes a checked job: readers, journal, run, report. What `run` and `rerun` share.
struct JobRun {
    let context: CommandContext
    let options: RunOptions
    let journalOptions: JournalOptions
    private let readerOptions: ReaderOptions

    /// Reads every option, so that a command line is refused before anything else is looked at.
    init(_ context: CommandContext) throws(CommandError) {
        self.context = context
        options = try RunOptions(context.arguments)
        readerOptions = try ReaderOptions(context.arguments)
        journalOptions = try JournalOptions(context.arguments, in: context.surroundings)
    }

    private var console: Console { context.console }

    /// Looks for readers before the journal is opened: without a reader no run is begun, and no journal made.
    func run(_ prepared: PreparedRun) throws(CommandError) -> ExitCode {
        let source = try context.readers()
        let selection = try source.selection(by: readerOptions.patterns)
        if Confirmation.isNeeded(prepared.job.settings.overwrite, options: options, in: context.surroundings) {
            try Confirmation(console: console).ask(tags: prepared.job.items.count { $0.fault == nil })
        }
        // After what may wait for a service or a person: there Ctrl-C ends the command as it ends any.
        let watch = SignalWatch()
        let journal = try JournalOpening.forRun(journalOptions, console: console)
        let journalPath = FilePath.absolute(journalOptions.path)
        if prepared.rerunOf == nil { try tellUnfinished(prepared.job.name, journal, journalPath) }
        let record = try record(of: prepared, journal: journal, journalPath: journalPath)
        let idleTimeout = source.idleTimeoutSeconds(readerOptions, in: context.surroundings)
        let request = RunRequest(
            record: record, settings: prepared.job.settings,
            beginning: .open(
                RunOpening(items: prepared.job.items, inDoubt: prepared.inDoubt, takeovers: prepared.takeovers)),
            idleTimeoutSeconds: idleTimeout)
        let result: RunResult
        do throws(JournalError) {
            result = try execute(request, selection, journal: journal, source: source, watch: watch)
        } catch {
            RunFolders.removeEmpty(record.folder)
            throw .journal(error, path: journalPath)
        }
        for fault in source.rack?.unreachedFaults ?? [] { console.warning("\(fault)") }
        return try RunEnding(context: context, run: record.id, journal: journal, journalPath: journalPath)
            .report(result, into: record.folder)
    }

    private func execute(
        _ request: RunRequest, _ selection: ReaderSelection, journal: SQLiteJournal, source: ReaderSource,
        watch: SignalWatch
    ) throws(JournalError) -> RunResult {
        let view = ProgressView(
            level: console.level, redraws: context.surroundings.canRedraw, isColored: console.isColored,
            output: console.standardError)
        // Afterwards lets go of the run, and so of the journal: it is closed with the command, its log written into the
        // file.
        defer {
            view.finish()
            watch.answer(.init(first: {}, second: {}))
        }
        let places = ReaderPlaces(selection, of: source.readers) { view.observe(.warning($0)) }
        var request = request
        request.takesPart = { places.takesPart($0) }
        let run = Run(
            request, journal: journal, readers: source.readers, digest: { SHA256.digest($0) }, clock: SystemClock(),
            observer: view)
        watch.answer(.init(first: { run.stop() }, second: { run.abandon() }))
        return try run.execute()
    }

    /// The job's last run did not come to its end: a person may think that this one goes on with it.
    private func tellUnfinished(_ job: String, _ journal: SQLiteJournal, _ path: String) throws(CommandError) {
        let last: RunSummary?
        do throws(JournalError) {
            last = try journal.runs().first { $0.record.job == job }
        } catch {
            throw .journal(error, path: path)
        }
        guard let last else { return }
        guard last.record.ended != .complete else {
            console.note("run \(last.record.id) of this job is complete; this run makes every row again")
            return
        }
        let how = last.record.ended.map { "ended early (\($0.rawValue))" } ?? "died, or still goes on"
        console.warning(
            "run \(last.record.id) of this job \(how): \(RunsListing.words(last.totals)); "
                + "this run makes every row, and takes a tag of that run for the row that it holds")
    }

    // MARK: The record

    private func record(
        of prepared: PreparedRun, journal: SQLiteJournal, journalPath: String
    ) throws(CommandError) -> RunRecord {
        let folder = FilePath.absolute(options.outputFolder)
        let startedAt = SystemClock().now()
        let id = try RunID.firstFree(RunID.id(job: prepared.job.name, startedAt: startedAt)) {
            (id) throws(CommandError) in
            if try isKnown(id, to: journal, journalPath) { return true }
            return try !RunFolders.make("\(folder)/\(id)")
        }
        guard let id else { throw .defect("no run id is free for \(prepared.job.name)") }
        return RunRecord(
            id: id, job: prepared.job.name, jobSHA256: prepared.sha256, settings: prepared.job.settings.json,
            pairing: prepared.pairing, again: options.again, version: CommandLineTool.version,
            station: options.station ?? Surroundings.hostName(), operatorName: options.operatorName,
            rerunOf: prepared.rerunOf, columns: prepared.job.columns, jobPath: prepared.path,
            folder: "\(folder)/\(id)", startedAt: startedAt)
    }

    private func isKnown(_ run: String, to journal: SQLiteJournal, _ path: String) throws(CommandError) -> Bool {
        do throws(JournalError) {
            _ = try journal.record(run: run)
            return true
        } catch {
            if error.code == .noSuchRun { return false }
            throw .journal(error, path: path)
        }
    }
}
