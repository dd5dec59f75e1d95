import JobFiles
import Jobs

/// A job's file and its settings, read and not yet checked.
struct JobSource {
    let path: String
    let bytes: [UInt8]
    /// As resolved: defaults, the settings file, flags.
    let settings: Settings
    let table: Table

    /// Reads the settings first, because they name columns that help to find the delimiter.
    init(path: String, settings source: SettingsSource, overrides: SettingsOverrides) throws(CommandError) {
        self.path = path
        bytes = try InputFile.bytes(at: path)
        settings = try Self.overridden(try Self.settings(source, job: path) ?? Settings(), by: overrides)
        do throws(JobFileError) {
            table = try CSVFile.read(bytes, knownHeaders: settings.columns.keys.sorted())
        } catch {
            throw .refusedFile(path: path, reason: error.description)
        }
    }

    /// The job's name where the settings have none: the file's name without `.csv`.
    var fileName: String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.lowercased().hasSuffix(".csv") ? String(name.dropLast(4)) : name
    }

    func isReport() throws(CommandError) -> Bool {
        do throws(JobFileError) {
            return try ReportFile.isReport(table)
        } catch {
            throw .refusedFile(path: path, reason: error.description)
        }
    }

    /// Flags over settings; what is wrong with a flag is said without a file.
    static func overridden(_ settings: Settings, by overrides: SettingsOverrides) throws(CommandError) -> Settings {
        do throws(SettingsError) {
            return try settings.overridden(by: overrides)
        } catch {
            throw .contradiction(error.description)
        }
    }

    /// The settings of a file; nil where there is none, or none is wanted.
    static func settings(_ source: SettingsSource, job: String) throws(CommandError) -> Settings? {
        switch source {
        case .none: return nil
        case .file(let path): return try read(path, hint: "")
        case .besideJob:
            let stem = job.lowercased().hasSuffix(".csv") ? String(job.dropLast(4)) : job
            let found = [stem + ".json", stem + ".json5"].filter { InputFile.exists($0) }
            if found.count > 1 {
                throw .contradiction(
                    "\(found[0]) and \(found[1]) both stand beside the job; name one with --settings")
            }
            guard let path = found.first else { return nil }
            return try read(path, hint: " (taken because of its name; --settings none turns that off)")
        }
    }

    private static func read(_ path: String, hint: String) throws(CommandError) -> Settings {
        let bytes = try InputFile.bytes(at: path)
        let json: JSONValue
        do throws(JobFileError) {
            json = try SettingsFile.parse(bytes)
        } catch {
            throw .refusedFile(path: path, reason: error.description + hint)
        }
        do throws(SettingsError) {
            return try Settings(json: json)
        } catch {
            throw .refusedFile(path: path, reason: error.description + hint)
        }
    }
}
