import JobFiles
import Jobs
import Provisioning

/// The name, settings and pairing of the run that made a report (contract, section 6): `--settings`, else the run in the
/// journal, else the report.json that is the report or lies beside it.
struct RerunOrigin {
    var name: String
    var settings: Settings
    var pairing: Pairing

    /// - Parameter record: the run in the journal; nil where the journal does not know it.
    init(
        of run: String, _ record: RunRecord?, input: RerunInput, settings source: SettingsSource,
        context: CommandContext, journalPath: String
    ) throws(CommandError) {
        let pairing = record?.pairing ?? .queue
        let named: Settings? =
            switch source {
            case .none: Settings()
            case .file(let file): try context.settingsFile(at: file)
            case .besideJob: nil
            }
        if let named {
            let name = record?.job ?? (try? Self.report(of: run, input))?.name ?? Self.name(in: run)
            self.init(name: name, settings: named, pairing: pairing)
        } else if let record {
            do throws(SettingsError) {
                self.init(name: record.job, settings: try Settings(json: record.settings), pairing: pairing)
            } catch {
                throw .journal(
                    JournalError(.corrupt, context: "the settings of run \(run): \(error)"), path: journalPath)
            }
        } else if let report = try Self.report(of: run, input) {
            do throws(SettingsError) {
                self.init(name: report.name, settings: try Settings(json: report.settings), pairing: pairing)
            } catch {
                throw .refusedFile(path: Self.pathOfReportJSON(input), reason: "\(error)")
            }
        } else {
            throw .refusedFile(
                path: input.path,
                reason: "the settings of run \(run) are in no journal and in no report.json beside it; "
                    + "name the journal with --journal, or give --settings FILE")
        }
    }

    private init(name: String, settings: Settings, pairing: Pairing) {
        self.name = name
        self.settings = settings
        self.pairing = pairing
    }

    private static func pathOfReportJSON(_ input: RerunInput) -> String {
        if case .json = input.kind { return input.path }
        return ReportBeside.path(beside: input.path)
    }

    /// Nil where there is none beside the report, or one of another run.
    private static func report(of run: String, _ input: RerunInput) throws(CommandError) -> ReportJSON? {
        if case .json(let report) = input.kind { return report }
        let beside = pathOfReportJSON(input)
        guard InputFile.exists(beside) else { return nil }
        let bytes = try InputFile.bytes(
            at: beside, atMost: FileLimits.reportBytes,
            cure: "name the run's journal with --journal, or give --settings FILE")
        do throws(JobFileError) {
            let report = try ReportJSON.settings(bytes: bytes)
            return report.runID == run ? report : nil
        } catch {
            throw .refusedFile(path: beside, reason: "\(error)")
        }
    }

    /// The job's name as it stands in the id of its run, `YYYYMMDDTHHMMSSZ-NAME`: all that is left of it where neither
    /// journal nor report.json is at hand.
    private static func name(in run: String) -> String {
        let parts = run.split(separator: "-", maxSplits: 1)
        return parts.count == 2 ? String(parts[1]) : run
    }
}
