import Jobs
import Operations
import Provisioning
import SQLiteJournal

/// Begins a run of a checked job: readers, journal, record. What `run` and `rerun` share.
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
        let consequences = RunConsequences(prepared.job)
        try consequences.checkAgreed(options, in: context.surroundings)
        let execution = try RunExecution(context, readerOptions, quarantine: options.quarantine)
        if consequences.isAsked(options, in: context.surroundings) {
            try Confirmation(console: console).ask(consequences)
        }
        let watch = SignalWatch()
        let journalPath = FilePath.absolute(journalOptions.path)
        let events = try context.events(sparing: [prepared.path], prepared.job.settings, journalPath: journalPath)
        let journal = try JournalOpening.forRun(journalOptions, console: console)
        if prepared.rerunOf == nil { try tellUnfinished(prepared.job.name, journal, journalPath) }
        let record = try record(of: prepared, journal: journal, journalPath: journalPath)
        let opening = RunOpening(
            items: prepared.job.items, inDoubt: prepared.inDoubt, released: prepared.released,
            takeovers: prepared.takeovers)
        // A folder in which nothing was put is of a run that did not begin; else this does nothing.
        defer { RunFolders.removeEmpty(record.folder) }
        return try execution.execute(
            record, prepared.job.settings, prepared.passwords, .open(opening), journal: journal,
            journalPath: journalPath, watch: watch,
            events: events)
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
        let id = last.record.id
        if last.record.ended == .complete && last.open == 0 {
            return console.note("run \(id) of this job is complete; this run makes every row again")
        }
        let how =
            switch last.record.ended {
            case .complete: "has items in doubt"
            case .some(let ended): "ended early (\(ended.rawValue))"
            case nil: last.isInUse ? "still goes on" : "died"
            }
        let cure = last.canGoOn ? "; to go on with it instead: \(context.arguments.nextCommand("resume", id))" : ""
        console.warning(
            "run \(id) of this job \(how): \(RunsListing.words(last.totals)); "
                + "this run makes every row, and takes a tag of that run for the row that it holds\(cure)")
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
