import Jobs

/// `tagmill saved show`
struct SavedShowCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let tag = try SavedStore(context, for: .reading).tag(context.arguments)
        let listing = SavedTagListing(tag)
        context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
        return .success
    }
}
