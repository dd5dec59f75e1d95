import JobFiles
import Jobs
import Provisioning
import SQLiteJournal

/// What a rerun is made from: a report of lines, a report.json, or a run of the journal.
struct RerunInput {
    enum Kind {
        case lines
        case json(ReportJSON)
        /// The run's record; its items are in the journal alone.
        case run(RunRecord)
    }

    var kind: Kind
    /// As given; of a run, the file of its job.
    var path: String
    /// Empty for a run.
    var bytes: [UInt8]
    var source: RerunSource

    /// Where a line stands, for a message.
    func place(of record: RerunSource.Record) -> String {
        isOfLines ? "line \(record.reportLine)" : "\(record.key)"
    }

    /// How a sentence names it: the file, or the run.
    var name: String {
        if case .run(let record) = kind { "run \(record.id)" } else { path }
    }

    /// Whether the records stand on lines of the file.
    var isOfLines: Bool { if case .lines = kind { true } else { false } }
}

extension RerunInput {
    /// A report of lines that was read already.
    init(_ file: JobFile) throws(CommandError) {
        guard let table = file.table, file.isReport else {
            let reason = file.fault.map { "\($0)" } ?? "this is no report of a run; 'tagmill run' makes a job"
            throw .refusedFile(path: file.path, reason: reason)
        }
        do throws(JobFileError) {
            let source = try ReportFile.rerunSource(table)
            self.init(kind: .lines, path: file.path, bytes: file.bytes, source: source)
        } catch {
            throw .refusedFile(path: file.path, reason: "\(error)")
        }
    }

    /// A run of the journal, called `name`. Throws where its cells were forgotten, or the journal cannot be read.
    init(_ record: RunRecord, called name: String, in journal: SQLiteJournal, path: String) throws(CommandError) {
        if let forgottenAt = record.forgottenAt {
            throw .refusedRun(
                name,
                "the cells of \(record.id) were forgotten at \(forgottenAt), so nothing of it can be made again; "
                    + "its report still can, or the job anew")
        }
        var source = RerunSource(run: record.id, columns: [], records: [])
        do throws(JournalError) {
            try journal.entries(run: record.id) { entry in
                // The cells come with what else the journal knows of the item.
                let ending = Outcome(of: entry)
                source.records.append(
                    RerunSource.Record(
                        key: entry.item.key, line: entry.item.line, reportLine: entry.item.line, cells: [],
                        status: ending.status, detail: ending.detail, isExact: true))
            }
        } catch {
            throw .journal(error, path: path)
        }
        self.init(kind: .run(record), path: record.jobPath, bytes: [], source: source)
    }
}

extension CommandContext {
    /// Reads what the operand of `rerun` names: a file, where there is one of that name, else a run of the journal.
    func rerunInput(
        _ operand: String, journal: SQLiteJournal?, journalPath: String
    ) throws(CommandError) -> RerunInput {
        var runs: [RunSummary] = []
        do throws(JournalError) {
            runs = try journal?.runs() ?? []
        } catch {
            throw .journal(error, path: journalPath)
        }
        guard InputFile.exists(operand) else {
            guard let journal else {
                throw .unreadableFile(
                    path: operand,
                    reason: "there is no such file, and no journal \(journalPath) to look for a run of that name in")
            }
            let record = try choose(operand, among: runs)
            return try RerunInput(record, called: operand, in: journal, path: journalPath)
        }
        if let run = try? RunChoice.choose(operand, among: runs, arguments) {
            console.warning(
                "\(operand) is a file, which is taken, and names the run \(run.record.id) too; "
                    + "give the run's whole id if that is meant")
        }
        return try rerunFile(at: operand)
    }

    private func choose(_ name: String, among runs: [RunSummary]) throws(CommandError) -> RunRecord {
        do throws(CommandError) {
            return try RunChoice.choose(name, among: runs, arguments).record
        } catch {
            // A file that was mistyped is not looked for among the runs.
            guard name.contains("/") || name.hasSuffix(".csv") || name.hasSuffix(".json") else { throw error }
            throw .unreadableFile(path: name, reason: "there is no such file, and no run of that name")
        }
    }

    private func rerunFile(at path: String) throws(CommandError) -> RerunInput {
        // What a run prints is its folder.
        if InputFile.isFolder(path) {
            let report = FilePath.shellWord(FilePath.absolute(path) + "/report.csv")
            throw .refusedFile(path: path, reason: "is a folder; name the report in it, such as \(report), or the run")
        }
        let command = arguments.nextCommand("rerun", "RUN")
        let bytes = try InputFile.bytes(
            at: path, atMost: FileLimits.reportBytes, cure: "the run is taken out of the journal by: \(command)")
        guard ReportJSON.isReport(bytes) else { return try RerunInput(try jobFile(at: path, bytes)) }
        do throws(JobFileError) {
            let (report, source) = try ReportJSON.rerunSource(bytes: bytes)
            return RerunInput(kind: .json(report), path: path, bytes: bytes, source: source)
        } catch {
            throw .refusedFile(path: path, reason: "\(error)")
        }
    }
}
