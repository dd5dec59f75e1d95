/// A command: how it is called, what it takes, and what the help says of it.
struct Command: Sendable {
    struct Operand: Hashable, Sendable {
        let name: String
        let isOptional: Bool
        let summary: String
        /// One or more of them; the last operand alone.
        var isRepeatable = false
    }

    struct Example: Hashable, Sendable {
        let line: String
        let meaning: String
    }

    /// With the parent's name in front: `ndef decode`.
    let name: String
    /// A few words for the list of commands, without a full stop.
    let summary: String
    /// What it does, for the command's own help; may be empty.
    let explanation: String
    let operands: [Operand]
    let options: OptionTable
    let examples: [Example]
    /// The commands below it.
    let subcommands: [Command]
    /// Whether it does something without the name of one below it.
    let standsAlone: Bool

    init(
        _ name: String, _ summary: String, explanation: String = "", operands: [Operand] = [],
        options: OptionTable = OptionTable([]), examples: [Example], subcommands: [Command] = [],
        standsAlone: Bool? = nil
    ) {
        self.name = name
        self.summary = summary
        self.explanation = explanation
        self.operands = operands
        self.options = options + .common
        self.examples = examples
        self.subcommands = subcommands
        self.standsAlone = standsAlone ?? subcommands.isEmpty
    }

    /// The name below its parent: `decode`.
    var lastName: String { name.split(separator: " ").last.map(String.init) ?? name }

    func subcommand(_ name: String) -> Command? { subcommands.first { $0.lastName == name } }

    /// Refuses operands that are missing, or that are too many.
    func checkOperands(_ given: [String]) throws(CommandError) {
        if let missing = operands.dropFirst(given.count).first(where: { !$0.isOptional }) {
            throw .missingOperand(command: name, operand: missing.name)
        }
        if given.count > operands.count, operands.last?.isRepeatable != true {
            throw .unexpectedOperand(given[operands.count], command: name)
        }
    }
}
