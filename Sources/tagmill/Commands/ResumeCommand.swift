import Jobs
import Operations
import Provisioning
import Reports
import SQLiteJournal

/// `tagmill resume`: goes on with a run that stopped or died, or that ended with items in doubt.
struct ResumeCommand {
    let context: CommandContext

    private var console: Console { context.console }

    func run() throws(CommandError) -> ExitCode {
        let options = try RunOptions(context.arguments)
        let readerOptions = try ReaderOptions(context.arguments)
        let journalOptions = try JournalOptions(context.arguments, in: context.surroundings)
        let journal = try JournalOpening.forResume(
            journalOptions, readOnly: options.isDryRun, console: context.console)
        let journalPath = FilePath.absolute(journalOptions.path)
        let name = context.arguments.operands.first
        let known = try reading(journalPath) { () throws(JournalError) in try journal.runs() }
        guard let chosen = try ResumeChoice.choose(context.arguments, among: known, journalPath: journalPath)
        else {
            return try nothingToGoOnWith(known, journal, journalPath, isDryRun: options.isDryRun)
        }
        let record = chosen.record
        guard chosen.hasWork else {
            let words = "run \(record.id): nothing is left to go on with"
            return try nothingLeft(of: chosen, called: words, journal, journalPath, isDryRun: options.isDryRun)
        }
        if name == nil { console.note("going on with run \(record.id)") }
        let settings = try settings(of: record, journalPath)
        let check = ResumeCheck(context: context, options: options, record: record, settings: settings)
        try check.refuseOtherOptions()
        try check.refuseChangedJob()
        for sentence in try takenItems(of: chosen, journal, journalPath).sentences {
            console.note("\(sentence); passed over")
        }
        warnOfLaterRuns(record, known)
        let tags = try tagsInDoubt(record, journal, journalPath)
        if options.isDryRun { return show(chosen, releasing: options.releasesInDoubt, tags) }
        if options.releasesInDoubt, tags.count > 0 {
            let lines = tags.lines.joined(separator: "\n")
            console.note("these items go to new tags; the tags named here may hold them too:\n\(lines)")
        }
        let passwords = try context.passwords(of: settings)
        let consequences = try reading(journalPath) { () throws(JournalError) in
            try RunConsequences(settings, leftOf: record.id, in: journal)
        }
        try consequences.checkAgreed(options, in: context.surroundings)
        let execution = try RunExecution(context, readerOptions, options)
        if consequences.isAsked(options, in: context.surroundings) {
            try Confirmation(console: console).ask(consequences)
        }
        let ownFiles = [record.jobPath] + RunReports.files.map { record.folder + "/" + $0 }
        let events = try context.events(sparing: ownFiles, settings, journalPath: journalPath)
        let beginning = RunRequest.Beginning.resume(
            Execution(
                startedAt: SystemClock().now(), station: options.station ?? Surroundings.hostName(),
                operatorName: options.operatorName, version: CommandLineTool.version),
            releasingInDoubt: options.releasesInDoubt)
        return try execution.execute(
            record, settings, passwords, beginning, journal: journal, journalPath: journalPath, watch: SignalWatch(),
            events: events)
    }

    private func reading<Result>(
        _ path: String, _ body: () throws(JournalError) -> Result
    ) throws(CommandError) -> Result {
        do throws(JournalError) {
            return try body()
        } catch {
            throw .journal(error, path: path)
        }
    }

    private func settings(of record: RunRecord, _ journalPath: String) throws(CommandError) -> Settings {
        do throws(SettingsError) {
            return try Settings(json: record.settings)
        } catch {
            let context = "the settings of run \(record.id): \(error)"
            throw .journal(JournalError(.corrupt, context: context), path: journalPath)
        }
    }

    private func takenItems(
        of run: RunSummary, _ journal: SQLiteJournal, _ path: String
    ) throws(CommandError) -> TakenItems {
        try reading(path) { () throws(JournalError) in try TakenItems(of: run.record.id, in: journal) }
    }

    private func tagsInDoubt(
        _ record: RunRecord, _ journal: SQLiteJournal, _ path: String
    ) throws(CommandError) -> TagsInDoubt {
        try reading(path) { () throws(JournalError) in try TagsInDoubt(of: record, in: journal) }
    }

    // MARK: Where nothing is done

    /// Then the newest run is whole, or what it left was taken: how it stands is said, and where its report is.
    private func nothingToGoOnWith(
        _ runs: [RunSummary], _ journal: SQLiteJournal, _ journalPath: String, isDryRun: Bool
    ) throws(CommandError) -> ExitCode {
        console.note("no run is left to go on with")
        for run in runs where run.isInUse { console.note("run \(run.record.id) goes on in another process") }
        guard let newest = runs.first, !newest.isInUse, newest.record.forgottenAt == nil else {
            let inDoubt = isDryRun ? TagsInDoubt() : nil
            if context.wantsJSON { console.printResult(RunEnding.json(nil, [:], [], inDoubt: inDoubt).compact) }
            return .success
        }
        return try nothingLeft(
            of: newest, called: "the newest, run \(newest.record.id)", journal, journalPath, isDryRun: isDryRun)
    }

    /// A process that died while it made the report, or before, left none, or that of before. It is made now.
    private func renderMissingReport(
        of record: RunRecord, _ journal: SQLiteJournal, _ journalPath: String
    ) throws(CommandError) {
        guard record.forgottenAt == nil else { return }
        let kept = try reading(journalPath) { () throws(JournalError) in try journal.reports(run: record.id) }
        let isThere = RunReports.files.allSatisfy { InputFile.exists(record.folder + "/" + $0) }
        let isOfTheEnd = record.finishedAt.map { end in kept.contains { $0.renderedAt >= end } } ?? true
        if isThere, kept.isEmpty || isOfTheEnd { return }
        console.note("run \(record.id): its report was not there, or of before its end; it is made now")
        do throws(RenderingError<JournalError>) {
            let report = try RunRendering(run: record.id, journal: journal).render(into: record.folder)
            report.keep(in: journal, console: console)
        } catch {
            throw .noReport(error, run: record.id, journal: journalPath)
        }
    }

    /// What failed is not gone on with: a rerun makes it. Nothing where a later run has it.
    private func cures(of run: RunSummary, _ failures: [ItemStatus: Int]) -> [String] {
        guard !failures.isEmpty, run.record.forgottenAt == nil else { return [] }
        let (record, arguments) = (run.record, context.arguments)
        let steps = NextSteps(run: record.id, folder: record.folder, totals: failures, arguments: arguments)
        // The journal has a bad row as it was: it is corrected in the file, and made from there.
        guard let badRows = steps.badRows else {
            return ["what failed is made by: \(arguments.nextCommand("rerun", record.id))"]
        }
        return [badRows, "what is left is made by: \(steps.rerunFailures)"]
    }

    /// A later run of the job may have made what this one left.
    private func warnOfLaterRuns(_ record: RunRecord, _ runs: [RunSummary]) {
        let later = runs.prefix { $0.record.id != record.id }
            .filter { $0.record.job == record.job && $0.record.rerunOf == nil }
        guard let newest = later.first else { return }
        console.warning(
            "run \(newest.record.id) of this job began later (\(RunsListing.words(newest.totals))): "
                + "what is left here may be made already, and would be made on other tags again")
    }

    /// - Parameter words: what the run is called where it is said how it stands.
    private func nothingLeft(
        of run: RunSummary, called words: String, _ journal: SQLiteJournal, _ journalPath: String, isDryRun: Bool
    ) throws(CommandError) -> ExitCode {
        if !isDryRun { try renderMissingReport(of: run.record, journal, journalPath) }
        let taken = try takenItems(of: run, journal, journalPath)
        let sentences = taken.sentences.isEmpty ? [RunsListing.words(run.totals)] : taken.sentences
        console.note("\(words): \((sentences + cures(of: run, taken.failures)).joined(separator: "; "))")
        let folder = run.record.folder
        if context.wantsJSON {
            let paths = RunReports.files.map { folder + "/" + $0 }.filter { InputFile.exists($0) }
            let inDoubt = isDryRun ? TagsInDoubt() : nil
            console.printResult(RunEnding.json(run.record, run.totals, paths, inDoubt: inDoubt).compact)
        } else if InputFile.exists(folder) {
            console.printResult(folder)
        }
        let isWhole = run.totals.allSatisfy { $0.key.isSuccess || $0.value == 0 }
        return isWhole ? .success : .notAchieved
    }

    /// What a dry run says: how the run stands, and which tags are to be laid again.
    private func show(_ run: RunSummary, releasing: Bool, _ tags: TagsInDoubt) -> ExitCode {
        if context.wantsJSON {
            console.printResult(RunEnding.json(run.record, run.totals, [], inDoubt: tags).compact)
            return .success
        }
        let left = run.open == 1 ? "1 item is left" : "\(run.open) items are left"
        var lines = ["run \(run.record.id): \(RunsListing.words(run.totals)); \(left)"]
        if tags.count > 0 {
            lines.append(releasing ? "given to new tags instead of these:" : "settled when these tags are laid again:")
            lines += tags.lines
        }
        console.printResult(lines.map { VisibleText.escaped($0) }.joined(separator: "\n"))
        return .success
    }
}
