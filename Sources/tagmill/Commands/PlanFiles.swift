import JobFiles
import Jobs
import Reports

/// `plan --html FILE`: the page of a plan.
struct PlanPageFile {
    private let path: String
    private let job: Job
    private let notes: [String]
    private var page: PlanPage

    init(path: String, of file: OpenedJob) {
        self.path = path
        job = Job(
            name: file.settings.name ?? file.name, settings: file.settings, columns: [], items: [], issues: [])
        notes = file.stream?.notes ?? []
        page = PlanPage(title: job.name)
    }

    var listsMoreRows: Bool { page.listsMoreRows }

    mutating func add(_ row: PlannedRow) { page.add(row) { PlanWords.names(job.fits(row)) } }

    mutating func add(_ issues: [JobIssue]) { page.add(issues) }

    /// The file appears whole, over one that is there.
    func write(_ tally: PlanTally, isWhole: Bool) throws(CommandError) {
        let consequences = isWhole ? RunConsequences(job.settings, tally).sentences : []
        do throws(ReportError) {
            try NamedFile.write(page.html(tally, notes: notes, consequences: consequences), to: path)
        } catch {
            throw .cannotWrite(path: path, reason: "\(error)")
        }
    }
}

/// `plan --convert OUT.csv`: the job as a CSV file of ours, with the settings that its dialect implies beside it.
struct JobConversion {
    private let path: String
    private let settings: [UInt8]?
    private var bytes: [UInt8] = []
    /// The first row that cannot be converted.
    private var fault: JobFileError?

    /// Throws where a file is there already: it may be a job that somebody went on with.
    init(of file: OpenedJob, to path: String) throws(CommandError) {
        self.path = path
        settings = file.stream.flatMap { JobCSV.settings($0.settings) }
        for path in settings == nil ? [path] : [path, Self.settingsPath(path)] where InputFile.exists(path) {
            throw .refusedFile(path: path, reason: "is there already; name another file for --convert, or take it away")
        }
        if let stream = file.stream { JobCSV.append(headers: stream.headers, to: &bytes) }
    }

    private static func settingsPath(_ path: String) -> String { JobFile.stem(of: path) + ".json" }

    mutating func add(_ record: RawRecord) {
        guard fault == nil else { return }
        do throws(JobFileError) {
            try JobCSV.append(record, to: &bytes)
        } catch {
            fault = error
        }
    }

    /// Throws where a row cannot be converted; where the file as a whole was refused nothing is written, which was told.
    func write(isWhole: Bool, _ console: Console) throws(CommandError) {
        if let fault { throw .refusedFile(path: path, reason: "is not written: \(fault)") }
        guard isWhole else { return }
        do throws(ReportError) {
            try NamedFile.write(bytes, to: path)
            if let settings { try NamedFile.write(settings, to: Self.settingsPath(path)) }
        } catch {
            throw .cannotWrite(path: path, reason: "\(error)")
        }
        console.note("converted into \(path)\(settings == nil ? "" : " and \(Self.settingsPath(path))")")
    }
}
