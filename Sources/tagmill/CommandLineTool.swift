import Jobs

/// The command line as a whole: finds the command, answers `--help` and `--version`, and turns errors into a sentence
/// and an exit code.
struct CommandLineTool {
    static let version = "0.1.0"

    let surroundings: Surroundings
    let console: Console

    /// Runs the command that `words` (without the program's name) name.
    func run(_ words: [String]) -> ExitCode {
        let code: ExitCode
        do throws(CommandError) {
            code = try dispatch(words)
        } catch {
            console.error(error)
            code = error.exitCode
        }
        if let failure = console.outputFailure {
            console.errorMessage("standard output cannot be written: \(failure)")
            return code == .success ? .unavailable : code
        }
        return code
    }

    private func dispatch(_ words: [String]) throws(CommandError) -> ExitCode {
        let outer = try Arguments(words, table: CommandTable.root.options, command: "", stopsAtOperand: true)
        if outer.rest.first == "help" { return try help(Array(outer.rest.dropFirst())) }
        return try descend(into: CommandTable.root, outer: outer)
    }

    /// Goes down to the command that the words name. Options of a command may stand in front of the name of one below it,
    /// which takes them too.
    private func descend(into parent: Command, outer: Arguments) throws(CommandError) -> ExitCode {
        if let code = answer(outer, for: parent) { return code }
        guard let name = outer.rest.first else {
            if parent.name == CommandTable.root.name { throw .missingCommand }
            throw .missingOperand(command: parent.name, operand: "COMMAND")
        }
        let command = try Self.subcommand(name, of: parent)
        let words = Array(outer.rest.dropFirst())
        let arguments = try Arguments(
            words, table: command.options, command: command.name, stopsAtOperand: !command.subcommands.isEmpty
        ).following(outer)
        if !command.standsAlone || !arguments.rest.isEmpty { return try descend(into: command, outer: arguments) }
        if let code = answer(arguments, for: command) { return code }
        try command.checkOperands(arguments.operands)
        let context = CommandContext(
            arguments: arguments, surroundings: surroundings,
            console: try console.configured(by: arguments, in: surroundings))
        return try context.execute(command)
    }

    /// `--help` and `--version` win over everything else on the line.
    private func answer(_ arguments: Arguments, for command: Command) -> ExitCode? {
        switch arguments.last(of: ["help", "version"])?.name {
        case "help": console.printResult(CommandHelp.text(of: command))
        case "version": console.printResult("tagmill \(Self.version)")
        default: return nil
        }
        return .success
    }

    /// `tagmill help run` is `tagmill run --help`.
    private func help(_ names: [String]) throws(CommandError) -> ExitCode {
        var command = CommandTable.root
        for name in names where !name.hasPrefix("-") { command = try Self.subcommand(name, of: command) }
        console.printResult(CommandHelp.text(of: command))
        return .success
    }

    private static func subcommand(_ name: String, of parent: Command) throws(CommandError) -> Command {
        if let command = parent.subcommand(name) { return command }
        let program = parent.name == CommandTable.root.name ? "tagmill" : "tagmill \(parent.name)"
        let nearest = nearName(to: name, among: parent.subcommands.map(\.lastName))
        throw .unknownCommand(name, of: program, nearest: nearest)
    }
}
