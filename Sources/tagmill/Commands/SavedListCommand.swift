import Jobs
import Provisioning

/// `tagmill saved list`
struct SavedListCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let tags = try SavedStore(context, for: .reading).use { (tags) throws(SavedTagsError) in try tags.list() }
        let listing = SavedListing(tags: tags)
        context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
        return .success
    }
}
