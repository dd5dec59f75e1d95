import Jobs
import Provisioning

/// `tagmill runs`
struct RunsCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let options = try JournalOptions(context.arguments, in: context.surroundings)
        let runs = try OpenedJournal(reading: options).read { (journal) throws(JournalError) in try journal.runs() }
        let listing = RunsListing(runs: runs)
        context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
        if !context.wantsJSON, let next = runs.first(where: \.canGoOn) {
            context.console.note("go on with: \(context.arguments.nextCommand("resume", next.record.id))")
        }
        return .success
    }
}
