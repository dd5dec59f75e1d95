import JobFiles
import Jobs
import Tags

/// A job file with its settings, that is read row by row: neither it nor what is made of it is held in memory.
struct OpenedJob {
    let path: String
    let settings: Settings
    /// With which its tags are protected; nil where they are not.
    let passwords: TagPasswords?
    /// Nil where the file as a whole was refused; `fault` says why.
    let stream: JobStream?
    let fault: JobFileError?
    /// Nil for a file that was read as a whole because it cannot be read twice.
    fileprivate let pieces: FilePieces?

    var name: String { JobFile.name(of: path) }

    /// Where settings may lie beside it.
    var settingsPaths: [String] { [".json", ".json5"].map { JobFile.stem(of: path) + $0 } }

    /// What was found out about the file and is to be told.
    var notes: [String] { stream.map { settings.notes(on: $0) } ?? [] }

    /// Throws where reading the file failed, and not what is in it.
    func checkRead() throws(CommandError) {
        if let failure = pieces?.failure { throw failure }
    }
}

extension CommandContext {
    /// Opens a job file. Throws what cannot be read, settings that are refused, and a report, which is no job.
    ///
    /// It is opened twice: whether it is a report is told before its settings are looked for, and they say how it is read.
    func openedJob(at path: String) throws(CommandError) -> OpenedJob {
        let content = try ContentOptions(arguments)
        let choice = try dialectChoice()
        let file = try JobSource(path: path)
        try file.refuseDocument()
        var begin = Begin(try overridden(Settings(), by: content.overrides), dialect: choice)
        try begin.read(file.open(), path)
        if begin.isReport {
            throw .refusedFile(
                path: path, reason: "is the report of a run, not a job: 'tagmill rerun' makes what failed")
        }
        let settings = try settings(
            ofJobAt: path, content.settings, content.overrides, implied: begin.stream?.settings ?? [])
        let passwords = try passwords(of: settings)
        if CSVOptions(settings) != begin.options || settings.language != begin.language {
            begin = Begin(settings, dialect: choice)
            try begin.read(file.open(), path)
        }
        return OpenedJob(
            path: path, settings: settings, passwords: passwords, stream: begin.stream, fault: begin.fault,
            pieces: begin.pieces)
    }

    /// What `--dialect` says.
    func dialectChoice() throws(CommandError) -> DialectChoice {
        do throws(JobFileError) {
            return try DialectChoice(name: arguments.value("dialect"))
        } catch {
            throw .contradiction(error.context)
        }
    }
}

/// A file that can be opened again and again: a pipe's bytes are held.
private struct JobSource {
    let path: String
    private let bytes: [UInt8]?

    init(path: String) throws(CommandError) {
        self.path = path
        let isHeld = InputFile.exists(path) && !InputFile.isPlain(path) && !InputFile.isFolder(path)
        bytes = isHeld ? try InputFile.bytes(at: path, atMost: FileLimits.tableBytes) : nil
    }

    func open() throws(CommandError) -> (source: ByteSource, pieces: FilePieces?) {
        if let bytes { return (ByteSource(bytes), nil) }
        let pieces = try FilePieces(path: path)
        return (pieces.source, pieces)
    }

    /// Throws for the report.json of a run or of verify, which is no table.
    func refuseDocument() throws(CommandError) {
        let head: [UInt8]
        if let bytes { head = bytes } else { head = try InputFile.head(of: path, upTo: 1 << 16) }
        if ReportJSON.isReport(head) {
            throw .refusedFile(
                path: path, reason: "is the report.json of a run, not a job: 'tagmill rerun' makes what failed")
        }
        if ReportJSON.isVerifyReport(head) {
            throw .refusedFile(path: path, reason: "\(JobFileError.ofVerify)")
        }
    }
}

/// What the begin of a job file says.
private struct Begin {
    let options: CSVOptions
    let dialect: DialectChoice
    let language: String
    private(set) var stream: JobStream?
    private(set) var fault: JobFileError?
    private(set) var pieces: FilePieces?
    private(set) var isReport = false

    init(_ settings: Settings, dialect: DialectChoice) {
        options = CSVOptions(settings)
        language = settings.language
        self.dialect = dialect
    }

    mutating func read(_ file: (source: ByteSource, pieces: FilePieces?), _ path: String) throws(CommandError) {
        pieces = file.pieces
        do throws(JobFileError) {
            let stream = try JobStream(file.source, options: options, dialect: dialect, language: language)
            isReport = try ReportFile.isReport(Table(headers: stream.headers, records: []))
            self.stream = stream
        } catch {
            if error.code == .verifyReport { throw .refusedFile(path: path, reason: "\(error)") }
            fault = error
        }
        if let failure = pieces?.failure { throw failure }
    }
}

extension CSVOptions {
    /// What the settings say of the file, and the headers that they name.
    init(_ settings: Settings) {
        self.init(
            encoding: settings.encoding, delimiter: settings.delimiter?.first, comment: settings.comment?.first,
            knownHeaders: settings.columns.keys.sorted() + Self.bound.filter(Set(settings.columns.values).contains))
    }

    /// Columns of ours that a dialect would take from a header of another name, unless the settings say which one it is.
    private static let bound = [JobColumn.uid.rawValue, JobColumn.lock.rawValue]
}

extension Settings {
    /// What is to be told of a file: its hint only where these settings do not say what is written.
    func notes(on stream: JobStream) -> [String] { notes(stream.notes, hint: stream.hint) }

    func notes(_ notes: [String], hint: String?) -> [String] {
        guard let hint, records == nil, url == nil, text == nil else { return notes }
        return notes + [hint]
    }
}
