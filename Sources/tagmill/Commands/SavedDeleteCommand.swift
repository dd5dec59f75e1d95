import Jobs
import Provisioning

/// `tagmill saved delete`: drops a saved tag for good.
struct SavedDeleteCommand {
    let context: CommandContext
    /// Asks a person who sits at the terminal.
    let confirmation: Confirmation

    init(context: CommandContext, confirmation: Confirmation? = nil) {
        self.context = context
        self.confirmation = confirmation ?? Confirmation(console: context.console)
    }

    func run() throws(CommandError) -> ExitCode {
        let store = try SavedStore(context, for: .changing)
        let tag = try store.tag(context.arguments)
        if !context.arguments.has("yes") { try ask(tag) }
        try store.use { (tags) throws(SavedTagsError) in try tags.delete(id: tag.id) }
        let json = JSONValue.object([.init("deleted", .int(Int64(tag.id))), .init("name", .string(tag.content.name))])
        let sentence = "deleted: \(tag.id)  \(tag.content.name)"
        context.console.printResult(context.wantsJSON ? json.compact : VisibleText.escaped(sentence))
        return .success
    }

    private func ask(_ tag: SavedTag) throws(CommandError) {
        guard Confirmation.isPossible(in: context.surroundings) else {
            throw .refusedSavedTag(String(tag.id), "to delete it where nobody can be asked, give '--yes'")
        }
        let count = tag.content.records.count
        let sentence =
            "Saved tag \(tag.id), \(tag.content.name.quoted), with \(count) \(count == 1 ? "record" : "records"), is dropped "
            + "for good."
        guard confirmation.isConfirmed(sentence) else { throw .declinedToDelete(savedTag: tag.id) }
    }
}
