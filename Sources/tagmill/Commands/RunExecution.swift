import Crypto
import Glibc
import Jobs
import Operations
import Provisioning
import Reports
import SQLiteJournal
import Simulation
import Tags

/// Carries a run out on the command's readers, and reports it. What `run`, `rerun` and `resume` share.
struct RunExecution {
    let context: CommandContext
    private let source: ReaderSource
    private let selection: ReaderSelection
    private let idleTimeoutSeconds: Int?
    private let runOptions: RunOptions

    /// Looks for the readers. May wait for a service; there Ctrl-C ends the command as it ends any, so the `SignalWatch` is
    /// made afterwards.
    init(_ context: CommandContext, _ options: ReaderOptions, _ runOptions: RunOptions) throws(CommandError) {
        self.context = context
        self.runOptions = runOptions
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
                idleTimeoutSeconds: idleTimeoutSeconds, readersAreQuiet: runOptions.readersAreQuiet,
                quarantine: runOptions.quarantine)
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
            level: console.level, redraws: context.surroundings.canRedraw, rings: rings, isColored: console.isColored,
            output: console.standardError)
        let log = events.map { events in
            EventLog(run: request.record.id, name: events.name, output: events.output) { view.observe(.warning($0)) }
        }
        let hooks = hooks(request.record, journal) { view.observe(.warning($0)) }
        // Afterwards lets go of the run, and so of the journal: it is closed with the command, its log written into the
        // file.
        defer {
            hooks?.finish()
            log?.finish()
            view.finish()
            watch.answer(.init(first: {}, second: {}))
        }
        let places = ReaderPlaces(selection, of: source.readers) { view.observe(.warning($0)) }
        var request = request
        request.takesPart = { places.takesPart($0) }
        let run = Run(
            request, journal: journal, readers: source.readers, digest: { SHA256.digest($0) }, clock: SystemClock(),
            observer: RunObservers(all: ([log, hooks] as [(any RunObserver)?]).compactMap { $0 } + [view]))
        watch.answer(
            .init(
                first: {
                    run.stop()
                    hooks?.abandonIfFinishing()
                },
                second: {
                    run.abandon()
                    hooks?.abandon()
                }))
        return try run.execute()
    }

    /// Whether the terminal rings at a failure: a person sits there, who is told things in words.
    private var rings: Bool {
        context.surroundings.errorIsTerminal && !runOptions.readersAreQuiet && !context.wantsJSON
    }

    /// The user's commands; nil where there are none. What they print is for who asks for more.
    private func hooks(
        _ record: RunRecord, _ journal: SQLiteJournal, warn: @escaping @Sendable (String) -> Void
    ) -> RunHooks? {
        guard !runOptions.hooks.isEmpty else { return nil }
        // The commands are the user's, the passwords of tags are not theirs.
        let environment = context.surroundings.environment.filter { $0.key != PasswordChoice.variable }
        return RunHooks(
            runOptions.hooks, environment: environment,
            output: context.console.level == .verbose ? STDERR_FILENO : nil,
            text: { item, outcome in
                guard var entry = try? journal.entry(run: record.id, item: item) else { return nil }
                // As it was when it was told: an item in doubt may have been settled since.
                entry.outcome = outcome
                return ReportJSON.item(ReportRow(run: record, entry: entry, digest: { SHA256.digest($0) })) + "\n"
            }, warn: warn)
    }
}

extension TagOrder {
    /// What a job asks of its tags.
    init(
        _ settings: Settings, _ passwords: (any PasswordSource)?,
        verify: @escaping SignatureVerifier = OriginalityKey.verifies
    ) {
        self.init(
            formatsBlank: settings.formatBlank, requiresGenuine: settings.requiresGenuine,
            verifySignature: verify, mirror: settings.mirror.map { MirrorRequest($0) },
            protection: settings.protection.map { ProtectionWish(protectsReading: $0.protectsReading) },
            passwords: passwords)
    }
}
