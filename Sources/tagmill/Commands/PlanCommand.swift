import JobFiles
import Jobs
import Provisioning
import ReaderModels
import Reports

/// `tagmill plan`: the check of a job, without hardware.
///
/// The file is read row by row, and nothing is kept of a row but 16 bytes for each of its keys; `--time` keeps the messages.
struct PlanCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let isTimed = context.arguments.has("time")
        if !isTimed {
            for option in ["reader", "rack", "journal"] where !context.arguments.values(option).isEmpty {
                throw .contradiction("'--\(option)' says on what the time is counted: it goes with --time")
            }
        }
        let file = try context.openedJob(at: context.arguments.operands[0])
        try refuseOverwriting(file)
        var conversion = try context.arguments.value("convert").map { (path) throws(CommandError) in
            try JobConversion(of: file, to: path, context.arguments)
        }
        var page = context.arguments.value("html").map { PlanPageFile(path: $0, of: file) }
        var listing = PlanListing(
            Job(name: file.name, settings: file.settings, columns: [], items: [], issues: []), path: file.path,
            console: context.console, asJSON: context.wantsJSON)
        let (job, isWhole) = try read(file, isTimed: isTimed, &listing, &page, &conversion)
        let time = isTimed && isWhole ? try TimeListing(estimate: estimate(of: job)) : nil
        listing.finish(isWhole: isWhole, time: time)
        try page?.write(listing.tally, isWhole: isWhole)
        try conversion?.write(listing.tally, context.console)
        guard listing.tally.errors == 0 else {
            throw .refusedJob(path: file.path, errors: listing.tally.errors)
        }
        return .success
    }

    /// The page takes the place of a file that is there, and so of none that this command reads or writes besides.
    private func refuseOverwriting(_ file: OpenedJob) throws(CommandError) {
        guard let page = context.arguments.value("html") else { return }
        let read =
            [file.path] + file.settingsPaths + [file.settings.protection?.passwordFile].compactMap { $0 }
            + ["settings", "rack", "journal"].compactMap { context.arguments.value($0) }
        if FileIdentity.match(of: page, among: read) != nil {
            throw .refusedFile(path: page, reason: "is read by this command; --html would write over it")
        }
        let written = [context.arguments.value("convert")].compactMap { $0 }
        if FileIdentity.match(of: page, among: written) != nil {
            throw .refusedFile(path: page, reason: "is written by --convert; --html would write over it")
        }
    }

    /// Goes through the rows. Gives the job, with its items where they are needed, and whether the file as a whole is sound.
    private func read(
        _ file: OpenedJob, isTimed: Bool, _ listing: inout PlanListing, _ page: inout PlanPageFile?,
        _ conversion: inout JobConversion?
    ) throws(CommandError) -> (job: Job, isWhole: Bool) {
        var job = Job(name: file.name, settings: file.settings, columns: [], items: [], issues: [])
        var fault = file.fault
        var told = 0
        func tell(_ row: PlannedRow) {
            listing.add(row)
            page?.add(row)
        }
        func tell(_ issues: [JobIssue]) {
            listing.add(issues)
            page?.add(issues)
        }
        if let stream = file.stream {
            for note in file.notes { context.console.note("\(file.path): \(note)") }
            var check = PlanCheck(
                headers: stream.headers, settings: file.settings, name: file.name, date: SystemClock().today(),
                passwords: file.passwords)
            check.keepsItems = isTimed
            tell(check.job.issues)
            told = check.job.issues.count
            do throws(JobFileError) {
                try stream.read { record in
                    check.tellsText = listing.listsMoreRows || page?.listsMoreRows ?? false
                    conversion?.add(record)
                    return check.add(&record) { tell($0) }
                }
                check.finish { tell($0) }
            } catch {
                // What came before the fault is told before it.
                check.tellRest { tell($0) }
                fault = error
            }
            try file.checkRead()
            job = check.job
            tell(Array(job.issues[told...]) + stream.issues)
        }
        if let fault { tell([fault.issue]) }
        return (job, fault == nil && !job.hasErrors)
    }

    /// How long the job takes on the readers that are named, else on those that are there, else on two that are assumed.
    private func estimate(of job: Job) throws(CommandError) -> TimeEstimate {
        guard let readers = try readers() else {
            let models = [ReaderModel.model(ofReaderNamed: "ACS ACR122U"), .model(ofReaderNamed: "")]
            return TimeEstimate(of: job, on: models.map { (nil, $0) }, isAssumed: true)
        }
        return TimeEstimate(
            of: job, on: readers.map { ($0.name, $0.model) }, measured: try measured(job.name))
    }

    /// Nil: none is there, and none was asked for.
    private func readers() throws(CommandError) -> [ReaderInfo]? {
        let options = try ReaderOptions(context.arguments)
        if options.rack != nil || !options.patterns.isEmpty {
            let selection = try context.readers().selection(by: options.patterns)
            return selection.readers.filter { $0.model.slot == .contactless }
        }
        guard case .readers(let readers) = PCSCInquiry.ask() else { return nil }
        let usable = readers.map(\.info).filter { $0.model.slot == .contactless }
        return usable.isEmpty ? nil : usable
    }

    /// What earlier runs say; nothing where there is no journal.
    private func measured(_ job: String) throws(CommandError) -> [String: ReaderPace.Measured] {
        let options = try JournalOptions(context.arguments, in: context.surroundings)
        guard let journal = try JournalOpening.forReading(options) else { return [:] }
        do throws(JournalError) {
            return try MeasuredPaces.paces(of: job, in: journal)
        } catch {
            throw .journal(error, path: FilePath.absolute(options.path))
        }
    }
}
