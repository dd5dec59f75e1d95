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
        notes = file.notes
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

/// `plan --convert OUT.csv`: the job as a CSV file of ours, with the settings that its dialect implies beside it. It is written as
/// the rows come, and appears where all of them are sound.
struct JobConversion {
    private let path: String
    private let settings: [UInt8]?
    /// Options of this command line that the converted job needs too, as a shell takes them.
    private let options: String
    /// Nil where the job as a whole was refused.
    private let file: GrowingFile?
    /// One row.
    private var bytes: [UInt8] = []
    /// The first row that cannot be converted: the job has an error then, and nothing is written.
    private var fault: JobFileError?

    /// Throws where a file is there already: it may be a job that somebody went on with.
    init(of file: OpenedJob, to path: String, _ arguments: Arguments) throws(CommandError) {
        self.path = path
        var words = ["url", "text", "lang", "settings"]
            .compactMap { name in arguments.value(name).map { "--\(name) \(FilePath.shellWord($0))" } }
        if arguments.value("settings") == nil, let beside = file.settingsPaths.first(where: { InputFile.exists($0) }) {
            words.append("--settings \(FilePath.shellWord(beside))")
        }
        options = words.joined(separator: " ")
        settings = file.stream.flatMap { JobCSV.settings($0.settings) }
        for path in settings == nil ? [path] : [path, Self.settingsPath(path)] where InputFile.exists(path) {
            throw .refusedFile(path: path, reason: "is there already; name another file for --convert, or take it away")
        }
        do throws(ReportError) {
            self.file = try file.stream == nil ? nil : GrowingFile(path: path)
        } catch {
            throw .cannotWrite(path: path, reason: "\(error)")
        }
        guard let stream = file.stream else { return }
        JobCSV.append(headers: stream.headers, to: &bytes)
        takeBytes()
    }

    private mutating func takeBytes() {
        file?.append(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private static func settingsPath(_ path: String) -> String { JobFile.stem(of: path) + ".json" }

    mutating func add(_ record: RawRecord) {
        guard fault == nil else { return }
        do throws(JobFileError) {
            try JobCSV.append(record, to: &bytes)
            takeBytes()
        } catch {
            fault = error
        }
    }

    /// Writes nothing where the job has an error, and says so.
    func write(_ tally: PlanTally, _ console: Console) throws(CommandError) {
        guard tally.errors == 0, fault == nil, let file else {
            console.note("\(path) is not written: a job with errors is not converted")
            return
        }
        do throws(ReportError) {
            try file.putInPlace()
            if let settings { try NamedFile.write(settings, to: Self.settingsPath(path)) }
        } catch {
            throw .cannotWrite(path: path, reason: "\(error)")
        }
        console.note("converted into \(path)\(settings == nil ? "" : " and \(Self.settingsPath(path))")")
        guard !options.isEmpty else { return }
        console.note("\(path) has the cells alone: give its run the same options, \(options)")
    }
}
