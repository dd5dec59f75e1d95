import Jobs

/// `tagmill doctor`: what keeps this machine from reading tags, and the cure.
struct DoctorCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let facts = DoctorFacts.gather(
            journal: try JournalOptions(context.arguments, in: context.surroundings),
            reports: context.arguments.value("out") ?? "reports", in: context.surroundings)
        let listing = DoctorListing(facts)
        if context.wantsJSON {
            context.console.printResult(listing.json.compact)
        } else {
            let isColored = try ColorChoice(context.arguments).colours(
                terminal: context.surroundings.outputIsTerminal, in: context.surroundings)
            let text = listing.text(context.console.level, colored: isColored)
            if !text.isEmpty { context.console.printResult(text) }
        }
        return listing.exitCode
    }
}
