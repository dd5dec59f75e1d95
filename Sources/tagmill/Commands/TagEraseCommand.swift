/// `tagmill tag erase`: the message of the presented tag gives way to none.
struct TagEraseCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        try TagActCommand(context: context).run(.erase(wipes: context.arguments.has("wipe")))
    }
}
