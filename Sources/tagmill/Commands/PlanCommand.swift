import Jobs
import Provisioning
import ReaderModels

/// `tagmill plan`: the check of a job, without hardware.
struct PlanCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        if !context.arguments.has("time") {
            for option in ["reader", "rack", "journal"] where !context.arguments.values(option).isEmpty {
                throw .contradiction("'--\(option)' says on what the time is counted: it goes with --time")
            }
        }
        let checked = try context.checkedJob()
        let time = context.arguments.has("time") ? try estimate(of: checked.job) : nil
        return try context.showPlan(of: checked.job, path: checked.path, time: time.map { TimeListing(estimate: $0) })
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
