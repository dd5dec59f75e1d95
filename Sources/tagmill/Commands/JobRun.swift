import Crypto
import Glibc
import Jobs
import Operations
import Provisioning
import Reports
import SQLiteJournal
import Simulation
import Tags

/// A job that was checked and is ready to be made.
struct PreparedRun {
    var job: Job
    /// SHA-256 of the job, lower-case hex.
    var sha256: String
    /// The job's file, absolute.
    var path: String
    var pairing: Pairing
    /// The run whose items are made again.
    var rerunOf: String?
    var inDoubt: [ItemKey: UID] = [:]
    /// The journal knows that run: its items are closed there.
    var takeover: Takeover?
}

/// Makes a checked job: readers, journal, run, report. What `run` and `rerun` share.
struct JobRun {
    let context: CommandContext
    let options: RunOptions
    let watch: SignalWatch

    private var console: Console { context.console }

    /// Opens readers before the journal: without a reader no run is begun, and no journal is made.
    func execute(_ prepared: PreparedRun, journal options: JournalOptions) throws(CommandError) -> ExitCode {
        let readerOptions = try ReaderOptions(context.arguments)
        let source = try context.readers()
        let all = try source.list()
        let selection = try ReaderSelection(readerOptions.patterns, among: all)
        if selection.readers.isEmpty { throw source.noReader(among: all) }
        if Confirmation.isNeeded(prepared.job.settings.overwrite, options: self.options, in: context.surroundings) {
            try Confirmation(console: console).ask(tags: prepared.job.items.count { $0.fault == nil })
        }
        let journal = try JournalOpening.forRun(options, console: console)
        let journalPath = FilePath.absolute(options.path)
        let record = try record(of: prepared, journal: journal, journalPath: journalPath)
        let request = RunRequest(
            record: record, settings: prepared.job.settings, items: prepared.job.items, inDoubt: prepared.inDoubt,
            takeover: prepared.takeover,
            idleTimeoutSeconds: source.rack != nil
                ? readerOptions.idleTimeoutSeconds : readerOptions.effectiveIdleTimeout(in: context.surroundings),
            takesPart: { selection.takesPart($0) })
        let view = ProgressView(
            level: console.level, redraws: context.surroundings.canRedraw, isColored: console.isColored)
        let run = Run(
            request, journal: journal, readers: source.readers, digest: { SHA256.digest($0) }, clock: SystemClock(),
            observer: view)
        watch.answer(.init(first: { run.stop() }, second: { run.abandon() }))
        let result: RunResult
        do throws(JournalError) {
            result = try run.execute()
        } catch {
            view.finish()
            throw .journal(error, path: journalPath)
        }
        view.finish()
        // Lets go of the run, and so of the journal: it is closed with the command, its log written into the file.
        watch.answer(.init(first: {}, second: {}))
        for fault in source.rack?.unreachedFaults ?? [] { console.warning("\(fault)") }
        return try report(result, record, journal: journal, journalPath: journalPath)
    }

    private func record(
        of prepared: PreparedRun, journal: SQLiteJournal, journalPath: String
    ) throws(CommandError) -> RunRecord {
        let folder = FilePath.absolute(options.outputFolder)
        let startedAt = SystemClock().now()
        let id: String?
        do throws(JournalError) {
            let known = Set(try journal.runs().map(\.record.id))
            id = RunID.firstFree(RunID.id(job: prepared.job.name, startedAt: startedAt)) {
                known.contains($0) || InputFile.exists("\(folder)/\($0)")
            }
        } catch {
            throw .journal(error, path: journalPath)
        }
        guard let id else { throw .defect("no run id is free for \(prepared.job.name)") }
        do throws(ReportError) {
            _ = try RunFolder(path: "\(folder)/\(id)")
        } catch {
            throw .cannotWrite(path: "\(folder)/\(id)", reason: "\(error)")
        }
        return RunRecord(
            id: id, job: prepared.job.name, jobSHA256: prepared.sha256, settings: prepared.job.settings.json,
            pairing: prepared.pairing, again: options.again, version: CommandLineTool.version,
            station: options.station ?? Surroundings.hostName(), operatorName: options.operatorName,
            rerunOf: prepared.rerunOf, columns: prepared.job.columns, jobPath: prepared.path,
            folder: "\(folder)/\(id)", startedAt: startedAt)
    }

    // MARK: The report

    private func report(
        _ result: RunResult, _ record: RunRecord, journal: SQLiteJournal, journalPath: String
    ) throws(CommandError) -> ExitCode {
        let paths: [String]
        let ended: RunRecord
        do throws(RenderingError<JournalError>) {
            (ended, paths) = try render(record, journal)
        } catch {
            let reason =
                switch error {
                case .source(let error): "\(error)"
                case .report(let error): "\(error)"
                }
            throw .cannotWrite(
                path: record.folder,
                reason: "\(reason); run \(record.id) is in the journal \(journalPath)")
        }
        if context.wantsJSON {
            console.printResult(Self.json(ended, result.totals, paths).compact)
        } else {
            console.printResult(record.folder)
        }
        say(result, record)
        return ExitCode(rawValue: Int32(result.exitCode)) ?? .defect
    }

    private func render(
        _ record: RunRecord, _ journal: SQLiteJournal
    ) throws(RenderingError<JournalError>) -> (RunRecord, [String]) {
        let ended: RunRecord
        let readers: [ReaderRecord]
        do throws(JournalError) {
            ended = try journal.record(run: record.id)
            readers = try journal.readers(run: record.id)
        } catch {
            throw .source(error)
        }
        let paths = try RunReports.render(
            run: ended, readers: readers, into: record.folder, digest: { SHA256.digest($0) },
            entries: { (body) throws(JournalError) in try journal.entries(run: record.id, body) },
            presentations: { (body) throws(JournalError) in try journal.presentations(run: record.id, body) })
        return (ended, paths)
    }

    /// How it ended, and what to do next.
    private func say(_ result: RunResult, _ record: RunRecord) {
        let left = result.totals[.pending, default: 0] + result.totals[.inDoubt, default: 0]
        switch result.ended {
        case .complete where result.exitCode == 0: break
        case .complete:
            console.note("not everything succeeded; what is left: tagmill rerun \(record.folder)/failures.csv")
        case .stopped: console.note("stopped; \(left) items are left: tagmill rerun \(record.folder)/report.csv")
        case .idle: console.note("no more tags came; \(left) items are left: tagmill rerun \(record.folder)/report.csv")
        case .spoilage:
            console.note("ended because of too many tags at fault; \(left) items are left")
        case .error: console.errorMessage(result.message ?? "the run ended with an error")
        }
    }

    static func json(_ record: RunRecord, _ totals: [ItemStatus: Int], _ paths: [String]) -> JSONValue {
        .object([
            .init("run", ReportJSON.object(of: record)),
            .init(
                "totals",
                .object(ItemStatus.allCases.map { .init($0.rawValue, .int(Int64(totals[$0, default: 0]))) })),
            .init("reports", .array(paths.map { .string($0) })),
        ])
    }
}
