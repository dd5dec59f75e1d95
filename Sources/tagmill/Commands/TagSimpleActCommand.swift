import Provisioning

/// `tagmill tag erase`, `tag format` and `tag lock`: acts that need nothing beside the tag.
struct TagSimpleActCommand {
    let act: TagAct
    let context: CommandContext
    let confirmation: Confirmation?

    init(_ act: TagAct, context: CommandContext, confirmation: Confirmation? = nil) {
        self.act = act
        self.context = context
        self.confirmation = confirmation
    }

    func run() throws(CommandError) -> ExitCode {
        let command = TagActCommand(context: context, confirmation: confirmation)
        try command.checkQuestion()
        return try command.run(act, passwords: try command.givenPasswords())
    }
}
