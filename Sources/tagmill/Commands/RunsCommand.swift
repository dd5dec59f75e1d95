import Crypto
import Jobs
import Provisioning
import SQLiteJournal

/// `tagmill runs`
struct RunsCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let path = FilePath.absolute(try JournalOptions(context.arguments, in: context.surroundings).path)
        let runs: [RunSummary]
        do throws(JournalError) {
            let journal = try SQLiteJournal(
                path: path, createIfMissing: false, readOnly: true, digest: { SHA256.digest($0) })
            runs = try journal.runs()
        } catch {
            throw .journal(error, path: path)
        }
        let listing = RunsListing(runs: runs)
        context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
        return .success
    }
}
