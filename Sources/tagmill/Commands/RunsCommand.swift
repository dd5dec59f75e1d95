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
        return .success
    }
}
