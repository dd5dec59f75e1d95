import Crypto
import Jobs
import Operations
import Provisioning
import SQLiteJournal
import Simulation
import Tags

/// Carries a run out on the command's readers, and reports it. What `run`, `rerun` and `resume` share.
struct RunExecution {
    let context: CommandContext
    private let source: ReaderSource
    private let selection: ReaderSelection
    private let idleTimeoutSeconds: Int?
    private let quarantine: Int?

    /// Looks for the readers. May wait for a service; there Ctrl-C ends the command as it ends any, so the `SignalWatch` is
    /// made afterwards.
    init(_ context: CommandContext, _ options: ReaderOptions, quarantine: Int?) throws(CommandError) {
        self.context = context
        self.quarantine = quarantine
        source = try context.readers()
        selection = try source.selection(by: options.patterns)
        if source.rack == nil, let warning = ReaderSlots.warning(taken: selection.slotCount) {
            context.console.warning(warning)
        }
        idleTimeoutSeconds = source.idleTimeoutSeconds(options, in: context.surroundings)
    }

    /// Runs to the end, and renders the report into the run's folder. Throws what the journal threw before the first tag,
    /// and a report that cannot be written.
    func execute(
        _ record: RunRecord, _ settings: Settings, _ passwords: TagPasswords?, _ beginning: RunRequest.Beginning,
        journal: SQLiteJournal, journalPath: String, watch: SignalWatch, events: EventDestination?
    ) throws(CommandError) -> ExitCode {
        let result: RunResult
        do throws(JournalError) {
            let given = try passwords.map { (passwords) throws(JournalError) in
                GivenPasswords(passwords, refusedBy: try refusals(record.id, beginning, journal))
            }
            let request = RunRequest(
                record: record, settings: settings, order: TagOrder(settings, given), beginning: beginning,
                idleTimeoutSeconds: idleTimeoutSeconds, quarantine: quarantine)
            result = try execute(request, journal: journal, watch: watch, events: events)
        } catch {
            context.console.note("the run was not begun; no tag was touched")
            throw .journal(error, path: journalPath)
        }
        for fault in source.rack?.unreachedFaults ?? [] { context.console.warning("\(fault)") }
        return try RunEnding(context: context, run: record.id, journal: journal, journalPath: journalPath)
            .report(result, into: record.folder)
    }

    /// The tags that refused their password in this run before: another refusal may close them for ever.
    private func refusals(
        _ run: String, _ beginning: RunRequest.Beginning, _ journal: SQLiteJournal
    ) throws(JournalError) -> Set<UID> {
        guard case .resume = beginning else { return [] }
        var tags: Set<UID> = []
        try journal.presentations(run: run) { presentation in
            if presentation.mayHaveRefusedPassword, let uid = presentation.uid { tags.insert(uid) }
        }
        return tags
    }

    private func execute(
        _ request: RunRequest, journal: SQLiteJournal, watch: SignalWatch, events: EventDestination?
    ) throws(JournalError) -> RunResult {
        let console = context.console
        let view = ProgressView(
            level: console.level, redraws: context.surroundings.canRedraw, isColored: console.isColored,
            output: console.standardError)
        let log = events.map { events in
            EventLog(run: request.record.id, name: events.name, output: events.output) { view.observe(.warning($0)) }
        }
        // Afterwards lets go of the run, and so of the journal: it is closed with the command, its log written into the
        // file.
        defer {
            log?.finish()
            view.finish()
            watch.answer(.init(first: {}, second: {}))
        }
        let places = ReaderPlaces(selection, of: source.readers) { view.observe(.warning($0)) }
        var request = request
        request.takesPart = { places.takesPart($0) }
        let run = Run(
            request, journal: journal, readers: source.readers, digest: { SHA256.digest($0) }, clock: SystemClock(),
            observer: log.map { RunObservers(all: [$0, view]) } ?? view)
        watch.answer(.init(first: { run.stop() }, second: { run.abandon() }))
        return try run.execute()
    }
}

extension TagOrder {
    /// What a job asks of its tags.
    fileprivate init(_ settings: Settings, _ passwords: GivenPasswords?) {
        self.init(
            formatsBlank: settings.formatBlank, requiresGenuine: settings.requiresGenuine,
            verifySignature: OriginalityKey.verifies, mirror: settings.mirror.map { MirrorRequest($0) },
            protection: settings.protection.map { ProtectionWish(protectsReading: $0.protectsReading) },
            passwords: passwords)
    }
}
