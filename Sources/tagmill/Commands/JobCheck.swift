import Crypto
import JobFiles
import Jobs
import Tags

/// The CSV file that the command line names, read and not yet checked.
struct JobFile: Sendable {
    /// As given.
    let path: String
    let bytes: [UInt8]
    /// A report of an earlier run: not a job, but what is still to be made of one (contract, section 6).
    let isReport: Bool
    /// Nil where the file as a whole was refused; `fault` says why.
    let table: Table?
    let fault: JobFileError?
    /// What was found out about the file and is to be told.
    var notes: [String] = []
    /// What is to be told too where the settings do not say what is written.
    var hint: String?
    /// Settings that the file's dialect implies.
    var implied: [JSONValue.Member] = []
    /// What was told of the file when it was read.
    var options = CSVOptions()
    /// What `--dialect` says.
    var dialect = DialectChoice.recognized

    var stem: String { Self.stem(of: path) }

    var name: String { Self.name(of: path) }

    /// The path without `.csv`: beside it the settings lie, and its last part is the job's name.
    static func stem(of path: String) -> String {
        path.lowercased().hasSuffix(".csv") && path.utf8.count > 4 ? String(path.dropLast(4)) : path
    }

    static func name(of path: String) -> String {
        let stem = stem(of: path)
        return stem.split(separator: "/").last.map(String.init) ?? stem
    }
}

/// A job with everything that is wrong with it, before any tag.
struct CheckedJob: Sendable {
    let file: JobFile
    let job: Job
    /// SHA-256 of the CSV bytes and the settings as resolved, lower-case hex.
    let digest: String
    /// With which its tags are protected; nil where they are not.
    let passwords: TagPasswords?

    var path: String { file.path }
}

extension CommandContext {
    /// Reads a job file, or the report that stands in its place. Throws where it cannot be read, and for a report of
    /// verify.
    func jobFile(at path: String) throws(CommandError) -> JobFile {
        try jobFile(at: path, try InputFile.bytes(at: path, atMost: FileLimits.tableBytes))
    }

    /// The same of bytes that were read. Throws for a report.json too, which is no table.
    func jobFile(at path: String, _ bytes: [UInt8]) throws(CommandError) -> JobFile {
        if ReportJSON.isReport(bytes) {
            throw .refusedFile(
                path: path, reason: "is the report.json of a run, not a job: 'tagmill rerun' makes what failed")
        }
        let options = CSVOptions(try overridden(Settings(), by: try ContentOptions(arguments).overrides))
        let dialect = try dialectChoice()
        do throws(JobFileError) {
            if ReportJSON.isVerifyReport(bytes) { throw JobFileError.ofVerify }
            let stream = try JobStream(ByteSource(bytes), options: options, dialect: dialect)
            let table = try stream.table()
            let isReport = try ReportFile.isReport(table)
            return JobFile(
                path: path, bytes: bytes, isReport: isReport, table: table, fault: nil, notes: stream.notes,
                hint: stream.hint, implied: stream.settings, options: options, dialect: dialect)
        } catch {
            if error.code == .verifyReport { throw .refusedFile(path: path, reason: "\(error)") }
            return JobFile(
                path: path, bytes: bytes, isReport: false, table: nil, fault: error, options: options, dialect: dialect)
        }
    }

    /// Checks every row of a job. What was noticed of the file is told.
    func resolved(
        _ file: JobFile, _ settings: Settings, pairing: Pairing = .queue, _ passwords: TagPasswords?
    ) -> Job {
        do throws(JobFileError) {
            let (table, notes) = try table(of: file, settings)
            var job = Job.resolve(
                table: table, settings: settings, name: file.name, pairing: pairing, date: SystemClock().today(),
                passwords: passwords)
            job.issues += job.phoneIssues
            for note in notes { console.note("\(file.path): \(note)") }
            return job
        } catch {
            return Job(
                name: settings.name ?? file.name, settings: settings, columns: [], items: [], issues: [error.issue])
        }
    }

    /// Checks a job: settings of a file or beside the job, the command line's word over them, then every row.
    func checkedJob(
        _ file: JobFile, settings source: SettingsSource, overrides: SettingsOverrides, pairing: Pairing = .queue
    ) throws(CommandError) -> CheckedJob {
        let settings = try settings(of: file, source, overrides)
        let passwords = try passwords(of: settings)
        let job = resolved(file, settings, pairing: pairing, passwords)
        let digest = Job.digest(csv: file.bytes, settings: settings, sha256: SHA256.digest)
        return CheckedJob(file: file, job: job, digest: digest, passwords: passwords)
    }

    /// The table of a job file, and what is to be told of it. What the settings say of the file, and headers that they name, may
    /// make it another one, so that it is read once more.
    func table(
        of file: JobFile, _ settings: Settings
    ) throws(JobFileError) -> (table: Table, notes: [String]) {
        let options = CSVOptions(settings)
        guard options != file.options || settings.language != Settings().language else {
            if let fault = file.fault { throw fault }
            return (file.table ?? Table(headers: [], records: []), settings.notes(file.notes, hint: file.hint))
        }
        let stream = try JobStream(
            ByteSource(file.bytes), options: options, dialect: file.dialect, language: settings.language)
        return (try stream.table(), settings.notes(on: stream))
    }

    // MARK: Settings

    /// The settings of a job as resolved.
    func settings(
        of file: JobFile, _ source: SettingsSource, _ overrides: SettingsOverrides
    ) throws(CommandError) -> Settings {
        try settings(ofJobAt: file.path, source, overrides, implied: file.implied)
    }

    /// The same by the job's path. `implied` are those of the file's dialect; what a settings file says wins over them.
    func settings(
        ofJobAt path: String, _ source: SettingsSource, _ overrides: SettingsOverrides, implied: [JSONValue.Member]
    ) throws(CommandError) -> Settings {
        switch source {
        case .none: return try overridden(try settings(path, nil, implied, hint: ""), by: overrides)
        case .file(let path): return try overridden(try settingsFile(at: path, implied: implied), by: overrides)
        case .besideJob:
            guard let beside = try pathBeside(path) else {
                return try overridden(try settings(path, nil, implied, hint: ""), by: overrides)
            }
            let settings = try settingsFile(
                at: beside, hint: " (taken because of its name; --settings none turns that off)", implied: implied)
            console.note("settings: \(beside)")
            return try overridden(settings, by: overrides)
        }
    }

    private func pathBeside(_ path: String) throws(CommandError) -> String? {
        let stem = JobFile.stem(of: path)
        // A job may be a JSON file itself.
        let found = [stem + ".json", stem + ".json5"].filter { $0 != path && InputFile.exists($0) }
        guard found.count < 2 else {
            throw .contradiction(
                "\(found[0]) and \(found[1]) both lie beside the job; say which with --settings, or remove one")
        }
        return found.first
    }

    /// The passwords with which a job protects its tags, out of the file that its settings name.
    func passwords(of settings: Settings) throws(CommandError) -> TagPasswords? {
        guard let protection = settings.protection else { return nil }
        let passwords = try PasswordChoice.file(at: protection.passwordFile, console)
        PasswordChoice.warnOfKnown(passwords, console)
        return passwords
    }

    /// Reads a settings file. `hint` ends the sentence of a refusal. A file of passwords lies beside it, where its path is
    /// relative: it is found again from whatever folder the run is gone on with. Files that records name are read.
    func settingsFile(
        at path: String, hint: String = "", implied: [JSONValue.Member] = []
    ) throws(CommandError) -> Settings {
        let settings = try namedSettings(at: path, hint, implied)
        let folder = FilePath.parent(of: FilePath.absolute(path))
        return try settings.readingFiles { (name) throws(CommandError) in try Self.content(of: folder + "/" + name) }
    }

    /// The content of a record, out of a file beside the settings.
    private static func content(of path: String) throws(CommandError) -> [UInt8] {
        // A pipe would never end, and a device holds nothing that was meant.
        guard !InputFile.exists(path) || InputFile.isPlain(path) else {
            throw .refusedFile(path: path, reason: "is no plain file, as the content of a record must be")
        }
        let bytes = try InputFile.bytes(
            at: path, atMost: FileLimits.cellBytes, cure: "no tag holds so much; name another file in the settings")
        guard !bytes.isEmpty else {
            throw .refusedFile(path: path, reason: "is empty; the content of a record has at least one byte")
        }
        return bytes
    }

    /// Settings as they stand, records still naming their files.
    private func namedSettings(
        at path: String, _ hint: String, _ implied: [JSONValue.Member]
    ) throws(CommandError) -> Settings {
        let bytes = try InputFile.bytes(at: path, atMost: FileLimits.settingsBytes)
        let json: JSONValue
        do throws(JobFileError) {
            json = try SettingsFile.parse(bytes)
        } catch {
            throw .refusedFile(path: path, reason: "\(error)" + hint)
        }
        var settings = try settings(path, json, implied, hint: hint)
        if let file = settings.protection?.passwordFile, !file.hasPrefix("/") {
            settings.protection?.passwordFile = FilePath.absolute(
                FilePath.parent(of: FilePath.absolute(path)) + "/" + file)
        }
        return settings
    }

    /// Settings out of an object, or of none; `path` is who is at fault where they are refused.
    private func settings(
        _ path: String, _ json: JSONValue?, _ implied: [JSONValue.Member], hint: String
    ) throws(CommandError) -> Settings {
        guard json != nil || !implied.isEmpty else { return Settings() }
        do throws(SettingsError) {
            return try Settings(json: Dialect.settings(implied, under: json))
        } catch {
            throw .refusedFile(path: path, reason: error.context + hint)
        }
    }

    /// The settings with the command line's word over them; throws what the command line says wrongly.
    func overridden(_ settings: Settings, by overrides: SettingsOverrides) throws(CommandError) -> Settings {
        do throws(SettingsError) {
            return try settings.overridden(by: overrides)
        } catch {
            throw .contradiction(error.context)
        }
    }
}

extension JobFileError {
    /// A fault of the file as a whole, as its rows' are told.
    var issue: JobIssue {
        let byte = column.map { "byte \($0): " } ?? ""
        return JobIssue(severity: .error, code: code.rawValue, line: line, message: byte + context)
    }
}
