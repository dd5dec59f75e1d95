import Crypto
import JobFiles
import Jobs
import Provisioning
import Tags

/// What keeps a run from going on: options that say otherwise than it was told, and a job that changed under it.
struct ResumeCheck {
    let context: CommandContext
    let options: RunOptions
    let record: RunRecord
    /// The run's own.
    let settings: Settings

    /// Refuses an option that would change the run; one that says what the run was told is fine.
    func refuseOtherOptions() throws(CommandError) {
        let named: Settings =
            switch options.content.settings {
            case .besideJob: settings
            case .none: Settings()
            case .file(let path): try context.settingsFile(at: path)
            }
        let asked = try context.overridden(named, by: options.overrides)
        if asked != settings {
            throw other(Self.difference(settings.json, asked.json))
        }
        if let pairing = options.pairing, pairing != record.pairing {
            throw other("it began with --pair \(record.pairing.rawValue), not --pair \(pairing.rawValue)")
        }
        if options.again, !record.again { throw other("it began without --again") }
    }

    private func other(_ reason: String) -> CommandError {
        .refusedRun(
            record.id,
            "a run goes on as it began: \(reason); leave the option out, or make what is left as a new run, with these options: "
                + context.arguments.nextCommand("rerun", record.id))
    }

    /// Which settings would change: `attempts is 3, not 5`.
    private static func difference(_ run: JSONValue, _ asked: JSONValue) -> String {
        guard case .object(let was) = run, case .object(let now) = asked else { return "its settings are others" }
        let names = (was + now).map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let value = { (members: [JSONValue.Member], name: String) in
            members.first { $0.name == name }?.value.compact ?? "not set"
        }
        return names.filter { value(was, $0) != value(now, $0) }
            .map { "\($0) is \(value(was, $0)), not \(value(now, $0))" }.joined(separator: "; ")
    }

    /// Refuses a job file that changed since the run began. Where it is gone the run goes on all the same: the journal has
    /// every row. A rerun has no job file of its own.
    func refuseChangedJob() throws(CommandError) {
        guard record.rerunOf == nil else { return }
        let bytes: [UInt8]
        do throws(CommandError) {
            bytes = try InputFile.bytes(at: record.jobPath, atMost: FileLimits.tableBytes)
        } catch {
            guard case .unreadableFile = error else { throw error }
            return context.console.warning("\(error.sentence); the run goes on with the rows in the journal")
        }
        let digest = Job.digest(csv: bytes, settings: settings, sha256: SHA256.digest)
        guard digest != record.jobSHA256 else { return }
        throw .refusedFile(
            path: record.jobPath,
            reason: "the job changed since run \(record.id) began: its digest is \(digest), that of the run is "
                + "\(record.jobSHA256); put the file back as it was, or make what is left with the rows as they "
                + "were recorded: \(context.arguments.nextCommand("rerun", record.id))")
    }
}
