import Operations
import Provisioning
import Tags

/// `tagmill tag protect` and `tag unprotect`: a password is set, or taken off.
struct TagProtectCommand {
    let context: CommandContext
    let confirmation: Confirmation?
    /// Reads a password that is typed and not shown; nil where there is none to come.
    let readSecret: () -> String?

    init(
        context: CommandContext, confirmation: Confirmation? = nil,
        readSecret: @escaping () -> String? = { HiddenInput.line() }
    ) {
        self.context = context
        self.confirmation = confirmation
        self.readSecret = readSecret
    }

    func protect() throws(CommandError) -> ExitCode {
        let command = TagActCommand(context: context, confirmation: confirmation)
        try command.checkQuestion()
        let limit = try context.arguments.integer("limit", in: 1...7, called: "a number of wrong passwords")
        let protection = TagAct.Protection(
            protectsReading: context.arguments.has("read"), wrongPasswordLimit: limit,
            locksConfiguration: context.arguments.has("lock-configuration"))
        return try command.run(.protect(protection), passwords: GivenPasswords(try newPassword(command)))
    }

    func unprotect() throws(CommandError) -> ExitCode {
        let command = TagActCommand(context: context, confirmation: confirmation)
        try command.checkQuestion()
        let password = try password()
        return try command.run(.unprotect, passwords: GivenPasswords(password))
    }

    private func password() throws(CommandError) -> TagPasswords {
        try PasswordChoice.password(context.arguments, context.surroundings, context.console, readSecret: readSecret)
    }

    /// One that is typed is typed twice: nobody could open a tag whose password was mistyped.
    private func newPassword(_ command: TagActCommand) throws(CommandError) -> TagPasswords {
        let first = try password()
        PasswordChoice.warnOfKnown(first, context.console)
        guard !command.isPasswordGiven else { return first }
        context.console.note("once more, so that nothing is mistyped")
        guard try password() == first else {
            throw .contradiction("the two passwords are not the same; no tag was touched")
        }
        return first
    }
}
